"""Shaders that look texels up at points of a uniform block, and what specifications say of these
texels.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from fractions import Fraction
from math import floor

from aberration.core.inputs import Inputs, Uniform
from aberration.core.textures import Sampler, Texture, Wrap, texel
from aberration.languages.shading.interpret.fast import Colour
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

from .shading_runs import BothPaths

Point = tuple[float, float, float, float]
_COUNT = 64
_FAMILY = """{head}
layout(std140, binding = 7) uniform Points {{ vec4 points[{count}]; }};
{declared}
layout(location = 0) out vec4 colour;
void main() {{ vec4 at = points[int(gl_FragCoord.x)]; colour = vec4({call}); }}
"""
_WGSL = """
@group(0) @binding(7) var<uniform> points: array<vec4f, {count}>;
{declared}
@fragment fn main(@builtin(position) pixel: vec4f) -> @location(0) vec4f {{
  let at = points[i32(pixel.x)];
  return vec4f({call});
}}
"""
_HIGH = "".join(
    f"precision highp {letter}sampler{shape};\n"
    for letter in ("", "i", "u")
    for shape in ("2D", "3D", "2DArray", "Cube", "2DShadow", "2DArrayShadow")
    if not (letter and shape.endswith("Shadow"))
)
_HEADS = {
    "glsl": "#version 450",
    "essl": f"#version 310 es\nprecision highp float;\nprecision highp int;\n{_HIGH}",
}


def looked_up(
    language: LanguageName,
    declared: str,
    call: str,
    textures: Sequence[Texture],
    points: Sequence[Point],
    samplers: Sequence[Sampler] = (),
) -> list[Colour | Trap]:
    """Return what a shader gives at each of some points, `at`: on both paths of the interpreter,
    which agree.
    """
    assert len(points) <= _COUNT
    data = b"".join(struct.pack("<4f", *point) for point in points)
    inputs = Inputs(
        uniforms=(Uniform("points", data.ljust(16 * _COUNT, b"\0"), 7),),
        width=len(points),
        height=1,
        textures=tuple(textures),
        samplers=tuple(samplers),
    )
    form, head = (_WGSL, "") if language == "wgsl" else (_FAMILY, _HEADS[language])
    text = form.format(head=head, count=_COUNT, declared=declared, call=call)
    interpreter = BothPaths(read(text, language), "fragment", inputs)
    found = [interpreter.pixel(x, 0) for x in range(len(points))]
    return [one for one in found if isinstance(one, Trap | tuple)]


def nearest(
    texture: Texture, wrap: Wrap, at: Sequence[float], offset: Sequence[int] = ()
) -> Colour | None:
    """Return the texel that is sampled at coordinates, None where it is open which one is."""
    places: list[int] = []
    for axis in range(3 if texture.shape != "2D" else 2):
        size, moved = texture.size[axis], offset[axis] if axis < len(offset) else 0
        place = Fraction(at[axis]) * size
        is_layer = texture.shape == "2DArray" and axis == 2
        if is_layer:
            place = Fraction(at[axis]) + Fraction(1, 2)
        sides = {
            wrapped(floor(place + side) + moved, size, "clamp" if is_layer else wrap)
            for side in (-Fraction(1, 64), Fraction(1, 64))
        }
        if len(sides) > 1:
            return None
        places += sides
    return channels(texture, (*places, 0)[:3])


def nearest_of_cube(texture: Texture, at: Sequence[float]) -> Colour | None:
    """Return the texel of a cube that a direction points to, None where it is open which one is
    (OpenGL 4.6, table 8.19).
    """
    x, y, z = (Fraction(one) for one in at[:3])
    rows = [
        (x, 0, -z, -y),
        (-x, 1, z, -y),
        (y, 2, x, z),
        (-y, 3, x, -z),
        (z, 4, x, -y),
        (-z, 5, -x, -y),
    ]
    longest, face, s, t = max(rows)
    places: list[int] = []
    for one in (s, t):
        if not longest:
            return None
        place = (one / longest / 2 + Fraction(1, 2)) * texture.size[0]
        sides = {floor(place + side) for side in (-Fraction(1, 64), Fraction(1, 64))}
        if len(sides) > 1 or not 0 <= min(sides) < texture.size[0]:
            return None
        places += sides
    return channels(texture, (*places, face))


def wrapped(at: int, size: int, wrap: Wrap) -> int:
    """Return a texel's place, wrapped as Vulkan's "Wrapping Operation" says it."""
    if wrap == "repeat":
        return at % size
    if wrap == "clamp":
        return min(max(at, 0), size - 1)
    turned = at % (2 * size) - size
    return size - 1 - (turned if turned >= 0 else -(1 + turned))


def channels(texture: Texture, place: tuple[int, ...]) -> Colour:
    """Return the channels of a texel as floats."""
    x, y, z = place
    scale = 256.0 if texture.numbers == "float" else 1.0
    one, two, three, four = (texel(texture, (x, y, z), k) / scale for k in range(4))
    return one, two, three, four


def single(value: float) -> float:
    """Return the nearest float of 32 bits."""
    found: float = struct.unpack("<f", struct.pack("<f", value))[0]
    return found


def some_directions(count: int = _COUNT) -> list[Point]:
    """Return directions to all faces of a cube, some near their edges."""
    found: list[Point] = []
    for k in range(count):
        x, y = ((k * by % 41 - 20) / 20 for by in (7, 11))
        z = (1.0, -1.0)[k % 2]
        turned = [(x, y, z), (z, x, y), (y, z, x)][k % 3]
        x, y, z = (single(one * (1 + k % 5)) for one in turned)
        found.append((x, y, z, 1.0))
    return found


def some_points(size: tuple[int, int, int]) -> list[Point]:
    """Return points in a texture and around it, some near borders of texels."""
    apart = (0.5, 0.25, 0.0, 1 / 60, -1 / 60, 1 / 70, -1 / 70, 0.9)
    found = []
    for k in range(_COUNT):
        steps = [k * by % 31 - 12 + apart[(k + by) % len(apart)] for by in (5, 7, 11)]
        x, y, z = (single(step / side) for step, side in zip(steps, size, strict=True))
        found.append((x, y, z, 1.0))
    return found
