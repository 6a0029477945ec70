"""Random fragment shaders that sample elements of arrays of textures, in each language that has
them.
"""

from __future__ import annotations

import struct
from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs, Uniform
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.core.shapes import Shape
from aberration.core.texture_arrays import element_name
from aberration.core.textures import MODULUS, WRAPS, Numbers, Texture
from aberration.languages.shading.tree import LanguageName
from aberration.targets.front_end import compile_glsl

from .cube_shaders import some_direction, some_number

SIDE: Final = 16
"""Pixels across and down."""
_TEXT: Final = """{head}
uniform highp {sampler} a[{count}];
uniform highp sampler2D single;
layout(location = 0) out vec4 colour;
const int LAST = {count} - 1;
vec4 one(highp {sampler} s, {vector} at) {{ return vec4(texture(s, at)); }}
vec4 some(highp {sampler} s[{count}], {vector} at) {{ return vec4(texture(s[LAST], at)); }}
void main() {{
  vec2 p = gl_FragCoord.xy;
  vec4 sum = texture(single, (p + 0.02) / 16.0) * 0.25;
{body}
  colour = sum * 0.5;
}}
"""
_HEADS: Final = {
    "glsl": "#version 450",
    "essl": "#version 300 es\nprecision highp float;\nprecision highp int;",
}
_LETTERS: Final[dict[Numbers, str]] = {"float": "", "int": "i", "uint": "u"}
_NUMBERS: Final[tuple[Numbers, ...]] = ("float", "int", "uint")
_SHAPES: Final[tuple[Shape, ...]] = ("2D", "2DArray", "3D", "Cube")
_WIDTHS: Final = (1, 2, 3, 5, 8, 16)


def array_shader(number: int, language: LanguageName, *, dynamic: bool = False) -> Program:
    """Return the shader of a number; 12 in a row have all shapes and numbers. A `dynamic` one has
    indices that are uniforms and counters of loops, too.
    """
    return _Shader(number, language, dynamic=dynamic).program()


def array_module(number: int) -> Program:
    """Return the module that glslang makes of the one in GLSL: all elements at one binding."""
    shader = array_shader(number, "glsl")
    text = shader.source.replace(b"uniform", b"layout(binding = 3) uniform", 1)
    text = text.replace(b"uniform highp sampler2D s", b"layout(binding = 0) uniform sampler2D s", 1)
    *elements, single = shader.inputs.textures
    placed = [replace(one, binding=3) for one in elements]
    inputs = replace(shader.inputs, textures=(*placed, replace(single, binding=0)))
    return replace(compile_glsl(replace(shader, source=text, inputs=inputs)), inputs=inputs)


class _Shader:
    """A shader while its text is made."""

    def __init__(self, number: int, language: LanguageName, *, dynamic: bool) -> None:
        self.rng = Rng.of(number, "dynamic arrays" if dynamic else "arrays")
        self.dynamic = dynamic
        self.language: LanguageName = language
        self.number = number
        self.shape = _SHAPES[number % len(_SHAPES)]
        self.numbers = _NUMBERS[number // len(_SHAPES) % len(_NUMBERS)]
        self.count = 1 + self.rng.below(4)
        self.passed = self.rng.below(self.count)
        self.vector = "vec2" if self.shape == "2D" else "vec3"
        self.textures = [self._texture(k) for k in range(self.count)]

    def _texture(self, number: int) -> Texture:
        width, height, depth = (self.rng.choose(_WIDTHS) for _ in range(3))
        size = {"2D": (width, height, 1), "Cube": (width, width, 6)}.get(
            self.shape, (width, height, depth)
        )
        picture, wrap = self.rng.below(MODULUS), self.rng.choose(WRAPS)
        return Texture(element_name("a", number), self.shape, self.numbers, size, picture, wrap)

    def program(self) -> Program:
        """Return the whole."""
        body = "\n".join(self._statement(k) for k in range(1 + self.rng.below(3)))
        text = _TEXT.format(
            head=self._head(),
            sampler=f"{_LETTERS[self.numbers]}sampler{self.shape}",
            count=self.count,
            vector=self.vector,
            body=body,
        )
        single = Texture("single", number=self.rng.below(MODULUS))
        inputs = Inputs(width=SIDE, height=SIDE, textures=(*self.textures, single))
        if self.dynamic:
            which = Uniform("which", struct.pack("<i", self.rng.below(self.count)))
            inputs = replace(inputs, uniforms=(which,))
        name = f"arrays {self.number}"
        return Program(self.language, "fragment", text.encode(), inputs, name=name)

    def _head(self) -> str:
        head = _HEADS[self.language]
        return head.replace("300", "320") + "\nuniform int which;" if self.dynamic else head

    def _statement(self, number: int) -> str:
        scale = (1.0 if self.numbers == "float" else 1 / 256) / 2**number
        added = f"sum += vec4({self._call()}) * {scale};"
        if self.dynamic and self.rng.below(2):
            call = self._call("a[i]")
            leaves = self.rng.choose(["", f"if (p.x > {self.rng.below(16)}.0) break; "])
            begin = self.rng.choose(["0", "which"])
            loop = f"for (int i = {begin}; i < {self.count}; ++i)"
            added = f"{loop} {{ {leaves}sum += vec4({call}) * {scale / 4}; }}"
        if self.rng.below(3):
            return added
        return f"if (p.x > {2 + self.rng.below(12)}.0) {{ {added} }} else {{ sum.x += 0.25; }}"

    def _call(self, element: str = "") -> str:
        number = self.rng.below(self.count)
        known = [f"a[{number}]", f"a[{self.count - 1} - {self.count - 1 - number}]"]
        known += ["a[which]", "a[LAST - which]"] if self.dynamic else []
        element = element or self.rng.choose(known)
        texture = self.textures[number]
        at = self._place(texture)
        size = "textureSize({}, 0)" + (".xyxy" if self.shape in ("2D", "Cube") else ".xyzx")
        calls = [
            f"texture({element}, {at})",
            f"textureLod({element}, {at}, {some_number(self.rng, -1, 2)})",
            f"one(a[{self.passed}], {self._place(self.textures[self.passed])})",
            f"some(a, {self._place(self.textures[-1])})",
            size.format(element),
        ]
        if self.shape != "Cube":
            width, height, depth = texture.size
            if self.dynamic:
                width, height, depth = (
                    min(one.size[axis] for one in self.textures) for axis in range(3)
                )
            place = f"ivec{3 if self.vector == 'vec3' else 2}"
            layer = f", int(p.x) % {depth}" if self.vector == "vec3" else ""
            calls.append(
                f"texelFetch({element}, {place}(int(p.x) % {width}, int(p.y) % {height}{layer}), 0)"
            )
        return self.rng.choose(calls)

    def _place(self, texture: Texture) -> str:
        width, height, _ = texture.size
        if self.shape == "Cube":
            return some_direction(self.rng, width, "vec3")
        border = self.rng.choose([0.5, 0.25, 0.02, 0.9])
        flat = f"(floor(p * 0.7) + {border}) / vec2({width}.0, {height}.0)"
        flat = self.rng.choose([flat, f"p * {some_number(self.rng, 0.05, 0.3)} - 0.3"])
        if self.shape == "2D":
            return flat
        deep = self.rng.choose([some_number(self.rng, 0, 2), "p.x * 0.1"])
        return f"vec3({flat}, {deep})"
