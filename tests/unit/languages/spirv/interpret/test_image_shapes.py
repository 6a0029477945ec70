"""Lines, arrays of lines and of cubes, and cubes of depths in modules: on both paths, and what is
known of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from helpers.image_modules import drawn, image_module
from helpers.texture_runs import channels

from aberration.core.outcome import Image
from aberration.core.textures import Texture
from aberration.languages.native.compiler import available
from aberration.languages.spirv.interpret.proof import prove

LINE = Texture("s", "1D", size=(4, 1, 1), number=77, binding=0)
LINES = Texture("s", "1DArray", "uint", (4, 1, 3), 78, binding=0)
CUBES = Texture("s", "CubeArray", size=(5, 5, 18), number=79, binding=0)
DEPTHS = Texture("s", "CubeShadow", size=(5, 5, 6), number=80, compare="less", binding=0)
DEPTH_LINE = Texture("s", "1DShadow", size=(4, 1, 1), number=81, compare="less", binding=0)
COLUMNS = [(x, y) for y in range(4) for x in range(4)]


def assert_drawn(texture: Texture, body: str, wanted: Sequence[tuple[float, ...]]) -> None:
    """Assert that each pixel is wanted on both paths, and known, too."""
    letter = "u" if texture.numbers == "uint" else ""
    declared = f"layout(binding = 0) uniform {letter}sampler{texture.shape} s;"
    program = image_module(body, declared, (texture,))
    assert drawn(program) == wanted
    if not available():
        return
    proof = prove(program)
    assert isinstance(proof.outcome, Image)
    assert proof.compared == proof.drawn
    assert np.frombuffer(proof.outcome.data, np.float32).reshape(-1, 4).tolist() == [
        list(one) for one in wanted
    ]


@pytest.mark.parametrize(
    "call",
    [
        "texture(s, at.x / 4.0)",
        "textureLodOffset(s, at.x / 4.0 - 0.25, 0.0, 1)",
        "textureProj(s, vec2(at.x, 4.0))",
        "texelFetch(s, int(at.x), 0)",
    ],
)
def test_one_number_names_a_texel_of_a_line(call: str) -> None:
    assert_drawn(LINE, f"colour = {call};", [channels(LINE, (x, 0, 0)) for x, _ in COLUMNS])


@pytest.mark.parametrize(
    "call", ["texture(s, at / vec2(4.0, 1.0) - vec2(0.0, 0.5))", "texelFetch(s, ivec2(at), 0)"]
)
def test_the_second_number_is_the_layer_of_lines(call: str) -> None:
    body = f"at.y = min(at.y, 2.5); colour = vec4({call});"
    assert_drawn(LINES, body, [channels(LINES, (x, 0, min(y, 2))) for x, y in COLUMNS])


def test_a_layer_names_a_cube() -> None:
    body = "colour = texture(s, vec4(0.0, 0.0, -3.0, at.x - 1.3));"
    wanted = [channels(CUBES, (2, 2, 6 * max(x - 1, 0) + 5)) for x, _ in COLUMNS]
    assert_drawn(CUBES, body, wanted)


@pytest.mark.parametrize(
    ("texture", "call", "place"),
    [
        (DEPTHS, "texture(s, vec4(0.0, 0.0, -1.0, {}))", (2, 2, 5)),
        (DEPTHS, "textureGrad(s, vec4(0.0, 0.0, -1.0, {}), vec3(1.0), vec3(2.0))", (2, 2, 5)),
        (DEPTH_LINE, "texture(s, vec3(0.6, 0.2, {}))", (2, 0, 0)),
    ],
)
def test_a_reference_is_compared_with_a_depth(
    texture: Texture, call: str, place: tuple[int, int, int]
) -> None:
    depth = channels(texture, place)[0]
    body = f"colour = vec4({call.format(f'{depth} + (at.x - 2.0) * 0.1')});"
    assert_drawn(texture, body, [(float(x < 2),) * 4 for x, _ in COLUMNS])


@pytest.mark.parametrize(
    ("texture", "size", "wanted"),
    [
        (LINE, "textureSize(s, {}), 0, 0, 0", (4.0, 0.0, 0.0, 0.0)),
        (LINES, "textureSize(s, {}), 0, 0", (4.0, 3.0, 0.0, 0.0)),
        (CUBES, "textureSize(s, {}), 0", (5.0, 5.0, 3.0, 0.0)),
        (DEPTHS, "textureSize(s, {}), 0, 0", (5.0, 5.0, 0.0, 0.0)),
    ],
)
@pytest.mark.parametrize("level", ["0", "int(at.x * 0.1)"])
def test_sizes_have_the_sides_of_the_shape(
    texture: Texture, size: str, wanted: tuple[float, ...], level: str
) -> None:
    assert_drawn(texture, f"colour = vec4({size.format(level)});", [wanted] * 16)
