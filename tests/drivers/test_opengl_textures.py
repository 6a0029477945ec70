"""What shaders in GLSL and ESSL see of textures, on the OpenGL drivers."""

from __future__ import annotations

from itertools import product

import pytest
from helpers import sampled
from helpers.newest import with_newest
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.core.textures import WRAPS, Texture
from aberration.core.ways import ways_of
from aberration.targets.opengl import providers
from aberration.targets.pool import TargetPool

TARGETS = {target.id: target for target in providers()}
DRIVERS = ("llvmpipe", "llvmpipe-nopt", "softpipe", "zink-lavapipe")
COMPUTING = [pair for pair in product(DRIVERS, sampled.COMPUTE) if pair != ("softpipe", "430")]
drivers = pytest.mark.parametrize("driver", DRIVERS)


def run(pool: TargetPool, driver: str, program: Program) -> Outcome:
    name = with_newest(driver).id if "@" in driver else driver
    return pool.run(TARGETS[f"{name}:rgba32f"], program, 30.0).outcome


def drawn(pool: TargetPool, driver: str, program: Program) -> bytes:
    outcome = run(pool, driver, program)
    assert isinstance(outcome, Image), outcome
    return outcome.data


@drivers
@pytest.mark.parametrize("dialect", [one for one in sampled.DIALECTS if one != "100"])
def test_each_texel_is_what_its_formula_says(pool: TargetPool, driver: str, dialect: str) -> None:
    for texture in sampled.each_kind():
        program = sampled.fetching(texture, dialect)
        assert drawn(pool, driver, program) == sampled.texels(texture), texture


@pytest.mark.parametrize(("driver", "dialect"), COMPUTING)
def test_compute_shaders_see_the_same(pool: TargetPool, driver: str, dialect: str) -> None:
    for texture in sampled.each_kind():
        outcome = run(pool, driver, sampled.storing(texture, dialect))
        assert isinstance(outcome, Buffers), outcome
        assert outcome.data == (sampled.texels(texture),), texture


@drivers
@pytest.mark.parametrize("dialect", sampled.DIALECTS)
def test_coordinates_outside_are_wrapped(pool: TargetPool, driver: str, dialect: str) -> None:
    for wrap in WRAPS:
        texture = Texture("s", size=(5, 3, 1), number=9, wrap=wrap)
        program = sampled.wrapping(texture, dialect)
        assert drawn(pool, driver, program) == sampled.wrapped_texels(texture), wrap


WITH_NEWEST = pytest.mark.parametrize("driver", [*DRIVERS, "llvmpipe@newest"])


def check_ways(pool: TargetPool, driver: str, program: Program, wanted: bytes) -> None:
    """Check that a program gives the same in each way that a driver has, and in all at once."""
    had = []
    for way in sorted(ways_of("opengl", program.stage)):
        outcome = run(pool, driver, driven(program, way))
        if isinstance(outcome, Rejected) and driver in DRIVERS:
            assert outcome.message == f"this context is not driven in this way: {way}"
            continue
        assert result(outcome) == wanted, way
        had.append(way)
    assert {"MakePipelineTwice"} < {*had}
    assert result(run(pool, driver, driven(program, *had))) == wanted


def driven(program: Program, *ways: str) -> Program:
    return replace(program, inputs=replace(program.inputs, ways=ways))


def result(outcome: Outcome) -> bytes:
    assert isinstance(outcome, Image | Buffers), outcome
    return outcome.data if isinstance(outcome, Image) else outcome.data[0]


@WITH_NEWEST
@pytest.mark.parametrize("dialect", ["330", "310 es"])
def test_several_textures_are_told_apart_however_it_is_driven(
    pool: TargetPool, driver: str, dialect: str
) -> None:
    assert drawn(pool, driver, sampled.several(dialect)) == sampled.several_texels()
    check_ways(pool, driver, sampled.several(dialect), sampled.several_texels())


@WITH_NEWEST
def test_compute_shaders_are_driven_with_textures(pool: TargetPool, driver: str) -> None:
    texture = Texture("s", "2DArray", "int", (3, 2, 4), 50)
    check_ways(pool, driver, sampled.storing(texture, "310 es"), sampled.texels(texture))


@drivers
def test_nothing_of_a_texture_stays(pool: TargetPool, driver: str) -> None:
    plain = sampled.drawing("colour = vec4(0.5);", "", "330", Inputs(width=4, height=4))
    lonely = sampled.drawing(
        "colour = texture(deep, vec2(0.5));",
        "uniform sampler2D deep;",
        "330",
        Inputs(width=4, height=4),
    )
    for _ in range(2):
        assert drawn(pool, driver, sampled.several("330")) == sampled.several_texels()
        assert drawn(pool, driver, plain) == sampled.as_floats([0.5] * 64)
        outcome = run(pool, driver, lonely)
        assert isinstance(outcome, Rejected)
        assert outcome.unasked
        assert "'deep' is an image, a sampler or of another type" in outcome.message


REFUSED = {
    "usampler2D": "is no sampler2D, and the texture of this name wants one",
    "sampler3D": "is no sampler2D",
    "sampler2DArray": "is no sampler2D",
    "samplerCube": "is no sampler2D",
    "sampler2DShadow": "is no sampler2D",
    "float": "is no sampler2D",
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_sampler_of_another_type_is_not_asked_for(pool: TargetPool, kind: str) -> None:
    place = "vec2(0.5)" if kind.endswith("2D") else "vec3(0.5)"
    body = "vec4(s)" if kind == "float" else f"vec4(texture(s, {place}))"
    inputs = Inputs(width=4, height=4, textures=(Texture("s"),))
    program = sampled.drawing(f"colour = {body};", f"uniform {kind} s;", "330", inputs)
    outcome = run(pool, "llvmpipe", program)
    assert isinstance(outcome, Rejected)
    assert outcome.unasked
    assert REFUSED[kind] in outcome.message


def test_an_array_of_samplers_without_textures_is_not_asked_for(pool: TargetPool) -> None:
    inputs = Inputs(width=4, height=4, textures=(Texture("s"),))
    body = "colour = texture(s[0], vec2(0.5)) + texture(s[1], vec2(0.5));"
    outcome = run(pool, "llvmpipe", sampled.drawing(body, "uniform sampler2D s[2];", "330", inputs))
    assert isinstance(outcome, Rejected)
    assert outcome.unasked
    assert "'s' is an image, a sampler or of another type that is not supplied" in outcome.message
