"""Every available target keeps the promises of a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.conformance import (
    accepted,
    available,
    chains,
    check_deadline,
    check_refuses,
    check_repeats,
    check_survives_a_kill,
    check_tiles,
    of_roots,
    one_of_each,
)
from helpers.sampling import one_in

from aberration.core.outcome import Compiled, Rejected
from aberration.core.target import Target
from aberration.targets.pool import TargetPool

ALL = available()
OTHERS = of_roots(ALL)
TARGETS = [*one_of_each([target for target in ALL if target not in OTHERS]), *chains()]
CHIPS = [target for target in ALL if target.stages[0].worker.runner == "radv"]


@pytest.fixture(scope="module")
def pool() -> Iterator[TargetPool]:
    with TargetPool(limit=4) as opened:
        yield opened


def by_id(target: Target) -> str:
    return target.id


def test_this_machine_has_the_drivers() -> None:
    wanted = {"lavapipe", "lavapipe-nopt", "swiftshader"}
    wanted |= {"wgpu-lavapipe", "wgpu-swiftshader", "wgpu-gl-llvmpipe"}
    wanted |= {"dawn-swiftshader", "dawn-gl-llvmpipe", "dawn-null", "chromium-webgpu-swiftshader"}
    assert wanted <= {target.id for target in TARGETS}


def test_this_machine_has_the_drivers_of_opengl_and_the_translators() -> None:
    here = {target.id for target in TARGETS}
    assert {"llvmpipe", "llvmpipe-nopt", "softpipe", "zink-lavapipe"} <= here
    assert {"glslang", "glslang@12.0.0", "shaderc", "spirv-cross:450"} <= here


@pytest.mark.parametrize("target", one_in(3, TARGETS), ids=by_id)
def test_repeats_itself_warm_and_fresh(pool: TargetPool, target: Target) -> None:
    check_repeats(pool, target)


@pytest.mark.slow
def test_draws_no_more_than_the_tiles(pool: TargetPool) -> None:
    drawing = {target.id for target in TARGETS if check_tiles(pool, target)}
    assert {
        "lavapipe",
        "swiftshader",
        "llvmpipe",
        "wgpu-lavapipe",
        "dawn-swiftshader",
        "angle-swiftshader",
    } <= drawing


@pytest.mark.parametrize("target", one_in(4, TARGETS), ids=by_id)
def test_refuses_what_is_no_program(pool: TargetPool, target: Target) -> None:
    check_refuses(pool, target)


@pytest.mark.parametrize("target", one_in(6, TARGETS), ids=by_id)
def test_keeps_its_deadline(pool: TargetPool, target: Target) -> None:
    check_deadline(pool, target)


@pytest.mark.parametrize("target", one_in(6, TARGETS), ids=by_id)
def test_is_a_crash_when_killed(target: Target) -> None:
    check_survives_a_kill(target)


@pytest.mark.slow
@pytest.mark.parametrize("target", one_of_each(OTHERS), ids=by_id)
def test_compilers_of_other_years_keep_the_promises(pool: TargetPool, target: Target) -> None:
    check_repeats(pool, target)
    check_refuses(pool, target)
    check_deadline(pool, target)
    check_survives_a_kill(target)


@pytest.mark.slow
@pytest.mark.parametrize("target", [target for target in ALL if target not in CHIPS], ids=by_id)
def test_all_of_them_repeat_themselves(pool: TargetPool, target: Target) -> None:
    check_repeats(pool, target)


@pytest.mark.slow
@pytest.mark.parametrize("target", CHIPS, ids=by_id)
def test_compiles_for_every_chip(pool: TargetPool, target: Target) -> None:
    for program in accepted("spirv"):
        outcome = pool.run(target, program).outcome
        draws = program.stage == "compute" or target.stages[0].worker.option("graphics") != "no"
        assert isinstance(outcome, Compiled if draws else Rejected), outcome
