"""Random fragment shaders that compare depths in all ways that we know, in each language."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.core.shapes import Shape
from aberration.core.textures import COMPARES, MODULUS, WRAPS, Sampler, Texture
from aberration.languages.shading.tree import LanguageName
from aberration.targets.front_end import compile_glsl

SIDE: Final = 16
"""Pixels across and down."""
_TEXT: Final = """{head}
uniform highp sampler{shape} s;
layout(location = 0) out vec4 colour;
float via(highp sampler{shape} t, vec{size} at) {{ return texture(t, at); }}
void main() {{
  vec2 p = gl_FragCoord.xy;
  vec4 sum = vec4(0.0);
{body}
  colour = sum * 0.5;
}}
"""
_WGSL: Final = """
@group(0) @binding(0) var s: texture_depth_{shape};
@group(0) @binding(1) var w: sampler_comparison;
@fragment fn shade(@builtin(position) position: vec4f) -> @location(0) vec4f {{
  let p = position.xy;
  var sum = vec4f(0.0);
{body}
  return sum * 0.5;
}}
"""
_HEADS: Final = {
    "glsl": "#version 450",
    "essl": "#version 300 es\nprecision highp float;\nprecision highp int;",
}
_SHAPES: Final[tuple[Shape, ...]] = ("2DShadow", "2DArrayShadow")
_WIDTHS: Final = (1, 2, 3, 5, 8, 16)


def shadow_shader(number: int, language: LanguageName) -> Program:
    """Return the shader of a number; 16 in a row have all shapes and compare functions."""
    return _Shader(number, language).program()


def shadow_module(number: int) -> Program:
    """Return the module that glslang makes of the one in GLSL."""
    shader = shadow_shader(number, "glsl")
    text = shader.source.replace(b"uniform", b"layout(binding = 0) uniform", 1)
    inputs = replace(shader.inputs, textures=(replace(shader.inputs.textures[0], binding=0),))
    return replace(compile_glsl(replace(shader, source=text, inputs=inputs)), inputs=inputs)


class _Shader:
    """A shader while its text is made."""

    def __init__(self, number: int, language: LanguageName) -> None:
        self.rng = Rng.of(number, "shadows")
        self.language = language
        self.name = f"shadows {number}"
        shape = _SHAPES[number % len(_SHAPES)]
        self.layered = shape == "2DArrayShadow"
        width, height = self.rng.choose(_WIDTHS), self.rng.choose(_WIDTHS)
        size = (width, height, 1 + self.rng.below(4) if self.layered else 1)
        wrap, compare = WRAPS[number % len(WRAPS)], COMPARES[number // 2 % len(COMPARES)]
        picture = self.rng.below(MODULUS)
        self.texture = Texture("s", shape, "float", size, picture, wrap, compare=compare)

    def program(self) -> Program:
        """Return the whole."""
        body = "\n".join(self._statement(k) for k in range(1 + self.rng.below(3)))
        size = 4 if self.layered else 3
        if self.language == "wgsl":
            return self._in_wgsl(body)
        head, shape = _HEADS[self.language], self.texture.shape
        text = _TEXT.format(head=head, shape=shape, size=size, body=body)
        inputs = Inputs(width=SIDE, height=SIDE, textures=(self.texture,))
        return Program(self.language, "fragment", text.encode(), inputs, name=self.name)

    def _in_wgsl(self, body: str) -> Program:
        text = _WGSL.format(shape="2d_array" if self.layered else "2d", body=body)
        wrap, compare = self.texture.wrap, self.texture.compare
        texture = replace(self.texture, wrap="repeat", compare=UNSET, binding=0)
        samplers = (Sampler("w", wrap, 1, compare=compare),)
        inputs = Inputs(width=SIDE, height=SIDE, textures=(texture,), samplers=samplers)
        return Program("wgsl", "fragment", text.encode(), inputs, name=self.name)

    def _statement(self, number: int) -> str:
        if self.language == "wgsl":
            return f"sum += vec4f({self._wgsl_call()}) * {1 / 2**number};"
        added = f"sum += vec4({self._call()}) * {1 / 2**number};"
        if self.rng.below(3):
            return added
        return f"if (p.x > {2 + self.rng.below(12)}.0) {{ {added} }} else {{ sum.x += 0.25; }}"

    def _call(self) -> str:
        place, reference = self._place(), self._reference()
        at = f"vec{4 if self.layered else 3}({place}, {reference})"
        slope = f"vec2({self._number(0, 2)})"
        calls = [
            f"texture(s, {at})",
            f"via(s, {at})",
            f"textureGrad(s, {at}, {slope}, {slope})",
            "textureSize(s, 0).xyxy",
        ]
        offset = f"ivec2({self.rng.below(16) - 8}, {self.rng.below(16) - 8})"
        if not self.layered:
            calls += [
                f"textureLod(s, {at}, {self._number(-1, 3)})",
                f"texture(s, {at}, {self._number(-1, 3)})",
                f"textureOffset(s, {at}, {offset})",
            ]
        if self.language == "glsl":
            calls.append(f"textureGather(s, {place}, {reference})")
            calls.append(f"textureGatherOffset(s, {place}, {reference}, {offset})")
        return self.rng.choose(calls)

    def _wgsl_call(self) -> str:
        width, height, depth = self.texture.size
        place, reference = self._flat(width, height), self._reference()
        layer = f", {self.rng.choose(['i32(p.x) % 5', str(self.rng.below(depth))])}"
        at = f"s, w, {place}{layer if self.layered else ''}, {reference}"
        offset = f"vec2i({self.rng.below(16) - 8}, {self.rng.below(16) - 8})"
        return self.rng.choose(
            [
                f"textureSampleCompare({at})",
                f"textureSampleCompareLevel({at})",
                f"textureSampleCompare({at}, {offset})",
                f"textureGatherCompare({at})",
                f"textureGatherCompare({at}, {offset})",
                "vec2f(textureDimensions(s)), 1.0, 1.0",
            ]
        )

    def _number(self, low: float, high: float) -> str:
        return f"{low + (high - low) * self.rng.below(1000) / 1000:.4f}"

    def _reference(self) -> str:
        return self.rng.choose(
            [
                self._number(-0.2, 1.2),
                f"p.x / 16.0 + {self._number(-0.1, 0.1)}",
                f"sin(p.x * {self._number(0.1, 2)} + p.y)",
                "(floor(p.y * 13.0) + 0.5) / 256.0",
            ]
        )

    def _place(self) -> str:
        width, height, depth = self.texture.size
        flat = self._flat(width, height)
        if not self.layered:
            return flat
        return f"vec3({flat}, {self.rng.choose([self._number(-1, depth + 1), 'floor(p.x)'])})"

    def _flat(self, width: int, height: int) -> str:
        vector = "vec2f" if self.language == "wgsl" else "vec2"
        size = f"{vector}({width}.0, {height}.0)"
        steps = f"{self.rng.below(9) - 4}.0, {self.rng.below(9) - 4}.0"
        border = self.rng.choose([0.5, 0.25, 0.02, 0.9])
        return self.rng.choose(
            [
                f"(floor(p * 0.7) + {border} + {vector}({steps})) / {size}",
                f"p * {self._number(0.05, 0.3)} + {self._number(-2, 2)}",
                f"p.yx / 16.0 * {self.rng.choose(['1.0', '2.0', '-3.0'])} + 0.01",
            ]
        )
