"""Programs for the vertex stage: drivers give what our interpreter says, of modules and of text
behind each glslang that is here.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
import pytest
from helpers.here import named
from helpers.vertex_modules import ATTRIBUTES, SIZES, vertex_program

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import TargetUnavailable, UnknownName
from aberration.core.outcome import Compiled, Image, Outcome, PixelFormat, Rejected
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.targets.front_end import compile_glsl
from aberration.targets.pool import TargetPool

DRIVERS: Final = ("lavapipe", "swiftshader")
FORMATS: Final[dict[PixelFormat, tuple[str, Tolerance]]] = {
    # How a driver rounds to 8 bits where two are as near is open.
    "rgba8": ("", Tolerance(step=1)),
    "rgba32f": (":rgba32f", Tolerance(step=0, relative=0.0, absolute=0.0)),
}
CHAINS: Final = (
    *("glslang", "glslang@12.0.0", "glslang@15.1.0", "glslang@16.6.0"),
    *("shaderc:-O", "shaderc@2026.4:-Os", "glslang+spirv-opt:-O", "glslang+spirv-opt:-Os"),
)
NUMBERED: Final = "numbered"
"""Uniforms outside of blocks and gl_VertexID: nothing for shaderc."""


@cache
def target(name: str) -> Target:
    return named(name)


@cache
def compiled(name: str, size: tuple[int, int]) -> Program:
    return compile_glsl(vertex_program(name, size))


@cache
def expected(name: str, size: tuple[int, int], pixels: PixelFormat) -> Image:
    program = compiled(name, size)
    found = Interpreter(program.source, program.inputs).image(pixels)
    assert isinstance(found, Image), str(found)
    return found


def run(pool: TargetPool, name: str, program: Program) -> Outcome:
    try:
        return pool.run(target(name), program).outcome
    except (TargetUnavailable, UnknownName) as error:
        pytest.skip(f"{name}: {error.message}")


def assert_is(outcome: Outcome, image: Image, tolerance: Tolerance) -> None:
    assert isinstance(outcome, Image), outcome
    difference = compare(image, outcome, tolerance)
    assert within(difference, tolerance), str(difference)


@pytest.mark.parametrize("pixels", FORMATS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ATTRIBUTES)
@pytest.mark.parametrize("driver", DRIVERS)
def test_modules(
    pool: TargetPool, driver: str, name: str, size: tuple[int, int], pixels: PixelFormat
) -> None:
    suffix, tolerance = FORMATS[pixels]
    found = run(pool, f"{driver}{suffix}", compiled(name, size))
    assert_is(found, expected(name, size, pixels), tolerance)


@pytest.mark.parametrize("name", ATTRIBUTES)
@pytest.mark.parametrize("chain", CHAINS)
def test_text_behind_front_ends(pool: TargetPool, chain: str, name: str) -> None:
    size = SIZES[1]
    found = run(pool, f"{chain}+lavapipe:rgba32f", vertex_program(name, size))
    if name == NUMBERED and chain.startswith("shaderc"):
        assert isinstance(found, Rejected)
        assert found.unasked
        assert "gl_VertexID" in found.message
        return
    assert_is(found, expected(name, size, "rgba32f"), FORMATS["rgba32f"][1])


@pytest.mark.parametrize("driver", DRIVERS)
def test_what_is_missing_is_said(pool: TargetPool, driver: str) -> None:
    program = compiled("integers", SIZES[0])
    inputs = program.inputs
    without = [one for one in inputs.attributes if one.name != "pair"]
    lacking = msgspec.structs.replace(inputs, attributes=tuple(without))
    found = run(pool, driver, msgspec.structs.replace(program, inputs=lacking))
    assert isinstance(found, Rejected)
    assert found.message == "location 1 is an attribute, and none is supplied"


@pytest.mark.parametrize("driver", DRIVERS)
def test_ways_are_refused(pool: TargetPool, driver: str) -> None:
    program = compiled("integers", SIZES[0])
    driven = msgspec.structs.replace(program.inputs, ways=("DrawIndexed",))
    found = run(pool, driver, msgspec.structs.replace(program, inputs=driven))
    assert isinstance(found, Rejected)
    assert found.unasked
    assert "DrawIndexed" in found.message


@pytest.mark.parametrize("driver", DRIVERS)
def test_fragments_and_vertices_take_turns(pool: TargetPool, driver: str) -> None:
    text = (
        b"#version 450\nlayout(location = 0) out vec4 colour;\n"
        b"void main() { colour = vec4(gl_FragCoord.xy / 8.0, 0.0, 1.0); }"
    )
    vertices = compiled("matrices", SIZES[0])
    inputs = msgspec.structs.replace(vertices.inputs, attributes=())
    fragments = compile_glsl(Program("glsl", "fragment", text, inputs))
    first, between, last = (
        run(pool, driver, program) for program in (vertices, fragments, vertices)
    )
    assert isinstance(between, Image)
    assert between != first == last


@pytest.mark.parametrize("compiler", ["radv-aco-navi10", "nvk-tu102@26.2.6", "turnip-a660@26.2.6"])
@pytest.mark.parametrize("name", ATTRIBUTES)
def test_drivers_without_a_device_compile(pool: TargetPool, compiler: str, name: str) -> None:
    assert isinstance(run(pool, compiler, compiled(name, SIZES[0])), Compiled)


def test_other_languages_are_refused(pool: TargetPool) -> None:
    found = run(pool, "spirv-cross:450+llvmpipe", compiled("matrices", SIZES[0]))
    assert isinstance(found, Rejected)
    assert "a vertex shader" in found.message


@pytest.mark.parametrize("compiler", ["radv-aco-aldebaran", "radv-llvm-aldebaran"])
def test_a_chip_for_computation_alone_is_asked_nothing(pool: TargetPool, compiler: str) -> None:
    found = run(pool, compiler, compiled("tables", SIZES[0]))
    assert isinstance(found, Rejected)
    assert found.unasked
