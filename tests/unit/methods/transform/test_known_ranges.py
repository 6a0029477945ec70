from __future__ import annotations

import msgspec
import pytest
from helpers.corpus import programs
from helpers.shading_runs import needs_compiler

from aberration.core.method import Request
from aberration.core.program import Program
from aberration.languages.spirv.module import Module
from aberration.methods.transform import known_ranges
from aberration.methods.transform.known_ranges import KnownRanges, find_ranges
from aberration.methods.transform.method import TransformMethod, parse_module

pytestmark = needs_compiler
NAMED = {program.name: program for kind in ("references", "compute") for program in programs(kind)}
SEED = NAMED["hilbert_curve.opt"]


def learnt(seed: Program) -> Module:
    module = parse_module(seed)
    KnownRanges().learn(module, seed)
    return module


Ranges = dict[int, tuple[int, int]]


def test_ranges_that_are_told_are_taken() -> None:
    (first, second) = sorted(find_ranges(parse_module(SEED), SEED))[:2]
    module = parse_module(SEED)
    KnownRanges().learn(module, SEED, {second: (3, 5), first: (0, 1)})
    assert module.facts.ranges.ids == [first, second]


@pytest.mark.parametrize("name", ["hilbert_curve.opt", "edit_distance", "bitonic_sort"])
def test_ranges_of_seeds_are_learnt(name: str) -> None:
    ranges = learnt(NAMED[name]).facts.ranges
    assert len(ranges.ids) > 20
    assert ranges.ids == sorted(ranges.ids)


def test_a_seed_is_executed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    known, asked = KnownRanges(), []

    def find(module: Module, seed: Program, given: Ranges | None) -> Ranges:
        asked.append(seed.digest)
        return find_ranges(module, seed, given)

    monkeypatch.setattr(known_ranges, "find_ranges", find)
    modules = [parse_module(SEED), parse_module(SEED)]
    for module in modules:
        known.learn(module, SEED)
    assert asked == [SEED.digest]
    assert modules[0].facts.ranges.ids == modules[1].facts.ranges.ids != []


def test_other_inputs_give_other_ranges() -> None:
    small = msgspec.structs.replace(
        SEED, inputs=msgspec.structs.replace(SEED.inputs, width=16, height=16)
    )
    large, less = find_ranges(parse_module(SEED), SEED), find_ranges(parse_module(small), small)
    assert any(large[value_id] != less[value_id] for value_id in large.keys() & less.keys())


def test_large_modules_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_ranges, "MOST_INSTRUCTIONS", 10)
    assert find_ranges(parse_module(SEED), SEED) == {}


def test_a_replay_needs_no_ranges() -> None:
    assert parse_module(SEED).facts.ranges.ids == []


def test_the_method_uses_them() -> None:
    options = {"steps": "40", "passes": "split_blocks, add_false_blocks"}
    cases = TransformMethod().make(Request(1, 1, SEED, (), options))
    kinds = [step["type"] for step in cases[-1].recipe.steps]
    assert "AddFalseBlock" in kinds
    again = TransformMethod().replay(cases[-1].recipe)
    assert again.skipped == 0
    assert again.case.programs["variant"].source == cases[-1].programs["variant"].source
