"""Random fragment shaders in GLSL, ESSL and WGSL that sample textures with a linear filter."""

from __future__ import annotations

from typing import Final, Literal

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.core.shapes import SHAPES
from aberration.core.textures import LINEAR, MODULUS, WRAPS, Sampler, Texture

Language = Literal["glsl", "essl", "wgsl"]
SIDE: Final = 12
"""Pixels across and down."""
_WIDTHS, _DEPTHS = (1, 2, 3, 5, 8, 16), (1, 2, 3, 4)
_HEADS: Final = {
    "glsl": "#version 330\nlayout(location = 0) out vec4 colour;\n",
    "essl": "#version 300 es\nprecision highp float;\nprecision highp int;\n"
    "precision highp sampler2D;\nprecision highp sampler3D;\nprecision highp sampler2DArray;\n"
    "out vec4 colour;\n",
}
_FAMILY: Final = """{head}uniform sampler{shape} s;
void main() {{
  vec2 at = gl_FragCoord.xy;
  vec4 sum = vec4(0.0);
{body}  colour = sum;
}}
"""
_WGSL: Final = """@group(0) @binding(0) var s: texture_{shape}<f32>;
@group(0) @binding(1) var w: sampler;
@fragment fn main(@builtin(position) place: vec4f) -> @location(0) vec4f {{
  let at = place.xy;
  var sum = vec4f();
{body}  return sum;
}}
"""
_WGSL_SHAPES: Final = {"2D": "2d", "3D": "3d", "2DArray": "2d_array"}
_FORMS: Final = (
    "sum += {};",
    "sum += {} * 0.5;",
    "sum -= {};",
    "sum = mix(sum, {}, 0.25);",
    "sum = max(sum, {});",
    "sum *= {} + 0.5;",
)


def filtering_text(number: int, language: Language) -> Program:
    """Return the shader of a number: each nine in a row have all shapes and wraps of textures."""
    rng = Rng.of(number, f"filters {language}")
    shape, wrap = SHAPES[number % 3], WRAPS[number // 3 % 3]
    size = (rng.choose(_WIDTHS), rng.choose(_WIDTHS), 1 if shape == "2D" else rng.choose(_DEPTHS))
    is_wgsl = language == "wgsl"
    texture = Texture("s", shape, "float", size, rng.below(MODULUS), binding=0)
    samplers: tuple[Sampler, ...] = (Sampler("w", wrap, 1, filter=LINEAR),)
    if not is_wgsl:
        samplers = ()
        texture = Texture("s", shape, "float", size, texture.number, wrap, filter=LINEAR)
    samples = [_sample(rng, texture, language) for _ in range(1 + rng.below(3))]
    body = "".join(f"  {rng.choose(_FORMS).format(one)}\n" for one in samples)
    if is_wgsl:
        text = _WGSL.format(shape=_WGSL_SHAPES[shape], body=body)
    else:
        text = _FAMILY.format(head=_HEADS[language], shape=shape, body=body)
    inputs = Inputs(width=SIDE, height=SIDE, textures=(texture,), samplers=samplers)
    return Program(language, "fragment", text.encode(), inputs)


def _sample(rng: Rng, texture: Texture, language: Language) -> str:
    """Return a call that samples a texture at the place of the pixel, moved and stretched."""
    place = f"{_number(rng, -3, 3)} + at * {_number(rng, 0.01, 0.4)}"
    if texture.shape == "2DArray":
        layer = rng.below(6) - 1
        given = f"{place}, {layer}" if language == "wgsl" else f"vec3({place}, {layer}.2)"
    elif texture.shape == "3D":
        given = f"{'vec3f' if language == 'wgsl' else 'vec3'}({place}, {_number(rng, -2, 2)})"
    else:
        given = place
    axes = 3 if texture.shape == "3D" else 2
    moved = ", ".join(str(rng.below(16) - 8) for _ in range(axes))
    has_offset = rng.chance(0.3)
    offset = f", {'vec{}i' if language == 'wgsl' else 'ivec{}'}({moved})".format(axes)
    has_level = rng.chance(0.3)
    level = ", 0.0" if has_level else ""
    if language == "wgsl":
        name = "textureSampleLevel" if has_level else "textureSample"
        return f"{name}(s, w, {given}{level}{offset if has_offset else ''})"
    name = f"texture{'Lod' if has_level else ''}{'Offset' if has_offset else ''}"
    return f"{name}(s, {given}{level}{offset if has_offset else ''})"


def _number(rng: Rng, low: float, high: float) -> str:
    return f"{rng.uniform(low, high):.3f}"
