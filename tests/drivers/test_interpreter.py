"""The interpreter and the drivers agree about the corpus: pictures and buffers to the bit, sines within a step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import msgspec
import pytest
from helpers.corpus import programs

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.spirv.interpret.run import Interpreter, interpret
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

DRIVERS: Final = ("lavapipe", "swiftshader")
INEXACT: Final = {"sine_waves"}
DEADLINE: Final = 60.0
SIDE: Final = 24
FEW: Final = {"discard_lattice", "hash_noise.opt", "matrix_powers", "sine_waves", "string_match", "seven_segments.opt"}

REFERENCES: Final = programs("references")
COMPUTE: Final = programs("compute")


@pytest.fixture(scope="module")
def pool() -> Iterator[TargetPool]:
    with TargetPool() as opened:
        yield opened


@cache
def target(name: str) -> Target:
    return select(discover(), [name])[0]


def small(program: Program) -> Program:
    """Return the same program for a small image."""
    return msgspec.structs.replace(program, inputs=msgspec.structs.replace(program.inputs, width=SIDE, height=SIDE))


def assert_agrees(pool: TargetPool, program: Program) -> None:
    mine = interpret(program)
    assert isinstance(mine, Image | Buffers), str(mine)
    tolerance = Tolerance(step=1 if program.name.removesuffix(".opt") in INEXACT else 0, relative=0.0, absolute=0.0)
    for driver in DRIVERS:
        theirs = pool.run(target(driver), program, DEADLINE).outcome
        assert isinstance(theirs, Image | Buffers), theirs
        difference = compare(mine, theirs, tolerance)
        assert within(difference, tolerance), f"{driver}: {difference}"


@pytest.mark.parametrize("name", sorted(FEW))
def test_small_images(pool: TargetPool, name: str) -> None:
    assert_agrees(pool, small(next(program for program in REFERENCES if program.name == name)))


@pytest.mark.parametrize("program", COMPUTE, ids=lambda program: program.name)
def test_buffers(pool: TargetPool, program: Program) -> None:
    assert_agrees(pool, program)


@pytest.mark.slow
@pytest.mark.parametrize("program", REFERENCES, ids=lambda program: program.name)
def test_whole_images(pool: TargetPool, program: Program) -> None:
    assert_agrees(pool, program)


@pytest.mark.parametrize("name", ["lit_spheres", "matrix_powers", "voxel_march"])
def test_floats_before_they_are_colours(pool: TargetPool, name: str) -> None:
    program = small(next(program for program in REFERENCES if program.name == name))
    mine = Interpreter(program.source, program.inputs).image("rgba32f")
    assert isinstance(mine, Image), str(mine)
    tolerance = Tolerance(relative=1e-6, absolute=1e-7)
    for driver in DRIVERS:
        theirs = pool.run(target(f"{driver}:rgba32f"), program, DEADLINE).outcome
        assert isinstance(theirs, Image), theirs
        assert within(compare(mine, theirs, tolerance), tolerance), driver
