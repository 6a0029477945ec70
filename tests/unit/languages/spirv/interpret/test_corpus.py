"""The bundled corpus is well defined: nothing in it traps."""

from __future__ import annotations

from typing import Final

import pytest
from helpers.corpus import programs

from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.run import Interpreter, interpret
from aberration.languages.spirv.interpret.undefined import Trap

FRAGMENTS: Final = [*programs("references"), *programs("donors")]
VERTICES: Final = programs("vertex")
PLACES: Final = ((0, 0), (255, 255), (100, 37), (31, 200), (128, 129), (64, 65))


@pytest.mark.parametrize("program", FRAGMENTS, ids=lambda program: program.name)
def test_some_pixels(program: Program) -> None:
    one = Interpreter(program.source, program.inputs)
    other = Interpreter(program.source, program.inputs, Options(rng_seed=1))
    for x, y in PLACES:
        found = one.pixel(x, y)
        assert not isinstance(found, Trap), str(found)
        assert other.pixel(x, y) == found, "the result depends on an OpUndef"


@pytest.mark.parametrize("program", programs("compute"), ids=lambda program: program.name)
def test_dispatches(program: Program) -> None:
    found = interpret(program)
    assert isinstance(found, Buffers), str(found)
    assert found == interpret(program, Options(rng_seed=1))


@pytest.mark.parametrize("program", VERTICES, ids=lambda program: program.name)
def test_images_of_vertices(program: Program) -> None:
    found = interpret(program)
    assert isinstance(found, Image), str(found)
    assert found == interpret(program, Options(rng_seed=1))


@pytest.mark.slow
@pytest.mark.parametrize("program", FRAGMENTS, ids=lambda program: program.name)
def test_whole_images(program: Program) -> None:
    found = interpret(program)
    assert isinstance(found, Image), str(found)


def test_plain_and_optimised_agree() -> None:
    by_name = {program.name: program for program in programs("references")}
    for name, program in by_name.items():
        if not name.endswith(".opt"):
            plain, optimised = (
                Interpreter(each.source, each.inputs).pixel(77, 150)
                for each in (program, by_name[f"{name}.opt"])
            )
            assert isinstance(plain, tuple)
            assert optimised == pytest.approx(plain, abs=1e-6)
