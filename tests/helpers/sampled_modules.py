"""Random fragment shaders that sample textures in all ways that we know, and their modules."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.core.textures import LINEAR, MODULUS, SETTERS, WRAPS, Sampler, Texture
from aberration.targets.front_end import compile_glsl

SIDE: Final = 16
"""Pixels across and down."""
_TEXT: Final = """#version 450
{declared}
layout(location = 0) out vec4 colour;
{function}
void main() {{
  vec4 sum = vec4(0.0);
{body}
  colour = sum * 0.5;
}}
"""
_WORDS: Final = sorted(
    word for word, (_, shape) in SETTERS.items() if shape in ("2D", "3D", "2DArray")
)
_WIDTHS, _DEPTHS = (1, 2, 3, 5, 8, 16), (1, 2, 3, 4)
_BORDERS: Final = (0.5, 0.25, 0.75, 0.125)
_DIVISORS: Final = (0.5, 2.0, -1.0, 3.0, 1.7)
_SCALES: Final = {"float": 1.0, "int": 1 / 256, "uint": 1 / 256}
_LETTERS: Final = {"float": "", "int": "i", "uint": "u"}


def sampling_shader(number: int, *, separate: bool = False) -> Program:
    """Return the shader of a number; each 27 in a row have all kinds and wraps of textures. The
    sampler stands alone where it is `separate`.
    """
    return _Shader(number, separate).program()


def sampling_module(number: int, *, separate: bool = False) -> Program:
    """Return the module that glslang makes of it."""
    shader = sampling_shader(number, separate=separate)
    return replace(compile_glsl(shader), inputs=shader.inputs)


def with_linear_filter(number: int, *, separate: bool = False) -> Program:
    """Return the module of a number, whose texture is one of floats, with a linear filter."""
    program = sampling_module(number, separate=separate)
    inputs = program.inputs
    textures = tuple(one if separate else replace(one, filter=LINEAR) for one in inputs.textures)
    samplers = tuple(replace(one, filter=LINEAR) for one in inputs.samplers)
    return replace(program, inputs=replace(inputs, textures=textures, samplers=samplers))


class _Shader:
    """A shader while its text is made."""

    def __init__(self, number: int, separate: bool) -> None:
        self.rng = Rng.of(number, "samples")
        self.separate = separate
        self.name = f"samples {number}"
        numbers, shape = SETTERS[_WORDS[number % len(_WORDS)]]
        wrap = WRAPS[number // len(_WORDS) % len(WRAPS)]
        width, height = self.rng.choose(_WIDTHS), self.rng.choose(_WIDTHS)
        size = (width, height, 1 if shape == "2D" else self.rng.choose(_DEPTHS))
        place = (3, 1) if separate else (0, 0)
        own = "repeat" if separate else wrap
        self.texture = Texture("s", shape, numbers, size, self.rng.below(MODULUS), own, *place)
        self.samplers = (Sampler("w", wrap, 5),) if separate else ()
        self.letter = _LETTERS[numbers]
        self.axes = 2 if shape == "2D" else 3
        self.kind = f"{self.letter}sampler{shape}"
        self.sampled = f"{self.kind}(s, w)" if separate else "s"

    def program(self) -> Program:
        """Return the whole."""
        plain = f"{self.letter}texture{self.texture.shape}"
        if self.separate:
            declared = (
                f"layout(set = 1, binding = 3) uniform {plain} s;\n"
                "layout(binding = 5) uniform sampler w;"
            )
            function = f"vec4 via({plain} t, sampler q, vec{self.axes} at)"
            sampled = f"{self.kind}(t, q)"
        else:
            declared = f"layout(binding = 0) uniform {self.kind} s;"
            function, sampled = f"vec4 via({self.kind} t, vec{self.axes} at)", "t"
        text = _TEXT.format(
            declared=declared,
            function=f"{function} {{ return vec4(texture({sampled}, at)); }}",
            body="\n".join(self._statement(k) for k in range(1 + self.rng.below(3))),
        )
        inputs = Inputs(width=SIDE, height=SIDE, textures=(self.texture,), samplers=self.samplers)
        return Program("glsl", "fragment", text.encode(), inputs, name=self.name)

    def _statement(self, number: int) -> str:
        scale = _SCALES[self.texture.numbers] / 2**number
        added = f"sum += vec4({self._call()}) * {scale};"
        way = self.rng.below(4)
        if way == 0:
            limit = 2 + self.rng.below(12)
            return f"if (gl_FragCoord.x > {limit}.0) {{ {added} }} else {{ sum.x += 0.25; }}"
        return f"for (int i = 0; i < 2; i++) {{ {added} sum *= 0.5; }}" if way == 1 else added

    def _call(self) -> str:
        shape, s, at = self.texture.shape, self.sampled, self._coordinates()
        calls = [
            f"texture({s}, {at})",
            f"texture({s}, {at}, {self._number(-1, 2)})",
            f"textureLod({s}, {at}, {self._number(-1, 3)})",
            f"textureGrad({s}, {at}, {self._step()}, {self._step()})",
            f"textureOffset({s}, {at}, {self._offset()})",
            f"textureLodOffset({s}, {at}, 0.0, {self._offset()})",
            f"via({'s, w' if self.separate else 's'}, {at})",
            self._fetch(),
            self._size(),
        ]
        if shape != "2DArray":
            along = f"vec{self.axes + 1}({at}, {self.rng.choose(_DIVISORS)})"
            calls += [f"textureProj({s}, {along})"]
            calls += [f"textureProjOffset({s}, {along}, {self._offset()})"]
        if shape == "2D":
            along = f"vec4({at}, gl_FragCoord.x, {self.rng.choose(_DIVISORS)})"
            calls.append(f"textureProjLod({s}, {along}, 0.0)")
        if shape != "3D":
            calls.append(f"textureGather({s}, {at}, {self.rng.below(4)})")
            offset = self._offset()
            calls.append(f"textureGatherOffset({s}, {at}, {offset}, {self.rng.below(4)})")
        return self.rng.choose(calls)

    def _number(self, low: float, high: float) -> str:
        return f"{low + (high - low) * self.rng.below(1000) / 1000:.4f}"

    def _step(self) -> str:
        size = 3 if self.texture.shape == "3D" else 2
        return f"vec{size}({self._number(0, 2)})"

    def _offset(self) -> str:
        size = 3 if self.texture.shape == "3D" else 2
        return f"ivec{size}({', '.join(str(self.rng.below(16) - 8) for _ in range(size))})"

    def _coordinates(self) -> str:
        width, height, depth = self.texture.size
        steps = f"{self.rng.below(19) - 9}.0, {self.rng.below(19) - 9}.0"
        border = self.rng.choose(_BORDERS)
        flat = self.rng.choose(
            [
                f"((floor(gl_FragCoord.xy * 0.7) + {border} + vec2({steps})) "
                f"/ vec2({width}.0, {height}.0))",
                f"(gl_FragCoord.xy * {self._number(0.05, 0.3)} + {self._number(-2, 2)})",
                f"(gl_FragCoord.yx / 16.0 * {self.rng.choose([1.0, 2.0, 0.5, -3.0])} + 0.01)",
                f"(sin(gl_FragCoord.xy * {self._number(0.1, 2)}) * {self._number(0.3, 2)})",
            ]
        )
        if self.texture.shape == "2D":
            return flat
        deep = f"gl_FragCoord.x * {self._number(0.02, 0.2)}"
        if self.texture.shape == "3D":
            third = self.rng.choose(
                [self._number(-1.5, 2), deep, f"(floor(gl_FragCoord.y * 0.3) + 0.5) / {depth}.0"]
            )
        else:
            third = self.rng.choose([self._number(-1, depth + 1), deep, "floor(gl_FragCoord.x)"])
        return f"vec3({flat}, {third})"

    def _fetch(self) -> str:
        width, height, depth = self.texture.size
        x, y = f"int(gl_FragCoord.x) % {width}", f"int(gl_FragCoord.y) % {height}"
        third = "" if self.axes == 2 else f", {self.rng.below(depth)}"
        level = self.rng.choose(["0", "int(gl_FragCoord.x) / 16"])
        if width > 1 and self.rng.below(2):
            size = 3 if self.texture.shape == "3D" else 2
            x = f"int(gl_FragCoord.x) % {width - 1}"
            offset = f"ivec{size}({', '.join(['1', '0', '0'][:size])})"
            at = f"ivec{self.axes}({x}, {y}{third})"
            return f"texelFetchOffset({self.sampled}, {at}, 0, {offset})"
        return f"texelFetch({self.sampled}, ivec{self.axes}({x}, {y}{third}), {level})"

    def _size(self) -> str:
        size = f"textureSize({self.sampled}, 0)"
        last = "x" if self.axes == 2 else "z"
        return f"{self.letter}vec4({size}.xy, textureQueryLevels({self.sampled}), {size}.{last})"
