"""Every compiler takes the text that we print, and makes of it what it makes of the original,
to the bit.
"""

from __future__ import annotations

from typing import Final

import pytest
from helpers.conformance import SECONDS
from helpers.printed import both, compilers, corpus, printed, taken_by
from helpers.sampling import one_in

from aberration.core.outcome import (
    Buffers,
    Compiled,
    Crash,
    Image,
    Outcome,
    Rejected,
    outcome_digest,
)
from aberration.core.program import Program
from aberration.core.target import OLDER, Target
from aberration.targets.pool import TargetPool

COMPILERS: Final = compilers()
NEWEST: Final = [target for target in COMPILERS if not {OLDER, "float-images"} & {*target.groups}]
CRASHES: Final = {("naga", "glsl", "late_writers")}
"""Bugs of compilers, which die of a program however it is written."""
SAMPLE: Final = 2
"""Programs for each target in the normal run; from one target to the next other ones."""


def is_result(outcome: Outcome) -> bool:
    return isinstance(outcome, Image | Buffers | Compiled)


def check(pool: TargetPool, target: Target, number: int, step: int) -> int:
    """Compare every program whose number is `number`, `number + step` ...; return how many gave
    a result.
    """
    outcomes = [
        (program, *both(pool, target, program))
        for program in taken_by(target)[number % step :: step]
    ]
    for program, original, again in outcomes:
        check_alike(target, program, original, again)
    return sum(is_result(original) for _, original, _ in outcomes)


def check_alike(target: Target, program: Program, original: Outcome, again: Outcome) -> None:
    """What is refused may be taken as we print it, without macros: naga's preprocessor has no `##`.
    Never the reverse.

    What differs in workers that saw other programs is run in new ones: softpipe gives
    `queue_of_cells` another image the second time, whoever wrote it.
    """
    if isinstance(original, Rejected):
        assert is_result(again) or isinstance(again, Rejected), (program.name, again)
        return
    assert type(original) is type(again), (program.name, original, again)
    if isinstance(original, Crash) and isinstance(again, Crash):
        assert (target.family, program.language, program.name) in CRASHES, (program.name, original)
        assert (original.cause, original.assertion) == (again.cause, again.assertion)
        return
    assert is_result(original), (program.name, original)
    if outcome_digest(original) != outcome_digest(again):
        with TargetPool() as fresh:
            first, second = (
                fresh.run_fresh(target, each, SECONDS).outcome
                for each in (program, printed(program))
            )
        assert outcome_digest(first) == outcome_digest(second), program.name


def test_there_is_something_to_compare() -> None:
    assert {target.id for target in COMPILERS} >= {
        "llvmpipe",
        "softpipe",
        "wgpu@22:lavapipe",
        "dawn@0.3.8:swiftshader",
    }
    assert {target.id for target in COMPILERS} >= {
        "glslang+lavapipe",
        "glslang+swiftshader",
        "angle-gl-llvmpipe",
    }
    assert all(printed(program).source != program.source for program in corpus())


@pytest.mark.parametrize("target", one_in(4, NEWEST), ids=lambda target: target.id)
def test_a_sample_on_every_compiler(pool: TargetPool, target: Target) -> None:
    check(pool, target, NEWEST.index(target), max(1, len(taken_by(target)) // SAMPLE))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("target", COMPILERS, ids=lambda target: target.id)
def test_the_whole_corpus_on_every_compiler(pool: TargetPool, target: Target) -> None:
    assert check(pool, target, 0, 1) >= 2
