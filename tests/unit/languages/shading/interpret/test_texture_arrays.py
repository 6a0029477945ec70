"""Elements of arrays of textures by a constant index, on both paths; other indices are refused."""

from __future__ import annotations

import pytest
from helpers.texture_runs import Point, channels, looked_up

from aberration.core.textures import Texture
from aberration.languages.shading.interpret.trap import Refused
from aberration.languages.shading.tree import LanguageName

LAYERS = tuple(Texture(f"layers[{k}]", size=(4, 2 + k, 1), number=k * 9) for k in range(3))
AT: Point = (0.4, 0.2, 0.0, 0.0)
DECLARED = """layout(binding = 0) uniform highp sampler2D layers[3];
const int LAST = 2;
vec4 one(highp sampler2D s, vec2 at) { return texture(s, at); }
vec4 second(highp sampler2D s[3], vec2 at) { return one(s[1], at); }
"""


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize(
    ("call", "element"),
    [
        ("texture(layers[0], at.xy)", 0),
        ("texture(layers[LAST - 1], at.xy)", 1),
        ("texture(layers[LAST], at.xy)", 2),
        ("one(layers[2], at.xy)", 2),
        ("second(layers, at.xy)", 1),
    ],
)
def test_a_constant_names_an_element(language: LanguageName, call: str, element: int) -> None:
    (found,) = looked_up(language, DECLARED, call, LAYERS, [AT])
    assert found == channels(LAYERS[element], (1, 0, 0))


def test_each_element_has_a_size_of_its_own() -> None:
    call = "textureSize(layers[2], 0), textureSize(layers[0], 0)"
    assert looked_up("glsl", DECLARED, call, LAYERS, [AT]) == [(4.0, 4.0, 4.0, 2.0)]


@pytest.mark.parametrize(
    ("call", "given", "says"),
    [
        ("texture(layers[int(at.x)], at.xy)", LAYERS, "by an index that is not a constant"),
        ("one(layers[int(at.x)], at.xy)", LAYERS, "by an index that is not a constant"),
        ("texture(layers[1], at.xy)", LAYERS[:1], r"the texture layers\[1\], which the inputs do"),
        ("one(layers[0], at.xy) + one(layers[1], at.xy)", LAYERS, "not the same in all calls"),
    ],
)
def test_other_elements_are_refused(call: str, given: tuple[Texture, ...], says: str) -> None:
    with pytest.raises(Refused, match=says):
        looked_up("glsl", DECLARED, call, given, [AT])
