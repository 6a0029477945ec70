"""Elements of arrays of textures by a constant index, on both paths; other indices are refused."""

from __future__ import annotations

import pytest
from helpers.texture_runs import Point, channels, looked_up

from aberration.core.textures import Texture
from aberration.languages.shading.interpret.trap import Refused, Trap
from aberration.languages.shading.tree import LanguageName

LAYERS = tuple(Texture(f"layers[{k}]", size=(4, 2 + k, 1), number=k * 9) for k in range(3))
AT: Point = (0.4, 0.2, 0.0, 0.0)
DECLARED = """layout(binding = 0) uniform highp sampler2D layers[3];
const int LAST = 2;
#define which int(points[1].x)
vec4 one(highp sampler2D s, vec2 at) { return texture(s, at); }
vec4 second(highp sampler2D s[3], vec2 at) { return one(s[1], at); }
"""
LOOPS = """
vec4 all_of(vec2 at) {
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 3; i++) sum += texture(layers[i], at);
  return sum;
}
vec4 from_second(vec2 at) {
  vec4 sum = vec4(0.0);
  for (int i = which; i <= LAST; i += which) sum += texture(layers[i], at);
  return sum;
}
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


@pytest.mark.parametrize(
    ("call", "elements"),
    [
        ("texture(layers[which], at.xy)", (1,)),
        ("textureLod(layers[LAST - which], at.xy, 0.0)", (1,)),
        ("texelFetch(layers[which + 1], ivec2(1, 0), 0)", (2,)),
        ("all_of(at.xy)", (0, 1, 2)),
        ("from_second(at.xy)", (1, 2)),
    ],
)
def test_a_dynamically_uniform_index_chooses_an_element(
    call: str, elements: tuple[int, ...]
) -> None:
    points: list[Point] = [AT, (1.2, 0.2, 0.0, 0.0)]
    found = looked_up("glsl", DECLARED + LOOPS, call, LAYERS, points)
    texels = [channels(LAYERS[element], (1, 0, 0)) for element in elements]
    first, second = found
    assert first == tuple(sum(one) for one in zip(*texels, strict=True))
    assert isinstance(second, tuple)


def test_sizes_are_those_of_the_chosen_element() -> None:
    call = "textureSize(layers[which], 0), textureSize(layers[which + 1], which - 1)"
    points: list[Point] = [AT, (1.0, 0.2, 0.0, 0.0)]
    found = looked_up("glsl", DECLARED, call, LAYERS, points)
    assert found == [(4.0, 3.0, 4.0, 4.0)] * 2


@pytest.mark.parametrize("index", ["which + 2", "which - 2"])
def test_an_index_beyond_the_end_is_an_error(index: str) -> None:
    points: list[Point] = [AT, (1.0, 0.2, 0.0, 0.0)]
    for found in looked_up("glsl", DECLARED, f"texture(layers[{index}], at.xy)", LAYERS, points):
        assert isinstance(found, Trap)
        assert found.kind == "out-of-bounds"


def test_each_element_has_a_size_of_its_own() -> None:
    call = "textureSize(layers[2], 0), textureSize(layers[0], 0)"
    assert looked_up("glsl", DECLARED, call, LAYERS, [AT]) == [(4.0, 4.0, 4.0, 2.0)]


@pytest.mark.parametrize(
    ("call", "given", "says"),
    [
        ("texture(layers[int(at.x)], at.xy)", LAYERS, "may not be dynamically uniform"),
        ("one(layers[int(at.x)], at.xy)", LAYERS, "by an index that is not a constant"),
        ("one(layers[which], at.xy)", LAYERS, "by an index that is not a constant"),
        ("texture(layers[which], at.xy)", LAYERS[:2], r"the texture layers\[2\], which the inputs"),
        ("texture(layers[1], at.xy)", LAYERS[:1], r"the texture layers\[1\], which the inputs do"),
        ("one(layers[0], at.xy) + one(layers[1], at.xy)", LAYERS, "not the same in all calls"),
    ],
)
def test_other_elements_are_refused(call: str, given: tuple[Texture, ...], says: str) -> None:
    with pytest.raises(Refused, match=says):
        looked_up("glsl", DECLARED, call, given, [AT])
