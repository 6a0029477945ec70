"""Random fragment shaders that sample lines, arrays of lines and of cubes, and cubes of depths in
all ways that we know, in each language that has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.core.shapes import FACES, Shape, is_cube, is_shadow
from aberration.core.textures import COMPARES, MODULUS, WRAPS, Numbers, Sampler, Texture
from aberration.languages.shading.tree import LanguageName
from aberration.targets.front_end import compile_glsl

from .cube_shaders import some_direction, some_number

SIDE: Final = 16
"""Pixels across and down."""
SHAPES_BY_LANGUAGE: Final[Mapping[LanguageName, tuple[Shape, ...]]] = {
    "glsl": ("1D", "1DArray", "1DShadow", "1DArrayShadow", "CubeShadow", "CubeArray"),
    "essl": ("CubeShadow", "CubeArray"),
    "wgsl": ("1D", "CubeShadow", "CubeArray"),
}
_FAMILY: Final = """{head}
uniform highp {sampler} s;
layout(location = 0) out vec4 colour;
void main() {{
  vec2 p = gl_FragCoord.xy;
  vec4 sum = vec4(0.0);
{body}
  colour = sum * 0.5;
}}
"""
_WGSL: Final = """
@group(0) @binding(0) var s: {texture};
@group(0) @binding(1) var w: {sampler};
@fragment fn shade(@builtin(position) position: vec4f) -> @location(0) vec4f {{
  let p = position.xy;
  var sum = vec4f(0.0);
{body}
  return sum * 0.5;
}}
"""
_HIGH: Final = "\nprecision highp float;\nprecision highp int;"
_WGSL_TEXTURES: Final[Mapping[Shape, str]] = {
    "1D": "texture_1d<f32>",
    "CubeShadow": "texture_depth_cube",
    "CubeArray": "texture_cube_array<f32>",
}
_LETTERS: Final[Mapping[Numbers, str]] = {"float": "", "int": "i", "uint": "u"}
_KINDS: Final[tuple[Numbers, ...]] = ("float", "int", "uint")
_WIDTHS: Final = (1, 2, 3, 5, 8, 16)
_LAYERS: Final = 3


def shape_shader(number: int, shape: Shape, language: LanguageName) -> Program:
    """Return the shader of a number for a texture of a shape."""
    return _Shader(number, shape, language).program()


def shape_module(number: int, shape: Shape) -> Program:
    """Return the module that glslang makes of the one in GLSL."""
    shader = shape_shader(number, shape, "glsl")
    text = shader.source.replace(b"uniform", b"layout(binding = 0) uniform", 1)
    inputs = replace(shader.inputs, textures=(replace(shader.inputs.textures[0], binding=0),))
    return replace(compile_glsl(replace(shader, source=text, inputs=inputs)), inputs=inputs)


class _Shader:
    """A shader while its text is made."""

    def __init__(self, number: int, shape: Shape, language: LanguageName) -> None:
        self.rng = Rng.of(number, f"shapes {shape}")
        self.shape: Final = shape
        self.language: Final = language
        self.name = f"{shape} {number}"
        is_float = is_shadow(shape) or language == "wgsl"
        self.numbers: Numbers = "float" if is_float else _KINDS[number % len(_KINDS)]
        self.texture = self._texture(number)

    def _texture(self, number: int) -> Texture:
        width, layers = self.rng.choose(_WIDTHS), 1 + self.rng.below(_LAYERS)
        depths = {"1DArray": layers, "1DArrayShadow": layers, "CubeArray": layers * FACES}
        depth = FACES if self.shape == "CubeShadow" else depths.get(self.shape, 1)
        size = (width, width if is_cube(self.shape) else 1, depth)
        picture = self.rng.below(MODULUS)
        wrap, compare = WRAPS[number % len(WRAPS)], COMPARES[number // 2 % len(COMPARES)]
        made = Texture("s", self.shape, self.numbers, size, picture, wrap)
        return replace(made, compare=compare) if is_shadow(self.shape) else made

    def program(self) -> Program:
        """Return the whole."""
        body = "\n".join(self._statement(k) for k in range(1 + self.rng.below(3)))
        if self.language == "wgsl":
            return self._in_wgsl(body)
        version = "300 es" if self.shape == "CubeShadow" else "320 es"
        head = "#version 450" if self.language == "glsl" else f"#version {version}{_HIGH}"
        sampler = f"{_LETTERS[self.numbers]}sampler{self.shape}"
        text = _FAMILY.format(head=head, sampler=sampler, body=body)
        inputs = Inputs(width=SIDE, height=SIDE, textures=(self.texture,))
        return Program(self.language, "fragment", text.encode(), inputs, name=self.name)

    def _in_wgsl(self, body: str) -> Program:
        sampler = "sampler_comparison" if is_shadow(self.shape) else "sampler"
        text = _WGSL.format(texture=_WGSL_TEXTURES[self.shape], sampler=sampler, body=body)
        texture = replace(self.texture, wrap="repeat", compare=UNSET, binding=0)
        samplers = (Sampler("w", self.texture.wrap, 1, compare=self.texture.compare),)
        inputs = Inputs(width=SIDE, height=SIDE, textures=(texture,), samplers=samplers)
        return Program("wgsl", "fragment", text.encode(), inputs, name=self.name)

    def _statement(self, number: int) -> str:
        scale = (1.0 if self.numbers == "float" else 1 / 256) / 2**number
        four = "vec4f" if self.language == "wgsl" else "vec4"
        added = f"sum += {four}({self.rng.choose(self._calls())}) * {scale};"
        if self.language == "wgsl" or self.rng.below(3):
            return added
        return f"if (p.x > {2 + self.rng.below(12)}.0) {{ {added} }} else {{ sum.x += 0.25; }}"

    def _calls(self) -> list[str]:
        makers: Mapping[Shape, Callable[[], list[str]]] = {
            "1D": self._of_line,
            "1DArray": self._of_lines,
            "1DShadow": lambda: self._of_depths(f"vec3({self._along()}, 0.3, {self._depth()})"),
            "1DArrayShadow": lambda: self._of_depths(
                f"vec3({self._along()}, {self._layer()}, {self._depth()})"
            ),
            "CubeShadow": self._of_cube_of_depths,
            "CubeArray": self._of_cubes,
        }
        in_wgsl: Mapping[Shape, Callable[[], list[str]]] = {
            "1D": self._of_line_in_wgsl,
            "CubeShadow": self._of_cube_of_depths_in_wgsl,
            "CubeArray": self._of_cubes_in_wgsl,
        }
        return (in_wgsl if self.language == "wgsl" else makers)[self.shape]()

    def _of_line(self) -> list[str]:
        at, level, offset = self._along(), self._number(-1, 3), self.rng.below(16) - 8
        return [
            f"texture(s, {at})",
            f"texture(s, {at}, {level})",
            f"textureLod(s, {at}, {level})",
            f"textureGrad(s, {at}, {level}, 0.5)",
            f"textureOffset(s, {at}, {offset})",
            f"textureLodOffset(s, {at}, {level}, {offset})",
            f"textureProj(s, vec2(({at}) * 4.0, 4.0))",
            f"textureProj(s, vec4(({at}) * 0.5, p, 0.5))",
            f"texelFetch(s, {self._texel()}, 0)",
            "textureSize(s, 0)",
            "textureQueryLevels(s)",
        ]

    def _of_lines(self) -> list[str]:
        at, level = f"vec2({self._along()}, {self._layer()})", self._number(-1, 3)
        offset, layers = self.rng.below(16) - 8, self.texture.size[2]
        return [
            f"texture(s, {at})",
            f"textureLod(s, {at}, {level})",
            f"textureGrad(s, {at}, {level}, 0.5)",
            f"textureOffset(s, {at}, {offset})",
            f"textureLodOffset(s, {at}, {level}, {offset})",
            f"texelFetch(s, ivec2({self._texel()}, int(p.y) % {layers}), 0)",
            "textureSize(s, int(min(p.x, 0.0))).xyxy",
        ]

    def _of_depths(self, at: str) -> list[str]:
        return [
            f"texture(s, {at})",
            f"textureLod(s, {at}, {self._number(-1, 3)})",
            f"textureGrad(s, {at}, {self._number(0, 2)}, 0.5)",
            f"textureOffset(s, {at}, {self.rng.below(16) - 8})",
            "textureSize(s, 0)" + (".xyxy" if self.shape == "1DArrayShadow" else ""),
        ]

    def _of_cube_of_depths(self) -> list[str]:
        direction, reference = self._direction(), self._depth()
        at, slope = f"vec4({direction}, {reference})", f"vec3({self._number(0, 2)})"
        calls = [
            f"texture(s, {at})",
            f"texture(s, {at}, {self._number(-1, 3)})",
            f"textureGrad(s, {at}, {slope}, {slope})",
            "textureSize(s, 0).xyxy",
        ]
        if self.language == "glsl":
            calls.append(f"textureGather(s, {direction}, {reference})")
        return calls

    def _of_cubes(self) -> list[str]:
        at, slope = f"vec4({self._direction()}, {self._layer()})", f"vec3({self._number(0, 2)})"
        level = self._number(-1, 3)
        return [
            f"texture(s, {at})",
            f"texture(s, {at}, {level})",
            f"textureLod(s, {at}, {level})",
            f"textureGrad(s, {at}, {slope}, {slope})",
            f"textureGather(s, {at}, {self.rng.below(4)})",
            "textureSize(s, int(min(p.x, 0.0))).xyzx",
        ]

    def _of_line_in_wgsl(self) -> list[str]:
        return [
            f"textureSample(s, w, {self._along()})",
            f"textureLoad(s, {self._texel('i32')}, 0)",
            "f32(textureDimensions(s))",
            "f32(textureNumLevels(s))",
        ]

    def _of_cube_of_depths_in_wgsl(self) -> list[str]:
        at = f"{self._direction()}, {self._depth()}"
        return [
            f"textureSampleCompare(s, w, {at})",
            f"textureSampleCompareLevel(s, w, {at})",
            f"textureGatherCompare(s, w, {at})",
            "vec2f(textureDimensions(s)), 1.0, 1.0",
        ]

    def _of_cubes_in_wgsl(self) -> list[str]:
        layer = self.rng.choose(["i32(p.x) % 5", "u32(p.y) % 3", "1"])
        at, level = f"{self._direction()}, {layer}", self._number(-1, 3)
        slope = f"vec3f({self._number(0, 2)})"
        return [
            f"textureSample(s, w, {at})",
            f"textureSampleLevel(s, w, {at}, {level})",
            f"textureSampleBias(s, w, {at}, {level})",
            f"textureSampleGrad(s, w, {at}, {slope}, {slope})",
            f"textureGather({self.rng.below(4)}, s, w, {at})",
            "vec2f(textureDimensions(s)), f32(textureNumLayers(s)), 1.0",
        ]

    def _number(self, low: float, high: float) -> str:
        return some_number(self.rng, low, high)

    def _along(self) -> str:
        width, border = self.texture.size[0], self.rng.choose([0.5, 0.25, 0.02, 0.9])
        return self.rng.choose(
            [
                f"(floor(p.x * 0.7) + {border} + {self.rng.below(9) - 4}.0) / {width}.0",
                f"p.x * {self._number(0.05, 0.3)} + {self._number(-2, 2)}",
                f"p.y / 16.0 * {self.rng.choose(['1.0', '2.0', '-3.0'])} + 0.01",
            ]
        )

    def _texel(self, integer: str = "int") -> str:
        return f"{integer}(p.x + p.y) % {self.texture.size[0] + self.rng.below(2)}"

    def _layer(self) -> str:
        return self.rng.choose([self._number(-1, _LAYERS + 1), "floor(p.x) - 2.0", "p.y * 0.25"])

    def _depth(self) -> str:
        return self.rng.choose(
            [
                self._number(-0.2, 1.2),
                f"p.x / 16.0 + {self._number(-0.1, 0.1)}",
                "(floor(p.y * 13.0) + 0.5) / 256.0",
            ]
        )

    def _direction(self) -> str:
        vector = "vec3f" if self.language == "wgsl" else "vec3"
        return some_direction(self.rng, self.texture.size[0], vector)
