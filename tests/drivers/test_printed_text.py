"""Every compiler takes the text that we print, and makes of it what it makes of the original, to the bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from helpers.printed import both, compilers, corpus, printed, taken_by

from aberration.core.outcome import Buffers, Compiled, Image, Outcome, Rejected, outcome_digest
from aberration.core.target import OLDER, Target
from aberration.targets.pool import TargetPool

COMPILERS: Final = compilers()
NEWEST: Final = [target for target in COMPILERS if not {OLDER, "float-images"} & {*target.groups}]
SAMPLE: Final = 3
"""Programs for each target in the normal run; from one target to the next other ones."""


@pytest.fixture(scope="module")
def pool() -> Iterator[TargetPool]:
    with TargetPool(limit=4) as opened:
        yield opened


def is_result(outcome: Outcome) -> bool:
    return isinstance(outcome, Image | Buffers | Compiled)


def check(pool: TargetPool, target: Target, number: int, step: int) -> int:
    """Compare every program whose number is `number`, `number + step` ...; return how many gave a result."""
    results = 0
    for program in taken_by(target)[number % step :: step]:
        original, again = both(pool, target, program)
        assert type(original) is type(again), (program.name, original, again)
        assert is_result(original) or isinstance(original, Rejected), (program.name, original)
        if is_result(original):
            assert outcome_digest(original) == outcome_digest(again), program.name
            results += 1
    return results


def test_there_is_something_to_compare() -> None:
    assert {target.id for target in COMPILERS} >= {"llvmpipe", "softpipe", "wgpu@22:lavapipe", "dawn@0.3.8:swiftshader"}
    assert {target.id for target in COMPILERS} >= {"glslang+lavapipe", "glslang+swiftshader", "angle-gl-llvmpipe"}
    assert all(printed(program).source != program.source for program in corpus())


@pytest.mark.parametrize("target", NEWEST, ids=lambda target: target.id)
def test_a_sample_on_every_compiler(pool: TargetPool, target: Target) -> None:
    check(pool, target, NEWEST.index(target), max(1, len(taken_by(target)) // SAMPLE))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("target", COMPILERS, ids=lambda target: target.id)
def test_the_whole_corpus_on_every_compiler(pool: TargetPool, target: Target) -> None:
    assert check(pool, target, 0, 1) >= 2
