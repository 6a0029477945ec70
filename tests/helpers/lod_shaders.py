"""Random fragment shaders in all languages whose samples choose among several levels themselves: by
derivatives, with a bias, by slopes that are given, and now and then by a level that is named.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.levels import most_levels
from aberration.core.program import Language, Program
from aberration.core.rng import Rng
from aberration.core.shapes import Shape
from aberration.core.textures import LINEAR, MODULUS, WRAPS, Sampler, Texture
from aberration.targets.front_end import compile_glsl

SIDE: Final = 12
"""Pixels across and down."""
COUNT: Final = 216
"""Each 36 in a row have all shapes, wraps, ways to take levels and filters."""
_SHAPES: Final[tuple[Shape, ...]] = ("2D", "3D", "2DArray")
_WIDTHS, _DEPTHS = (4, 7, 8, 16, 31, 64), (2, 3, 5, 8)
_HIGH: Final = "".join(
    f"precision highp {word};\n" for word in ("float", *(f"sampler{shape}" for shape in _SHAPES))
)
_HEADS: Final = MappingProxyType(
    {"glsl": "#version 330\n", "essl": f"#version 300 es\n{_HIGH}", "wgsl": ""}
)
_NEW: Final = ("#version 330\n", "#version 450\nlayout(binding = 0) ")
"""How the first lines change for a module."""
_FAMILY: Final = """{head}uniform sampler{shape} s;
layout(location = 0) out vec4 colour;
void main() {{
  vec2 pixel = gl_FragCoord.xy;
  vec4 sum = vec4(0.0);
{body}
  colour = sum;
}}
"""
_WGSL: Final = """@group(0) @binding(0) var s: texture_{shape}<f32>;
@group(0) @binding(1) var w: sampler;
@fragment fn shade(@builtin(position) position: vec4f) -> @location(0) vec4f {{
  let pixel = position.xy;
  var sum = vec4f(0.0);
{body}
  return sum;
}}
"""
_WGSL_SHAPES: Final = MappingProxyType({"2D": "2d", "3D": "3d", "2DArray": "2d_array"})


def lod_shader(language: Language, number: int) -> Program:
    """Return the shader of a number."""
    rng = Rng.of(number, f"levels of detail in {language}")
    texture, sampler = _texture(rng, number), Sampler("w", binding=1)
    samplers: tuple[Sampler, ...] = ()
    if language == "wgsl":
        sampler = replace(sampler, wrap=texture.wrap)
        samplers = (replace(sampler, **_words(number)),)
        texture = replace(texture, wrap="repeat")
    else:
        texture = replace(texture, **_words(number))
    body = "\n".join(_statement(rng, language, texture, k) for k in range(1 + rng.below(2)))
    if language == "wgsl":
        text = _WGSL.format(shape=_WGSL_SHAPES[texture.shape], body=body)
    else:
        text = _FAMILY.format(head=_HEADS[language], shape=texture.shape, body=body)
    inputs = Inputs(width=SIDE, height=SIDE, textures=(texture,), samplers=samplers)
    return Program(language, "fragment", text.encode(), inputs, name=f"lods {number}")


def lod_module(number: int) -> Program:
    """Return the module of a number."""
    shader = lod_shader("glsl", number)
    text = shader.source.decode().replace(*_NEW)
    module = compile_glsl(replace(shader, source=text.encode()))
    return replace(module, inputs=shader.inputs)


def takes_linear_levels(number: int) -> bool:
    """Say whether the texture of a number is sampled from two levels."""
    return number // 9 % 2 == 1


def moves_linear_levels(language: Language, number: int) -> bool:
    """Say whether a sample of two levels has an offset."""
    text = lod_shader(language, number).source.decode()
    has_offset = "Offset" in text or any(f"vec{axes}i(" in text for axes in (2, 3))
    return takes_linear_levels(number) and has_offset


def _words(number: int) -> dict[str, str]:
    found = {"mip": LINEAR} if takes_linear_levels(number) else {}
    return {**found, "filter": LINEAR} if number // 18 % 2 else found


def _texture(rng: Rng, number: int) -> Texture:
    shape, wrap = _SHAPES[number % 3], WRAPS[number // 3 % 3]
    width, height = rng.choose(_WIDTHS), rng.choose(_WIDTHS)
    size = (width, height, 1 if shape == "2D" else rng.choose(_DEPTHS))
    most = most_levels(size, is_deep=shape == "3D")
    levels = 2 + rng.below(most - 1)
    return Texture("s", shape, "float", size, rng.below(MODULUS), wrap, 0, levels=levels)


def _statement(rng: Rng, language: Language, texture: Texture, number: int) -> str:
    return f"  sum += {_call(rng, language, texture)} * {1.0 / 2**number};"


def _call(rng: Rng, language: Language, texture: Texture) -> str:
    """Return a sample: half of them take derivatives alone."""
    way = rng.choose(["", "", "Bias", "Grad", "Grad", "Lod"])
    coordinates = _coordinates(rng, language, texture)
    chosen = {
        "": "",
        "Bias": f", {_number(rng, -1.9, 1.9)}",
        "Grad": _slopes(rng, language, texture),
        "Lod": f", {_number(rng, -1.0, 5.0)}",
    }[way]
    axes = 3 if texture.shape == "3D" else 2
    moved = ", ".join(str(rng.below(16) - 8) for _ in range(axes))
    offset = f", {_vector(language, axes, whole=True)}({moved})" if rng.chance(0.2) else ""
    if language == "wgsl":
        name = f"textureSample{'Level' if way == 'Lod' else way}"
        return f"{name}(s, w, {coordinates}{chosen}{offset})"
    name = f"texture{'' if way == 'Bias' else way}{'Offset' if offset else ''}"
    if way == "Bias":
        return f"{name}(s, {coordinates}{offset}{chosen})"
    return f"{name}(s, {coordinates}{chosen}{offset})"


def _vector(language: Language, size: int, *, whole: bool = False) -> str:
    if language == "wgsl":
        return f"vec{size}{'i' if whole else 'f'}"
    return f"{'i' if whole else ''}vec{size}"


def _number(rng: Rng, low: float, high: float) -> str:
    return f"{low + (high - low) * rng.below(1000) / 1000:.4f}"


def _coordinates(rng: Rng, language: Language, texture: Texture) -> str:
    """Coordinates that go on by a part of a texel or by several from a pixel to the next."""
    width, height, depth = texture.size
    v2 = _vector(language, 2)
    step = 2.0 ** rng.uniform(-2.5, 3.0)
    x, y = f"{step / width:.5f}", f"{step / height:.5f}"
    shift = f"{v2}({_number(rng, -2, 2)}, {_number(rng, -2, 2)})"
    flat = rng.choose(
        [
            f"pixel * {v2}({x}, {y}) + {shift}",
            f"pixel * {v2}({x}, 0.003) + {shift}",
            f"pixel.yx * {v2}({x}, {y}) - {shift}",
            f"{v2}(pixel.x + pixel.y, pixel.x - pixel.y) * {v2}({x}, {y}) + {shift}",
            f"sin(pixel * {_number(rng, 0.05, 0.6)}) * {v2}({x}, {y}) * 3.0",
        ]
    )
    if texture.shape == "2D":
        return flat
    if texture.shape == "3D":
        deep = rng.choose([_number(rng, -1, 2), f"pixel.x * {step / depth:.5f}"])
        return f"{_vector(language, 3)}({flat}, {deep})"
    if language == "wgsl":
        return f"{flat}, i32(pixel.x * 0.4) - 1"
    return f"vec3({flat}, floor(pixel.x * 0.4) + {_number(rng, -1.3, 0.3)})"


def _slopes(rng: Rng, language: Language, texture: Texture) -> str:
    """Two slopes, which half of the pixels share or none."""
    axes = 3 if texture.shape == "3D" else 2
    rows = []
    for _ in range(2):
        step = 2.0 ** rng.uniform(-2.0, 3.5)
        shares = [rng.choose([0.0, 0.0, 0.3, 1.0, -1.0]) for _ in range(axes)]
        numbers = zip(shares, texture.size, strict=False)
        row = ", ".join(f"{share * step / side:.5f}" for share, side in numbers)
        scale = rng.choose(["", "", " * (0.5 + floor(pixel.x / 6.0))"])
        rows.append(f"{_vector(language, axes)}({row}){scale}")
    return f", {rows[0]}, {rows[1]}"
