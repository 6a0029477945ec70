"""What shaders in ESSL see of textures in a browser's WebGL, and in what ANGLE writes of them."""

from __future__ import annotations

import pytest
from helpers import sampled
from helpers.conformance import available
from helpers.webgl import ESSL_300

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.core.textures import WRAPS, Texture
from aberration.core.ways import ways_of
from aberration.targets.pool import TargetPool
from aberration.targets.registry import select

ALL = available()
NAMES = (
    "angle-swiftshader:rgba32f",
    "angle-gl-llvmpipe:rgba32f",
    "angle:essl+llvmpipe:rgba32f",
)
browsers = pytest.mark.parametrize("name", NAMES[:2])
everywhere = pytest.mark.parametrize("name", NAMES)
SECONDS = 60.0


def target_of(name: str) -> Target:
    (found,) = select(ALL, [name])
    return found


def run(pool: TargetPool, name: str, program: Program) -> Outcome:
    return pool.run(target_of(name), program, SECONDS).outcome


def drawn(pool: TargetPool, name: str, program: Program) -> bytes:
    outcome = run(pool, name, program)
    assert isinstance(outcome, Image), outcome
    return outcome.data


@everywhere
def test_each_texel_is_what_its_formula_says(pool: TargetPool, name: str) -> None:
    for texture in sampled.each_kind():
        program = sampled.fetching(texture, "300 es")
        assert drawn(pool, name, program) == sampled.texels(texture), texture


@everywhere
@pytest.mark.parametrize("dialect", ["100", "300 es"])
def test_coordinates_outside_are_wrapped(pool: TargetPool, name: str, dialect: str) -> None:
    for wrap in WRAPS:
        texture = Texture("s", size=(5, 3, 1), number=9, wrap=wrap)
        program = sampled.wrapping(texture, dialect)
        assert drawn(pool, name, program) == sampled.wrapped_texels(texture), wrap


@everywhere
def test_several_textures_are_told_apart(pool: TargetPool, name: str) -> None:
    assert drawn(pool, name, sampled.several("300 es")) == sampled.several_texels()


@browsers
def test_textures_are_the_same_however_it_is_driven(pool: TargetPool, name: str) -> None:
    wanted = sampled.several_texels()
    for way in sorted(ways_of("webgl", "fragment")):
        assert drawn(pool, name, sampled.several("300 es", way)) == wanted, way


@browsers
def test_nothing_of_a_texture_stays(pool: TargetPool, name: str) -> None:
    before = drawn(pool, name, ESSL_300)
    size = Inputs(width=4, height=4)
    lonely = sampled.drawing(
        "colour = vec4(texture(deep, vec3(0.5)));",
        "uniform highp usampler3D deep;",
        "300 es",
        size,
    )
    for _ in range(2):
        assert drawn(pool, name, sampled.several("300 es")) == sampled.several_texels()
        assert drawn(pool, name, ESSL_300) == before
        outcome = run(pool, name, lonely)
        assert isinstance(outcome, Rejected)
        assert outcome.unasked


@pytest.mark.parametrize(
    ("declared", "body", "message"),
    [
        ("sampler3D s", "texture(s, vec3(0.5))", "'s' is no sampler2D, and the texture"),
        ("usampler2D s", "vec4(texture(s, vec2(0.5)))", "'s' is no sampler2D"),
        ("float s", "vec4(s)", "'s' is no sampler2D"),
        (
            "sampler2D s[2]",
            "texture(s[0], vec2(0.5)) + texture(s[1], vec2(0.5))",
            "s[0] is an image or sampler, and none is supplied",
        ),
    ],
)
def test_a_sampler_of_another_type_is_not_asked_for(
    pool: TargetPool, declared: str, body: str, message: str
) -> None:
    inputs = Inputs(width=4, height=4, textures=(Texture("s"),))
    program = sampled.drawing(f"colour = {body};", f"uniform highp {declared};", "300 es", inputs)
    outcome = run(pool, NAMES[0], program)
    assert isinstance(outcome, Rejected)
    assert outcome.unasked
    assert message in outcome.message
