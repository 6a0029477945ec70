"""The pool that runs mutants in its own process says what the real targets say, of cases that
were reduced.
"""

from collections.abc import Iterator
from functools import cache

import pytest
from experiments.transform_questions.hunt import targets
from experiments.transform_questions.planted import PlantedPool
from experiments.transform_questions.records import REDUCTIONS, ReductionLine, read
from helpers.corpus import programs

from aberration.core.oracle import judge
from aberration.core.outcome import outcome_digest
from aberration.core.recipe import Recipe, TestCase
from aberration.core.target import Target
from aberration.methods.transform.method import NAME, VERSION, TransformMethod
from aberration.targets.pool import TargetPool

DEADLINE = 5.0
KINDS = ("wrong", "crash", "timeout")


@pytest.fixture(scope="module")
def pools() -> Iterator[tuple[TargetPool, PlantedPool]]:
    real, planted = TargetPool(4), PlantedPool(4)
    yield real, planted
    real.close()
    planted.close()


@cache
def known() -> dict[str, Target]:
    return targets()


def smallest(kind: str) -> ReductionLine:
    """Return the shortest reduction of a mutant whose verdict is of a kind."""
    lines = [
        line
        for line in read(REDUCTIONS, ReductionLine)
        if line.kind == kind and line.target in line.shown_by
    ]
    return min(lines, key=lambda line: (len(line.steps), line.target))


def case_of(line: ReductionLine) -> TestCase:
    seeds = {
        program.name: program for kind in ("references", "compute") for program in programs(kind)
    }
    recipe = Recipe(NAME, VERSION, {"seed": seeds[line.seed]}, line.steps)
    replay = TransformMethod().replay(recipe)
    assert replay.skipped == 0
    return replay.case


@pytest.mark.parametrize("kind", KINDS)
def test_both_pools_give_the_same_verdict(kind: str, pools: tuple[TargetPool, PlantedPool]) -> None:
    line = smallest(kind)
    case, target = case_of(line), known()[line.target]
    verdicts = []
    for pool in pools:
        outcomes = {
            role: pool.run(target, case.programs[role], DEADLINE).outcome
            for role in ("reference", "variant")
        }
        verdicts.append(judge(case.oracle, {target.id: outcomes})[target.id])
    assert verdicts[0].kind == kind
    assert (verdicts[0].kind, verdicts[0].signature) == (verdicts[1].kind, verdicts[1].signature)
    assert verdicts[0].difference == verdicts[1].difference


def test_a_program_that_is_left_alone_fares_as_at_the_driver(
    pools: tuple[TargetPool, PlantedPool],
) -> None:
    real, planted = pools
    target, driver = known()["mutant-borrow"], known()["swiftshader"]
    program = programs("references")[0]
    assert planted.leaves_alone(target, program)
    plain = planted.run(driver, program, DEADLINE).outcome
    assert planted.run(target, program, DEADLINE).outcome is plain
    assert outcome_digest(real.run(target, program, DEADLINE).outcome) == outcome_digest(plain)


def test_only_a_mutant_leaves_alone(pools: tuple[TargetPool, PlantedPool]) -> None:
    line = smallest("crash")
    case = case_of(line)
    assert not pools[1].leaves_alone(known()[line.target], case.programs["variant"])
    assert not pools[1].leaves_alone(known()["swiftshader"], case.programs["reference"])
