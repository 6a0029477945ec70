"""Transformed corpus modules give the results of their references on real drivers.

What two unrelated drivers both get wrong is our bug. What one of them alone gets wrong is a bug of
that driver, found by the method: such cases are counted, and have to stay rare.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from experiments.transform_soundness.proof import problems
from helpers.corpus import programs
from helpers.sampling import one_in
from helpers.transform import flaw_of

from aberration.core.method import Request
from aberration.core.oracle import Verdict, judge
from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.rng import Rng
from aberration.core.target import Target
from aberration.methods.transform.method import TransformMethod
from aberration.methods.transform.registry import BY_NAME
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

DRIVERS = ("lavapipe", "swiftshader")
DEADLINE = 20.0
SEEDS = (1, 2)
STEPS = 200
PARTS = 8
"""Of the corpus, each with a test of its own: one in four of them always runs."""
RARE = 2
"""Most variants of a part that a driver alone may get wrong: one in six."""
PIXELS = 40
MISSING = 4
"""Kinds that so few variants may lack: `soundness` in the unit tests looks at each."""

METHOD = TransformMethod()
DONORS = tuple(programs("donors"))
PROGRAMS = [*programs("references"), *programs("compute")]


class Drivers:
    """The two drivers, with what the references give on each."""

    def __init__(self, pool: TargetPool) -> None:
        self.pool = pool
        self.targets: tuple[Target, ...] = tuple(select(discover(), DRIVERS))
        self.references: dict[tuple[str, str], Outcome] = {}

    def verdicts(self, case: TestCase) -> dict[str, Verdict]:
        """Return the verdict on each driver."""
        return {target.id: self._verdict(target, case) for target in self.targets}

    def _verdict(self, target: Target, case: TestCase) -> Verdict:
        seed = case.programs["reference"]
        key = (target.id, seed.digest)
        if key not in self.references:
            self.references[key] = self._run(target, seed)
        seen = {
            "reference": self.references[key],
            "variant": self._run(target, case.programs["variant"]),
        }
        return judge(case.oracle, {target.id: seen})[target.id]

    def _run(self, target: Target, program: Program) -> Outcome:
        return self.pool.run(target, program, DEADLINE).outcome


@pytest.fixture(scope="module")
def drivers() -> Iterator[Drivers]:
    with TargetPool() as pool:
        yield Drivers(pool)


def variant_of(program: Program, seed: int) -> TestCase:
    return METHOD.make(Request(seed, 1, program, DONORS, {"steps": str(STEPS)}))[-1]


@pytest.mark.parametrize("part", one_in(8, range(PARTS)))
@pytest.mark.parametrize(
    "seed", [SEEDS[0], *(pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS[1:])]
)
def test_a_variant_that_a_driver_gets_wrong_is_right_all_the_same(
    drivers: Drivers, seed: int, part: int
) -> None:
    """The other driver and the interpreter say so; what is wrong is a bug of the driver
    (`docs/bugs.md`).
    """
    alone: list[str] = []
    for program in PROGRAMS[part::PARTS]:
        case = variant_of(program, seed)
        assert flaw_of(case.programs["variant"].source) is None, f"{program.name}, seed {seed}"
        verdicts = drivers.verdicts(case)
        failed = {name: verdict for name, verdict in verdicts.items() if verdict.kind != "pass"}
        assert len(failed) < len(DRIVERS), f"{program.name}, seed {seed}: {failed}"
        if failed:
            assert problems(case.recipe, program, Rng.of(seed, program.name), PIXELS) == [], (
                f"{program.name}, seed {seed}"
            )
        alone.extend(
            f"{program.name}, seed {seed}, {name}: {verdict.detail}"
            for name, verdict in failed.items()
        )
    assert len(alone) <= RARE, "\n".join(alone)


@pytest.mark.slow
def test_these_variants_cover_nearly_every_transformation() -> None:
    used = {
        str(step["type"])
        for program, seed in product(PROGRAMS, SEEDS)
        for step in variant_of(program, seed).recipe.steps
    }
    seldom = {"AddTypeBoolean", "AddTypeInt", "AddTypeFloat", "AddTypeFunction"}
    without_a_site = {"AddImageSampleUnusedComponents"}
    missing = set(BY_NAME) - used - seldom - without_a_site
    assert len(missing) <= MISSING, sorted(missing)
