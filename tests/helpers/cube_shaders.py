"""Random fragment shaders that sample a cube map in all ways that we know, in each language."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.core.textures import MODULUS, WRAPS, Numbers, Sampler, Texture
from aberration.languages.shading.tree import LanguageName
from aberration.targets.front_end import compile_glsl

SIDE: Final = 16
"""Pixels across and down."""
_FAMILY: Final = """{head}
uniform {letter}samplerCube s;
{out} vec4 colour;
vec4 via({letter}samplerCube t, vec3 at) {{ return vec4(texture(t, at)); }}
void main() {{
  vec2 p = gl_FragCoord.xy;
  vec4 sum = vec4(0.0);
{body}
  colour = sum * 0.5;
}}
"""
_WGSL: Final = """
@group(0) @binding(0) var s: texture_cube<{scalar}>;
@group(0) @binding(1) var w: sampler;
fn via(t: texture_cube<{scalar}>, q: sampler, at: vec3f) -> vec4f {{
  return textureSampleLevel(t, q, at, 0.0);
}}
@fragment fn shade(@builtin(position) place: vec4f) -> @location(0) vec4f {{
  let p = place.xy;
  var sum = vec4f(0.0);
{body}
  return sum * 0.5;
}}
"""
_HEADS: Final = {
    "glsl": ("#version 450", "layout(location = 0) out"),
    "essl": (
        "#version 300 es\nprecision highp float;\nprecision highp int;\n"
        "precision highp samplerCube;\nprecision highp isamplerCube;\n"
        "precision highp usamplerCube;",
        "layout(location = 0) out",
    ),
}
_LETTERS: Final[dict[Numbers, str]] = {"float": "", "int": "i", "uint": "u"}
_KINDS: Final[tuple[Numbers, ...]] = ("float", "int", "uint")
_SIDES: Final = (1, 2, 3, 5, 8, 16)


def cube_shader(number: int, language: LanguageName) -> Program:
    """Return the shader of a number; in WGSL it samples floats, which a filtering sampler may."""
    return _Shader(number, language).program()


def cube_module(number: int) -> Program:
    """Return the module that glslang makes of the one in GLSL."""
    shader = cube_shader(number, "glsl")
    text = shader.source.replace(b"uniform", b"layout(binding = 0) uniform", 1)
    texture = replace(shader.inputs.textures[0], binding=0)
    inputs = replace(shader.inputs, textures=(texture,))
    return replace(compile_glsl(replace(shader, source=text, inputs=inputs)), inputs=inputs)


class _Shader:
    """A shader while its text is made."""

    def __init__(self, number: int, language: LanguageName) -> None:
        self.rng = Rng.of(number, "cubes")
        self.language = language
        self.name = f"cubes {number}"
        self.numbers: Numbers = "float" if language == "wgsl" else _KINDS[number % len(_KINDS)]
        side = self.rng.choose(_SIDES)
        self.texture = Texture(
            "s",
            "Cube",
            self.numbers,
            (side, side, 6),
            self.rng.below(MODULUS),
            WRAPS[number % len(WRAPS)],
        )
        self.vector = {"wgsl": "vec3f"}.get(language, "vec3")
        self.four = {"wgsl": "vec4f"}.get(language, "vec4")

    def program(self) -> Program:
        """Return the whole."""
        body = "\n".join(self._statement(k) for k in range(1 + self.rng.below(3)))
        texture = self.texture
        samplers: tuple[Sampler, ...] = ()
        if self.language == "wgsl":
            text = _WGSL.format(scalar="f32", body=body)
            texture = replace(texture, wrap="repeat", binding=0)
            samplers = (Sampler("w", self.texture.wrap, 1),)
        else:
            head, out = _HEADS[self.language]
            text = _FAMILY.format(head=head, out=out, letter=_LETTERS[self.numbers], body=body)
        inputs = Inputs(width=SIDE, height=SIDE, textures=(texture,), samplers=samplers)
        return Program(self.language, "fragment", text.encode(), inputs, name=self.name)

    def _statement(self, number: int) -> str:
        scale = (1.0 if self.numbers == "float" else 1 / 256) / 2**number
        added = f"sum += {self.four}({self._call()}) * {scale};"
        # Derivatives are for all pixels of four alike in WGSL, so no decision stands around them.
        if self.language == "wgsl" or self.rng.below(3):
            return added
        return f"if (p.x > {2 + self.rng.below(12)}.0) {{ {added} }} else {{ sum.x += 0.25; }}"

    def _call(self) -> str:
        at = self._direction()
        channel, level = self.rng.below(4), self._number(-1, 3)
        slope = f"{self.vector}({self._number(0, 2)}, {self._number(0, 2)}, 0.5)"
        if self.language == "wgsl":
            calls = [
                f"textureSample(s, w, {at})",
                f"textureSampleLevel(s, w, {at}, {level})",
                f"textureSampleBias(s, w, {at}, {level})",
                f"textureSampleGrad(s, w, {at}, {slope}, {slope})",
                f"textureGather({channel}, s, w, {at})",
                f"via(s, w, {at})",
                "vec2f(textureDimensions(s)), f32(textureNumLevels(s)), 1.0",
            ]
            return self.rng.choose(calls)
        calls = [
            f"texture(s, {at})",
            f"texture(s, {at}, {level})",
            f"textureLod(s, {at}, {level})",
            f"textureGrad(s, {at}, {slope}, {slope})",
            f"via(s, {at})",
            "textureSize(s, 0).xyxy",
        ]
        if self.language == "glsl":
            calls.append(f"textureGather(s, {at}, {channel})")
        return self.rng.choose(calls)

    def _number(self, low: float, high: float) -> str:
        return some_number(self.rng, low, high)

    def _direction(self) -> str:
        return some_direction(self.rng, self.texture.size[0], self.vector)


def some_number(rng: Rng, low: float, high: float) -> str:
    """Return the text of a number from one to another."""
    return f"{low + (high - low) * rng.below(1000) / 1000:.4f}"


def some_direction(rng: Rng, side: int, vector: str) -> str:
    """Return the text of a direction that turns with the pixel `p`, towards one face or several of
    cubes of this side, as a vector of this type.
    """
    scale = some_number(rng, 0.05, 0.4)
    border = rng.choose([0.5, 0.25, 0.02, 0.9])
    sign = rng.choose(["1.0", "-1.0", "2.5", "-0.75"])
    whole = f"floor(p.{{}} * {side}.0 / 16.0)"
    parts = rng.choose(
        [
            [f"(p.x - 7.9) * {scale}", f"(p.y - 8.2) * {scale}", sign],
            [f"(p.x - 8.3) * {scale}", "(p.y - 7.6) * 0.17", f"(p.y - p.x * 0.5) * {scale}"],
            [
                f"(({whole.format('x')} + {border}) / {side}.0 * 2.0 - 1.0) * {sign}",
                f"(({whole.format('y')} + {border}) / {side}.0 * 2.0 - 1.0) * {sign}",
                sign,
            ],
        ]
    )
    order = rng.choose([(0, 1, 2), (2, 0, 1), (1, 2, 0), (1, 0, 2)])
    made = f"{vector}({', '.join(parts[one] for one in order)})"
    return rng.choose([made, made, f"normalize({made})", f"(-{made} * 100.0)"])
