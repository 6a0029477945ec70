from __future__ import annotations

import gc
from collections.abc import Sequence

import pytest
from helpers.corpus import donor_modules, reference_modules

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.methods.transform.donation.donor import Donor
from aberration.methods.transform.pass_list import PASSES
from aberration.methods.transform.scheduler import Snapshot, Statistics, fuzz
from aberration.methods.transform.strategies import STRATEGIES
from aberration.methods.transform.swarm import Swarm
from aberration.methods.transform.transformation import Transformation

NAME, DATA = reference_modules()[0]
DONORS = [Donor.parse(data) for _, data in donor_modules()[:4]]


def run(
    seed: int,
    limit: int = 120,
    checkpoints: Sequence[int] = (40, 80, 120),
    statistics: Statistics | None = None,
) -> tuple[list[Transformation], list[Snapshot]]:
    return fuzz(
        Module.parse(DATA), DONORS, Rng.of(seed, NAME), limit, checkpoints, statistics=statistics
    )


def test_the_same_seed_gives_the_same_run() -> None:
    assert run(1) == run(1)
    assert run(1)[0] != run(2)[0]


def test_each_variant_is_a_prefix_with_final_steps_of_its_own() -> None:
    for seed in range(4):
        log, snapshots = run(seed, 160, (30, 80, 160))
        prefixes = [taken.prefix for taken in snapshots]
        assert len(prefixes) == 3
        assert prefixes == sorted(prefixes)
        assert snapshots[-1].steps(log) == tuple(log)
        for taken in snapshots:
            assert taken.final
            module = Module.parse(DATA)
            for step in taken.steps(log):
                assert step.is_applicable(module)
                step.apply(module)
            assert module.to_bytes() == taken.data


def test_final_steps_are_those_of_final_passes_alone() -> None:
    final = [known for known in PASSES if known.final]
    log, snapshots = fuzz(
        Module.parse(DATA), (), Rng.of(2), 100, (40, 100), passes=final, every_pass=True
    )
    assert [taken.prefix for taken in snapshots] == [0] * len(snapshots)
    assert len(snapshots) == 2
    assert len(log) <= 100


def test_final_steps_are_few_and_never_more_than_half() -> None:
    swarm = Swarm(PASSES, True, "", Rng.of(0), 0)
    assert [swarm.final_steps(length) for length in (0, 1, 2, 30, 80, 360)] == [0, 0, 1, 15, 24, 72]
    without = Swarm([known for known in PASSES if not known.final], True, "", Rng.of(0), 0)
    assert without.final_steps(360) == 0


def test_what_other_variants_there_are_changes_no_final_steps_of_the_first() -> None:
    both, alone = run(3, 120, (40, 120))[1], run(3, 120, (40, 80, 120))[1]
    assert both[0] == alone[0]


def test_a_run_ends_near_its_limit() -> None:
    for seed in range(6):
        log, _ = run(seed, 100, ())
        assert 50 <= len(log) <= 140


def test_a_run_without_any_way_on_ends() -> None:
    only = [known for known in PASSES if known.name == "permute_phi_operands"]
    log, snapshots = fuzz(
        Module.parse(DATA), (), Rng.of(1), 20, (10, 20), passes=only, every_pass=True
    )
    assert len(log) <= 20
    assert len({taken.data for taken in snapshots}) == len(snapshots) <= 2


@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_each_strategy_makes_whole_runs(strategy: str) -> None:
    runs = [
        fuzz(Module.parse(DATA), DONORS, Rng.of(seed, NAME), 100, strategy=strategy)[0]
        for seed in range(4)
    ]
    assert max(map(len, runs)) >= 76
    assert runs[0] == fuzz(Module.parse(DATA), DONORS, Rng.of(0, NAME), 100, strategy=strategy)[0]


def test_swarms_differ() -> None:
    used = [{type(step).__name__ for step in run(seed, 200, ())[0]} for seed in range(4)]
    assert any(one != used[0] for one in used[1:])


def test_rejections_are_counted() -> None:
    statistics = Statistics()
    run(5, statistics=statistics)
    assert statistics.turns > 0
    assert statistics.rejected > 0


def test_nothing_is_left_for_the_collector() -> None:
    run(7)
    gc.collect()
    gc.disable()
    try:
        run(8)
        assert gc.collect() < 100
    finally:
        gc.enable()


def test_the_collector_is_as_it_was() -> None:
    gc.disable()
    try:
        run(9, 20, ())
        assert not gc.isenabled()
    finally:
        gc.enable()
    run(9, 20, ())
    assert gc.isenabled()
