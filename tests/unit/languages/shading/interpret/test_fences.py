"""The log of memory that memory barriers order, against the oracle on many random programs."""

from __future__ import annotations

import random
from typing import Any

import pytest
from helpers.race_programs import LANES, Step, is_race, lanes_of, program

from aberration.languages.shading.interpret.fences import FencedWatch
from aberration.languages.shading.interpret.trap import Undefined


def _trap(steps: list[Step], lanes: list[int]) -> str:
    """Run a program, phase by phase, the lanes of each in this order; return what the log says,
    if anything.
    """
    watch, cells = FencedWatch(LANES), [1, 1]
    watch.begin_group(0)
    phases: list[list[Step]] = [[]]
    for step in steps:
        if step.kind == "barrier":
            phases.append([])
        else:
            phases[-1].append(step)
    try:
        for phase in phases:
            for lane in lanes:
                _run(watch, cells, [step for step in phase if lane in lanes_of(step)], lane)
            watch.wait(ordered=False)
    except Undefined as undefined:
        return undefined.kind
    return ""


def _run(watch: FencedWatch, cells: list[Any], steps: list[Step], lane: int) -> None:
    for step in steps:
        if step.kind == "fence":
            watch.fence(lane)
        elif step.kind == "read":
            watch.read(cells, step.cell, lane)
        elif step.kind == "write":
            watch.write(cells, step.cell, 1, lane)
        else:
            watch.atomic_load(cells, step.cell, lane)


def _verdicts(fences: str) -> list[tuple[bool, bool]]:
    found = []
    for seed in range(6000):
        steps = program(seed, barriers=("barrier",), fences=fences)
        lanes = random.Random(seed).sample(range(LANES), LANES)
        found.append((is_race(steps, ""), _trap(steps, lanes) == "race"))
    return found


@pytest.mark.parametrize(("fences", "unsure"), [("none", 0), ("all", 2), ("some", 8)])
def test_the_log_says_what_the_rule_says(fences: str, unsure: int) -> None:
    """Of several at once the log remembers the latest alone, so it takes a few that are ordered
    for a race.
    """
    verdicts = _verdicts(fences)
    assert (True, False) not in verdicts
    assert verdicts.count((False, True)) <= unsure
    assert min(verdicts.count((True, True)), verdicts.count((False, False))) > 500


def test_a_group_begins_anew() -> None:
    watch, cells = FencedWatch(LANES), [1, 1]
    for group in range(3):
        watch.begin_group(group)
        watch.read(cells, 0, group)
        watch.fence(group)
        watch.wait(ordered=False)
    watch.write(cells, 1, 5, 0)
    watch.wait(ordered=True)
    watch.write(cells, 1, 6, 1)
    with pytest.raises(
        Undefined, match="invocation 1 of the workgroup without a barrier of storage memory between"
    ):
        watch.write(cells, 1, 7, 2)
