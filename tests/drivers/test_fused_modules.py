"""Fused SPIR-V modules on real drivers: a planted result is found, and the corpus passes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.executor import Executor
from aberration.campaign.plan import MethodSlot, Setting
from aberration.campaign.records import ExecutorJob
from aberration.campaign.seeds import SeedPool, load_pool
from aberration.campaign.selftest import SelfTest
from aberration.campaign.timed import TimedPool
from aberration.core.method import support_of
from aberration.core.target import Target
from aberration.methods.registry import method_named
from aberration.targets.registry import discover, select

DRIVERS = ("lavapipe", "swiftshader")
CONFIGURATION = FuzzConfiguration(confirmations=1, methods=("fuse",))
RUNS = 6


@pytest.fixture(scope="module")
def targets() -> tuple[Target, ...]:
    return tuple(select(discover(), DRIVERS))


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
    count = len(seeds.of("spirv"))
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
