"""What is known of a sample where its level may have several values."""

from __future__ import annotations

import pytest
from helpers.image_modules import drawn, image_module
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


@pytest.mark.parametrize("call", ["texture(s, p)", "texture(s, p, 1.0)", "textureGrad(s, p, p, p)"])
def test_a_level_that_a_device_chooses_is_not_compared(call: str) -> None:
    body = f"vec2 p = at / 7.0; colour = vec4(0.0); if (at.x > 2.0) colour = {call};"
    proof = prove(image_module(body, textures=(PICTURE,)))
    assert (proof.answer, proof.compared) == ("partly", 8)
    assert {one.kind for one in proof.masked} == {"rounding"}


def test_integers_of_an_open_level_decide_nothing() -> None:
    declared = "layout(binding = 0) uniform usampler2D s;"
    whole = replace(PICTURE, numbers="uint")
    body = "colour = vec4(0.0); if (texture(s, vec2(0.1)).x > 300u) colour.x = 1.0;"
    proof = prove(image_module(body, declared, (whole,)))
    assert proof.compared == 0
    assert proof.drawn == 16


def test_a_question_about_a_level_that_is_not_there_is_not_compared() -> None:
    body = "colour = vec4(textureSize(s, int(at.x)).x);"
    program = image_module(body, textures=(PICTURE,))
    proof = prove(program)
    assert proof.compared == sum(isinstance(one, tuple) for one in drawn(program)) == 12
