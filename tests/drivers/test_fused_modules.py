"""Fused SPIR-V modules on real drivers: a planted result is found, and the corpus passes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.fused_modules import LEAVES_FIRST_COLUMN, fragment, text_of
from helpers.here import named

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.executor import Executor
from aberration.campaign.finding_reducer import FindingReducer
from aberration.campaign.plan import MethodSlot, Setting
from aberration.campaign.records import ExecutorJob
from aberration.campaign.seeds import SeedPool, load_pool
from aberration.campaign.selftest import SelfTest
from aberration.campaign.timed import TimedPool
from aberration.core.method import support_of
from aberration.core.recipe import Recipe
from aberration.core.target import Target
from aberration.methods.fuse.method import VERSION
from aberration.methods.registry import method_named
from aberration.reduce.program import lines_of

DRIVERS = ("lavapipe", "swiftshader")
CONFIGURATION = FuzzConfiguration(confirmations=1, methods=("fuse",))
RUNS = 6


@pytest.fixture(scope="module")
def targets() -> tuple[Target, ...]:
    return tuple(map(named, DRIVERS))


@pytest.fixture(scope="module")
def seeds() -> SeedPool:
    return load_pool((), ())


@pytest.fixture
def pool() -> Iterator[TimedPool]:
    with TimedPool(8, None) as made:
        yield made


def test_the_self_test_catches_a_planted_result(
    targets: tuple[Target, ...], seeds: SeedPool, pool: TimedPool
) -> None:
    method = method_named("fuse")
    support = support_of(method, "spirv")
    assert support is not None
    told = SelfTest(method, support, CONFIGURATION, seeds, pool).run(targets, targets)
    assert told == f"fuse in spirv: a planted result caught, {targets[0].id} silent"


def test_fused_modules_of_the_corpus_pass(targets: tuple[Target, ...], seeds: SeedPool) -> None:
    support = support_of(method_named("fuse"), "spirv")
    assert support is not None
    count = len(seeds.seeds_for(support))
    families = tuple((target.id,) for target in targets)
    slot = MethodSlot("fuse", 1, 2, 0, 8, True, count, count, families, language="spirv")
    executor = Executor(ExecutorJob(CONFIGURATION, Setting(3, (slot,)), seeds, targets))
    try:
        records = [executor.run(number) for number in range(RUNS)]
    finally:
        executor.close()
    tests = [test for record in records for test in record.tests]
    assert sum(test.status == "done" for test in tests) >= RUNS
    assert not [defect for record in records for defect in record.defects]
    assert not [one for record in records for one in record.found]


@pytest.mark.slow
def test_both_parts_of_a_fused_module_are_made_small(pool: TimedPool) -> None:
    # A mistake that swaps the operands of a step, and much around it.
    steps = fragment(
        "%edge = OpExtInst %float %glsl Step %x %four\n%sum = OpFAdd %float %edge %y\n"
        "%mixed = OpCompositeConstruct %v4 %edge %sum %zero %one\nOpStore %colour %mixed",
        globals="%four = OpConstant %float 4",
        name="steps",
    )
    seeds = {"first": steps, "second": fragment(LEAVES_FIRST_COLUMN.format(leave="OpReturn"))}
    recipe = Recipe("fuse", VERSION, seeds, (), {"relation": "difference"}, 1)
    method = method_named("fuse")
    mutant = named("mutant-float-swapped-step")
    reducer = FindingReducer(pool, mutant, method, CONFIGURATION)
    reduced = reducer.reduce(reducer.finding_of(method.replay(recipe).case))
    assert reduced is not None
    judged = reducer.shrink(reduced.finding)
    assert judged is not None
    assert judged.finding.reduced is not None
    small = judged.finding.reduced.recipe.seeds
    assert all(lines_of(small[role]) < lines_of(seeds[role]) for role in seeds)
    assert "Step" in text_of(small["first"])
    assert "OpBranchConditional" not in text_of(small["second"])
