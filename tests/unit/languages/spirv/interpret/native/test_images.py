"""What is known of texels where a coordinate may have several values."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest
from helpers.image_modules import DECLARED, PICTURE, drawn, image_module
from msgspec.structs import replace

from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.core.textures import Texture
from aberration.languages.native.compiler import available
from aberration.languages.spirv.interpret.proof import Proof, prove

pytestmark = pytest.mark.skipif(not available(), reason="no C compiler: tcc, gcc and clang")
INTEGERS: Final = "layout(binding = 0) uniform usampler2D s;"
WHOLE: Final = Texture("s", "2D", "uint", (4, 8, 1), 6, binding=0)
INEXACT: Final = "vec2 p = at / vec2(4.0, 8.0) * 0.1 / 0.1;"
"""Each pixel's texel, by way of divisions that no two drivers have to round alike."""
NEAR: Final = "vec2 p = (floor(at) + 0.0156254) / vec2(4.0, 8.0) * 0.1 / 0.1;"
"""As near to a border as is known: 1/64 is 0.015625."""


def colours(proof: Proof) -> list[tuple[float, ...]]:
    assert isinstance(proof.outcome, Image)
    rows = np.frombuffer(proof.outcome.data, np.float32).reshape(-1, 4)
    return [tuple(map(float, row)) for row in rows]


def assert_known(program: Program) -> Proof:
    proof = prove(program)
    assert (proof.answer, proof.compared) == ("defined", proof.drawn)
    assert colours(proof) == drawn(program)
    return proof


@pytest.mark.parametrize(
    "call",
    [
        "texture(s, p)",
        "textureLod(s, p, sin(at.x))",
        "textureProj(s, vec3(p * 0.3, 0.3))",
        "textureGather(s, p + 0.03)",
        "texelFetch(s, ivec2(p * vec2(4.0, 8.0)), 0)",
    ],
)
def test_a_coordinate_in_the_middle_of_a_texel_is_known_however_it_is_rounded(call: str) -> None:
    assert_known(image_module(f"{INEXACT} colour = {call};"))


def test_a_decision_by_a_texel_is_known() -> None:
    body = f"{INEXACT} colour = vec4(0.0); if (texture(s, p).x > 100u) colour = vec4(1.0);"
    proof = assert_known(image_module(body, INTEGERS, (WHOLE,)))
    assert set(colours(proof)) == {(0.0,) * 4, (1.0,) * 4}


@pytest.mark.parametrize("numbers", ["float", "uint"])
def test_a_coordinate_that_rounding_may_move_is_not_compared(numbers: str) -> None:
    """The nearest number is a little inside of the margin, the interval reaches beyond it."""
    whole = numbers == "uint"
    declared, texture = (INTEGERS, WHOLE) if whole else (DECLARED, PICTURE)
    program = image_module(f"{NEAR} colour = vec4(texture(s, p));", declared, (texture,))
    proof = prove(program)
    assert proof.answer == "partly"
    assert proof.compared < sum(isinstance(one, tuple) for one in drawn(program))
    assert {one.kind for one in proof.masked} == {"rounding"}


@pytest.mark.parametrize(
    ("body", "kind", "compared"),
    [
        ("colour = texture(s, floor(at) / vec2(4.0, 8.0));", "rounding", 0),
        ("colour = vec4(texelFetch(s, ivec2(at) + ivec2(1, 0), 0));", "invalid-argument", 12),
        ("colour = texelFetch(s, ivec2(0), int(at.x));", "invalid-argument", 4),
        ("colour = vec4(textureSize(s, int(at.x)).x);", "invalid-argument", 4),
        ("vec2 never; colour = texture(s, never);", "uninitialised", 0),
        ("int never; colour = texelFetch(s, ivec2(never), 0);", "uninitialised", 0),
    ],
)
def test_what_is_open_is_not_compared(body: str, kind: str, compared: int) -> None:
    proof = prove(image_module(body))
    assert (proof.drawn, proof.compared) == (16, compared)
    assert {one.kind for one in proof.masked} == {kind}


def test_texels_of_integers_that_are_open_are_no_decision() -> None:
    """Firm numbers say where to fetch: that one lies outside is found by the run alone."""
    body = """
    uint n = texelFetch(s, ivec2(at) + ivec2(1, 0), 0).x;
    colour = vec4(0.25); if (n > 100u) colour = vec4(1.0);
    """
    proof = prove(image_module(body, INTEGERS, (WHOLE,)))
    assert (proof.drawn, proof.compared) == (16, 12)


def test_an_open_texel_that_nobody_uses_leaves_all_known() -> None:
    untouched = "vec4 t = texture(s, floor(at) / vec2(4.0, 8.0)); colour = vec4(0.5);"
    assert prove(image_module(untouched)).compared == 16


def test_relaxed_coordinates_may_have_the_digits_of_16_bits() -> None:
    """RelaxedPrecision of the sample says so: half of a hundredth of a texel is not enough then."""
    shader = (
        "vec2 p = (floor(at) + 0.02) / vec2(4.0, 8.0) + 16.0;{} vec4 t = texture(s, p); colour = t;"
    )
    assert prove(image_module(shader.format("highp"))).compared == 16
    declared = "layout(binding = 0) uniform mediump sampler2D s;"
    assert prove(image_module(shader.format("mediump"), declared)).compared < 16


LINEAR: Final = replace(PICTURE, filter="linear")


@pytest.mark.parametrize("call", ["texture(s, p)", "textureLod(s, p + 0.13, 0.0)"])
def test_a_linear_filter_is_known_on_and_between_texels(call: str) -> None:
    program = image_module(f"{INEXACT} colour = {call};", textures=(LINEAR,))
    proof = assert_known(program)
    assert proof.limits is not None
    low, high = (
        np.frombuffer(side[0], np.float32) for side in (proof.limits.low, proof.limits.high)
    )
    assert ((low < high) & (high - low < 0.1)).all()


def test_a_decision_near_to_a_filtered_value_may_go_both_ways() -> None:
    text = "vec4 t = texture(s, at / vec2(4.0, 8.0)); colour = vec4(t.x > {} ? 1.0 : 0.0);"
    value = drawn(image_module("colour = texture(s, at / vec2(4.0, 8.0));"))[0]
    assert isinstance(value, tuple)
    proof = prove(image_module(text.format(f"{value[0] + 0.001:.6f}"), textures=(LINEAR,)))
    assert proof.limits is not None
    low, high = (
        np.frombuffer(side[0], np.float32) for side in (proof.limits.low, proof.limits.high)
    )
    assert (low[0], high[0]) == (0.0, 1.0)
    assert (low[4:] == high[4:]).any()


def test_a_gather_is_not_filtered() -> None:
    program = image_module("colour = textureGather(s, at / vec2(4.0, 8.0) + 0.05);")
    linear = replace(program, inputs=replace(program.inputs, textures=(LINEAR,)))
    assert drawn(linear) == drawn(program)


def test_weights_of_fewer_bits_let_more_be_legal() -> None:
    """In the middle between two texels: as far as twice a unit of the last bit is worth."""
    body = "colour = texture(s, (floor(at) + vec2(0.0, 0.5)) / vec2(4.0, 8.0));"
    linear = image_module(body, textures=(LINEAR,))
    widths = {}
    for bits in (8, 4):
        limits = prove(linear, weight_bits=bits).limits
        assert limits is not None
        low, high = (np.frombuffer(part[0], np.float32) for part in (limits.low, limits.high))
        widths[bits] = float(np.max(high - low))
    assert widths[8] < 0.1
    assert widths[4] > 3 * widths[8]


AROUND: Final = Texture("s", "Cube", size=(4, 4, 6), number=9, binding=0)
CUBE: Final = "layout(binding = 0) uniform samplerCube s;"


@pytest.mark.parametrize(
    "call",
    [
        "texture(s, p)",
        "textureLod(s, p * 7.0, sin(at.x))",
        "textureGrad(s, p.zxy, p, p)",
        "textureGather(s, p * vec3(0.5, 0.45, 1.0), 2)",
        "vec4(textureSize(s, 0), p.z * 0.0, 1.0)",
    ],
)
def test_a_direction_into_a_texel_of_a_cube_is_known_however_it_is_rounded(call: str) -> None:
    body = f"vec3 p = vec3(at / 2.0 - 1.0, 1.0) * 0.1 / 0.1; colour = {call};"
    assert_known(image_module(body, CUBE, (AROUND,)))


def test_a_direction_that_rounding_may_move_to_another_face_is_not_compared() -> None:
    """The second pixel from the left lies on the edge, the others well inside of a face."""
    edge = "vec3 p = vec3(1.0, at.x == 1.5 ? 1.0 : 0.3, 0.3) * 0.1 / 0.1; colour = texture(s, p);"
    proof = prove(image_module(edge, CUBE, (AROUND,)))
    assert proof.compared == 12
    assert {one.kind for one in proof.masked} == {"rounding"}


def test_a_linear_filter_of_a_cube_is_known_inside_of_a_face() -> None:
    linear = replace(AROUND, filter="linear")
    body = "vec3 p = vec3((at - 2.0) * 0.4, 1.0); colour = texture(s, p);"
    inner = prove(image_module(body, CUBE, (linear,)))
    assert (inner.answer, inner.compared) == ("defined", inner.drawn)
    outer = prove(image_module(body.replace("0.4", "0.6"), CUBE, (linear,)))
    assert outer.compared == 4


SHADOW: Final = Texture("s", "2DShadow", size=(4, 8, 1), number=6, binding=0, compare="greater")
COMPARED: Final = "layout(binding = 0) uniform sampler2DShadow s;"


@pytest.mark.parametrize(
    "call",
    [
        "vec4(texture(s, vec3(p, 0.41)))",
        "vec4(textureLod(s, vec3(p, at.x * 0.13 / 0.9), 1.0))",
        "textureGather(s, p + 0.03, 0.3333)",
    ],
)
def test_a_comparison_is_known_however_its_reference_is_rounded(call: str) -> None:
    program = image_module(f"{INEXACT} colour = {call};", COMPARED, (SHADOW,))
    proof = assert_known(program)
    assert {one for row in colours(proof) for one in row} == {0.0, 1.0}


def test_a_reference_near_to_the_depth_is_not_compared() -> None:
    """The depth at the first pixel is 78 of 256."""
    body = "colour = vec4(texture(s, vec3(at / vec2(4.0, 8.0), 78.0 / 256.0)));"
    proof = prove(image_module(body, COMPARED, (SHADOW,)))
    assert (proof.drawn, proof.compared) == (16, 15)
    assert {one.kind for one in proof.masked} == {"rounding"}
