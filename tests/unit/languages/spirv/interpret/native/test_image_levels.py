"""What is known of a sample where its level may have several values."""

from __future__ import annotations

import pytest
from helpers.image_modules import drawn, image_module
from msgspec import UNSET
from msgspec.structs import replace

from aberration.core.textures import Texture
from aberration.languages.native.compiler import available
from aberration.languages.spirv.interpret.proof import prove

pytestmark = pytest.mark.skipif(not available(), reason="no C compiler: tcc, gcc and clang")
PICTURE = Texture("s", size=(4, 8, 1), number=6, binding=0, levels=3)


@pytest.mark.parametrize("filtered", [False, True])
@pytest.mark.parametrize(
    ("lod", "compared"),
    [
        ("at.x * 0.1 / 0.1 - 0.5", 16),
        ("at.x - 0.125001", 16),
        ("(at.x - 0.12500001) * 0.1 / 0.1", 8),
        ("sin(at.x) * 1e-3 + 1.0", 16),
        ("sin(at.x) * 0.5 + 1.0", 12),
    ],
)
def test_a_level_is_known_however_it_is_rounded(lod: str, compared: int, filtered: bool) -> None:
    picture = replace(PICTURE, filter="linear") if filtered else PICTURE
    program = image_module(f"colour = textureLod(s, vec2(0.1), {lod});", textures=(picture,))
    proof = prove(program)
    assert proof.compared == compared


@pytest.mark.parametrize(
    "call", ["texture(s, at * 0.3)", "texture(s, p, 0.9)", "textureGrad(s, p, p * 0.0, p)"]
)
def test_a_level_that_a_device_chooses_is_not_compared(call: str) -> None:
    body = f"vec2 p = at / 7.0; colour = vec4(0.0); if (at.x > 2.0) colour = {call};"
    proof = prove(image_module(body, textures=(PICTURE,)))
    assert (proof.answer, proof.compared) == ("partly", 8)
    assert {one.kind for one in proof.masked} == {"rounding"}


@pytest.mark.parametrize(
    ("call", "compared"),
    [
        ("texture(s, p)", 0),
        ("texture(s, p, -0.2)", 16),
        ("texture(s, p, 1.0)", 16),
        ("texture(s, p, -3.5)", 16),
        ("texture(s, p * vec2(1.0, 2.0), -3.5)", 0),
        ("texture(s, vec2(0.1))", 16),
        ("textureGrad(s, vec2(0.1), vec2(0.0), vec2(0.0, 0.2))", 16),
        ("textureGrad(s, vec2(0.1), vec2(0.1, 0.2), vec2(0.0))", 0),
        ("textureGrad(s, vec2(0.1), vec2(0.0), vec2(0.0))", 16),
        ("(at.x > 1.0 ? texture(s, p, -0.2) : vec4(0.0))", 12),
    ],
)
def test_slopes_choose_a_level_where_all_lengths_do(call: str, compared: int) -> None:
    """A step is two texels, which may be taken for sqrt(2) times as many; a bias of less than -2
    may be -2.
    """
    body = f"vec2 p = vec2(0.1, 0.03 + floor(at.y) * 0.25); colour = {call};"
    assert prove(image_module(body, textures=(PICTURE,))).compared == compared


@pytest.mark.parametrize("filtered", [False, True])
def test_linear_levels_leave_nothing_open(filtered: bool) -> None:
    picture = replace(PICTURE, mip="linear", filter="linear" if filtered else UNSET)
    middle = "(floor(at) + 0.3) / vec2(4.0, 8.0)"
    body = f"colour = texture(s, {middle}, at.x * 0.4) + textureLod(s, {middle}, at.y);"
    proof = prove(image_module(body, textures=(picture,)))
    assert proof.compared == 16


def test_integers_of_an_open_level_decide_nothing() -> None:
    declared = "layout(binding = 0) uniform usampler2D s;"
    whole = replace(PICTURE, numbers="uint")
    body = "colour = vec4(0.0); if (texture(s, at * 0.3).x > 300u) colour.x = 1.0;"
    proof = prove(image_module(body, declared, (whole,)))
    assert proof.compared == 0
    assert proof.drawn == 16


def test_a_question_about_a_level_that_is_not_there_is_not_compared() -> None:
    body = "colour = vec4(textureSize(s, int(at.x)).x);"
    program = image_module(body, textures=(PICTURE,))
    proof = prove(program)
    assert proof.compared == sum(isinstance(one, tuple) for one in drawn(program)) == 12
