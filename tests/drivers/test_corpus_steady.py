"""The corpus on real drivers: one picture everywhere, plain and optimised, and pictures that
show something.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from helpers.corpus import programs
from helpers.here import named
from helpers.sampling import one_in

from aberration.core.comparison import Tolerance, compare, pixels, within
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.targets.pool import TargetPool

DRIVERS = ("lavapipe", "swiftshader")
INEXACT = {
    *("sine_waves", "bilinear_by_hand", "heightmap_relief", "layered_blend", "volume_march"),
    *("skinned_figure", "swaying_grass"),
    *("agreed_light", "masked_clouds"),
}
FEWEST_COLOURS = 16
DEADLINE = 30.0

REFERENCES = programs("references") + programs("vertex")
COMPUTE = programs("compute")


@pytest.fixture(scope="module")
def pool() -> Iterator[TargetPool]:
    opened = TargetPool()
    yield opened
    opened.close()


@cache
def target(name: str) -> Target:
    return named(name)


def run(pool: TargetPool, name: str, program: Program) -> Image | Buffers:
    outcome = pool.run(target(name), program, DEADLINE).outcome
    assert isinstance(outcome, Image | Buffers), outcome
    return outcome


@pytest.mark.parametrize("program", one_in(5, REFERENCES), ids=lambda program: program.name)
def test_a_reference_gives_one_picture(pool: TargetPool, program: Program) -> None:
    one, other = (run(pool, name, program) for name in DRIVERS)
    steps = 1 if program.name.removesuffix(".opt") in INEXACT else 0
    difference = compare(one, other, Tolerance(step=steps))
    assert within(difference, Tolerance(step=steps)), difference
    assert isinstance(one, Image)
    assert len(np.unique(pixels(one).reshape(-1, 4), axis=0)) >= FEWEST_COLOURS


@pytest.mark.parametrize("program", one_in(5, COMPUTE), ids=lambda program: program.name)
def test_a_compute_shader_gives_the_same_buffers_and_writes_them(
    pool: TargetPool, program: Program
) -> None:
    one, other = (run(pool, name, program) for name in DRIVERS)
    assert isinstance(one, Buffers)
    assert isinstance(other, Buffers)
    assert one.data == other.data
    assert one.data != tuple(buffer.data for buffer in program.inputs.buffers)


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("driver", DRIVERS)
def test_the_optimiser_changes_no_result(pool: TargetPool, driver: str, every: int) -> None:
    everything = {program.name: program for program in REFERENCES + COMPUTE}
    for name in [name for name in everything if not name.endswith(".opt")][::every]:
        program = everything[name]
        plain, optimised = run(pool, driver, program), run(pool, driver, everything[f"{name}.opt"])
        assert compare(plain, optimised, Tolerance()).exact, name
