"""Shaders that give each texel of a texture, and what they have to give."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Final

from aberration.core.inputs import Buffer, Inputs
from aberration.core.program import Program, shading_language
from aberration.core.textures import CHANNELS, SETTERS, Texture, texel

SIZE: Final = (5, 3, 4)
DIALECTS: Final = {
    "330": "#version 330\nout vec4 colour;\n",
    "330 compatibility": "#version 330 compatibility\n#define colour gl_FragColor\n",
    "300 es": "#version 300 es\nprecision highp float;\nprecision highp int;\n"
    "out highp vec4 colour;\n",
    "310 es": "#version 310 es\nprecision highp float;\nprecision highp int;\n"
    "layout(location = 0) out highp vec4 colour;\n",
    "100": "precision highp float;\n#define colour gl_FragColor\n#define texture texture2D\n",
}
COMPUTE: Final = {"430": "#version 430\n", "310 es": "#version 310 es\nprecision highp float;\n"}
_PLACE: Final = "ivec3 at = ivec3(int({x}), int({y}) % {height}, int({y}) / {height});"


FIRST: Final = Texture("lamps[0].flat_one", size=(4, 4, 1), number=200)
SECOND: Final = Texture("lamps[1].flat_one", size=(4, 4, 1), number=3)
DEEP: Final = Texture("deep", "3D", "uint", (4, 4, 4), 8, "clamp")
_DECLARED: Final = """
struct Lamp { float k; highp sampler2D flat_one; };
uniform Lamp lamps[2];
uniform highp usampler3D deep;
"""
_SUMS: Final = """ivec2 at = ivec2(gl_FragCoord.xy);
colour = texelFetch(lamps[1].flat_one, at, 0) + vec4(texelFetch(deep, ivec3(at, 2), 0)) * 2.0;
colour += texelFetch(lamps[0].flat_one, at, 0) * 4.0;
"""


def each_kind() -> Iterator[Texture]:
    """Give a texture of each shape whose texels are fetched, and of all numbers, named `s`."""
    kinds = [row for row in SETTERS.values() if row[1] in ("2D", "3D", "2DArray")]
    for number, (numbers, shape) in enumerate(kinds):
        size = SIZE if shape != "2D" else (*SIZE[:2], 1)
        yield Texture("s", shape, numbers, size, 100 + number)


def sampler_type(texture: Texture) -> str:
    """Return what GLSL calls the sampler of a texture."""
    (word,) = (key for key, row in SETTERS.items() if row == (texture.numbers, texture.shape))
    return word


def fetching(texture: Texture, dialect: str) -> Program:
    """Return a shader that draws each texel, the layers below each other."""
    width, height, depth = texture.size
    place = _PLACE.format(x="gl_FragCoord.x", y="gl_FragCoord.y", height=height)
    at = "at.xy" if texture.shape == "2D" else "at"
    body = f"{place} colour = vec4(texelFetch(s, {at}, 0));"
    declared = f"uniform highp {sampler_type(texture)} s;"
    inputs = Inputs(width=width, height=height * depth, textures=(texture,))
    return drawing(body, declared, dialect, inputs)


def storing(texture: Texture, dialect: str) -> Program:
    """Return a compute shader that stores each texel in a buffer, as floats."""
    width, height, depth = texture.size
    place = _PLACE.format(x="gl_WorkGroupID.x", y="gl_WorkGroupID.y", height=height)
    at = "at.xy" if texture.shape == "2D" else "at"
    count = width * height * depth
    text = (
        f"{COMPUTE[dialect]}layout(local_size_x = 1) in;\nuniform highp {sampler_type(texture)} s;"
        f"\nlayout(std430, binding = 1) buffer Texels {{ vec4 texels[{count}]; }};\n"
        f"void main() {{ {place}\n"
        f"texels[int(gl_WorkGroupID.y) * {width} + at.x] = vec4(texelFetch(s, {at}, 0)); }}"
    ).encode()
    floats = count * CHANNELS
    buffer = Buffer(1, bytes(4 * floats), (("float", floats),))
    inputs = Inputs(buffers=(buffer,), groups=(width, height * depth, 1), textures=(texture,))
    return Program(shading_language(text), "compute", text, inputs)


def wrapping(texture: Texture, dialect: str) -> Program:
    """Return a shader that samples a flat texture at the middles of texels, and as far outside of
    it on all sides as two more of its size.
    """
    width, height, _ = texture.size
    body = (
        f"vec2 at = gl_FragCoord.xy - vec2({width}.0, {height}.0) * 2.0;"
        f"colour = vec4(texture(s, at / vec2({width}.0, {height}.0)));"
    )
    inputs = Inputs(width=5 * width, height=5 * height, textures=(texture,))
    precision = "highp" if dialect != "330" else ""
    return drawing(body, f"uniform {precision} {sampler_type(texture)} s;", dialect, inputs)


def several(dialect: str, *ways: str) -> Program:
    """Return a shader that draws sums of texels of three textures, which it is given with one that
    it does not have.
    """
    textures = (SECOND, DEEP, Texture("nowhere"), FIRST)
    inputs = Inputs(width=4, height=4, ways=ways, textures=textures)
    return drawing(_SUMS, _DECLARED, dialect, inputs)


def drawing(body: str, declared: str, dialect: str, inputs: Inputs) -> Program:
    """Return a fragment shader of a dialect."""
    text = f"{DIALECTS[dialect]}{declared}\nvoid main() {{ {body} }}".encode()
    return Program(shading_language(text), "fragment", text, inputs)


def texels(texture: Texture) -> bytes:
    """Return all texels as 32-bit floats."""
    return as_floats([one for z in range(texture.size[2]) for one in layer(texture, z)])


def layer(texture: Texture, z: int = 0) -> list[float]:
    """Return the channels of all texels of a layer."""
    width, height, _ = texture.size
    return _values(texture, [(x, y, z) for y in range(height) for x in range(width)])


def as_floats(values: Sequence[float]) -> bytes:
    """Return values as the bytes of 32-bit floats."""
    return struct.pack(f"<{len(values)}f", *values)


def wrapped_texels(texture: Texture) -> bytes:
    """Return what `wrapping` has to draw."""
    width, height, _ = texture.size
    xs, ys = ([_wrapped(texture, k - 2 * n, n) for k in range(5 * n)] for n in (width, height))
    return as_floats(_values(texture, [(x, y, 0) for y in ys for x in xs]))


def several_texels() -> bytes:
    """Return what `several` has to draw."""
    layers = (layer(SECOND), layer(DEEP, 2), layer(FIRST))
    return as_floats([one + 2 * two + 4 * three for one, two, three in zip(*layers, strict=True)])


def _wrapped(texture: Texture, place: int, size: int) -> int:
    if texture.wrap == "clamp":
        return min(max(place, 0), size - 1)
    if texture.wrap == "repeat":
        return place % size
    folded = place % (2 * size)
    return min(folded, 2 * size - 1 - folded)


def _values(texture: Texture, places: Sequence[tuple[int, int, int]]) -> list[float]:
    share = 256 if texture.numbers == "float" else 1
    return [texel(texture, place, k) / share for place in places for k in range(CHANNELS)]
