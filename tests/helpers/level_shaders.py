"""Random fragment shaders in all languages that read textures of several levels."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.levels import most_levels
from aberration.core.program import Language, Program
from aberration.core.rng import Rng
from aberration.core.shapes import may_have_levels
from aberration.core.textures import LINEAR, MODULUS, SETTERS, WRAPS, Sampler, Texture
from aberration.targets.front_end import compile_glsl

SIDE: Final = 12
"""Pixels across and down."""
_WIDTHS, _DEPTHS = (1, 2, 3, 5, 8, 13, 16), (1, 2, 3, 6)
_BORDERS: Final = (0.5, 0.25, 0.75)
_WORDS: Final = sorted(word for word, (_, shape) in SETTERS.items() if may_have_levels(shape))
_HIGH: Final = "\n".join(f"precision highp {word};" for word in ("float", "int", *_WORDS))
_HEADS: Final = MappingProxyType({"glsl": "#version 330", "essl": f"#version 300 es\n{_HIGH}"})
_NEW: Final = "#version 450"
_FAMILY: Final = """{head}
{declared}
out vec4 colour;
void main() {{
  vec2 pixel = gl_FragCoord.xy;
  vec4 sum = vec4(0.0);
{body}
  colour = sum;
}}
"""
_WGSL: Final = """{declared}
@fragment fn shade(@builtin(position) position: vec4f) -> @location(0) vec4f {{
  let pixel = position.xy;
  var sum = vec4f(0.0);
{body}
  return sum;
}}
"""
_WGSL_SHAPES: Final = MappingProxyType({"2D": "2d", "3D": "3d", "2DArray": "2d_array"})
_WGSL_NUMBERS: Final = MappingProxyType({"float": "f32", "int": "i32", "uint": "u32"})
_SAMPLES: Final = ("textureLod", "textureProjLod", "textureSample", "textureGather")
_LETTERS: Final = MappingProxyType({"float": "", "int": "i", "uint": "u"})


def level_shader(language: Language, number: int) -> Program:
    """Return the shader of a number; each 27 in a row have all kinds and wraps of textures. In
    GLSL, odd numbers have version 4.50, even ones 3.30.
    """
    return _Writer(language, number, is_new=language == "glsl" and number % 2 == 1).program()


def level_module(number: int) -> Program:
    """Return a module, whose texture has a linear filter where it is of floats and the number is
    odd.
    """
    shader = _Writer("glsl", number, is_new=True).program()
    (texture,) = shader.inputs.textures
    if number % 2 and texture.numbers == "float":
        texture = replace(texture, filter=LINEAR)
    inputs = replace(shader.inputs, textures=(texture,))
    return replace(compile_glsl(shader), inputs=inputs)


class _Writer:
    """A shader while its text is made."""

    def __init__(self, language: Language, number: int, *, is_new: bool) -> None:
        self.language = language
        self.is_new = is_new
        self.is_wgsl = language == "wgsl"
        self.rng = Rng.of(number, f"levels in {language}")
        self.name = f"levels {number}"
        numbers, shape = SETTERS[_WORDS[number % len(_WORDS)]]
        wrap = WRAPS[number // len(_WORDS) % len(WRAPS)]
        width, height = self.rng.choose(_WIDTHS), self.rng.choose(_WIDTHS)
        size = (width, height, 1 if shape == "2D" else self.rng.choose(_DEPTHS))
        most = most_levels(size, is_deep=shape == "3D")
        levels = most if most < 3 else 2 + self.rng.below(most - 1)
        own = "repeat" if self.is_wgsl else wrap
        picture = self.rng.below(MODULUS)
        texture = Texture("s", shape, numbers, size, picture, own, 0)
        self.texture = replace(texture, levels=levels) if levels > 1 else texture
        self.samplers = (Sampler("w", wrap, 1),) if self.is_wgsl else ()
        self.deep = shape != "2D"
        self.v = {2: "vec2f", 3: "vec3f", 4: "vec4f"} if self.is_wgsl else _vectors("vec")
        self.i = {2: "vec2i", 3: "vec3i"} if self.is_wgsl else _vectors("ivec")
        self.int = "i32" if self.is_wgsl else "int"

    def program(self) -> Program:
        """Return the whole."""
        texture = self.texture
        if self.is_wgsl:
            kind = f"texture_{_WGSL_SHAPES[texture.shape]}<{_WGSL_NUMBERS[texture.numbers]}>"
            form, declared = _WGSL, f"@group(0) @binding(0) var s: {kind};"
        else:
            kind = f"{_LETTERS[texture.numbers]}sampler{texture.shape}"
            form, declared = _FAMILY, f"uniform {kind} s;"
        body = "\n".join(self._statement(k) for k in range(1 + self.rng.below(3)))
        samplers = self.samplers if "(s, w," in body else ()
        if samplers:
            declared += "\n@group(0) @binding(1) var w: sampler;"
        head = _NEW if self.is_new else _HEADS.get(self.language, "")
        if self.is_new:
            declared = f"layout(binding = 0) {declared}\nlayout(location = 0)"
        text = form.format(head=head, declared=declared, body=body)
        inputs = Inputs(width=SIDE, height=SIDE, textures=(texture,), samplers=samplers)
        return Program(self.language, "fragment", text.encode(), inputs, name=self.name)

    def _statement(self, number: int) -> str:
        scale = (1.0 if self.texture.numbers == "float" else 1 / 256) / 2**number
        call = self._call()
        added = f"  sum += {self.v[4]}({call}) * {scale};"
        if self.rng.below(3):
            return added
        limit = 2 + self.rng.below(8)
        if not call.startswith(_SAMPLES):
            # softpipe takes the level of a fetch or a size from the first pixel of a quad.
            limit -= limit % 2
        return f"  if (pixel.x > {limit}.0) {{ {added} }} else {{ sum.x += 0.25; }}"

    def _call(self) -> str:
        calls = [self._fetch(), self._size()]
        if not self.is_wgsl:
            calls += [self._sample(), self._sample(), self._moved(), self._projected()]
        elif self.texture.numbers == "float":
            calls += [self._wgsl_sample(""), self._wgsl_sample(""), self._wgsl_sample("moved")]
        if self.texture.shape != "3D" and self.is_new:
            calls.append(f"textureGather(s, {self._at()}, {self.rng.below(4)})")
        return self.rng.choose(calls)

    def _sample(self) -> str:
        return f"textureLod(s, {self._at()}, {self._lod()})"

    def _moved(self) -> str:
        return f"textureLodOffset(s, {self._at()}, {self._lod()}, {self._offset()})"

    def _projected(self) -> str:
        if self.texture.shape == "2DArray":
            return self._sample()
        along = f"vec{4 if self.deep else 3}({self._at()}, {self.rng.choose([0.5, 2.0, 1.0])})"
        return f"textureProjLod(s, {along}, {self._lod()})"

    def _wgsl_sample(self, kind: str) -> str:
        offset = f", {self._offset()}" if kind else ""
        return f"textureSampleLevel(s, w, {self._at()}, {self._lod()}{offset})"

    def _offset(self) -> str:
        size = 3 if self.texture.shape == "3D" else 2
        return f"{self.i[size]}({', '.join(str(self.rng.below(16) - 8) for _ in range(size))})"

    def _number(self, low: float, high: float) -> str:
        return f"{low + (high - low) * self.rng.below(1000) / 1000:.4f}"

    def _lod(self) -> str:
        """Whole levels and such between two, of each pixel alike or not."""
        last = self.texture.level_count - 1
        return self.rng.choose(
            [
                f"{self.rng.below(last + 2)}.0",
                self._number(-1, last + 1),
                f"{self.rng.below(last + 1)}.0 + {self._number(-0.37, 0.37)}",
                f"pixel.x * {self._number(0.05, 0.4)} - 0.5",
                f"floor(pixel.y * 0.4) + {self._number(-0.3, 0.3)}",
                f"sin(pixel.x * {self._number(0.1, 2)}) * {self._number(0.3, 3)}",
            ]
        )

    def _at(self) -> str:
        width, height, depth = self.texture.size
        v2, rng = self.v[2], self.rng
        steps = f"{rng.below(19) - 9}.0, {rng.below(19) - 9}.0"
        flat = rng.choose(
            [
                f"(floor(pixel * 0.7) + {rng.choose(_BORDERS)} + {v2}({steps})) "
                f"/ {v2}({width}.0, {height}.0)",
                f"pixel * {self._number(0.05, 0.3)} + {self._number(-2, 2)}",
                f"pixel.yx / 16.0 * {rng.choose([1.0, 2.0, 0.5, -3.0])} + 0.01",
                f"sin(pixel * {self._number(0.1, 2)}) * {self._number(0.3, 2)}",
            ]
        )
        if self.texture.shape == "3D":
            return f"{self.v[3]}({flat}, {self._number(-1.5, 2)})"
        if self.texture.shape == "2DArray" and self.is_wgsl:
            return f"{flat}, {self.int}(pixel.x) - {rng.below(4)}"
        layer = rng.choose([self._number(-1, depth + 1), "floor(pixel.x * 0.5)"])
        return f"vec3({flat}, {layer})" if self.deep else flat

    def _fetch(self) -> str:
        """A texel of a level, now and then outside of it."""
        width, height, depth = self.texture.size
        level = self.rng.below(self.texture.level_count)
        wide, high = max(1, width >> level), max(1, height >> level)
        deep = max(1, depth >> level) if self.texture.shape == "3D" else depth
        named = self.rng.choose([str(level), f"{self.int}(pixel.x * 0.01) + {level}"])
        x, y = f"{self.int}(pixel.x) % {wide}", f"{self.int}(pixel.y) % {high}"
        z = str(self.rng.below(deep)) if self.rng.below(8) else str(deep)
        if self.is_wgsl:
            place = f"vec2i({x}, {y})"
            if self.texture.shape != "2D":
                place = f"vec3i({x}, {y}, {z})" if self.texture.shape == "3D" else f"{place}, {z}"
            return f"textureLoad(s, {place}, {named})"
        place = f"ivec3({x}, {y}, {z})" if self.deep else f"ivec2({x}, {y})"
        return f"texelFetch(s, {place}, {named})"

    def _size(self) -> str:
        """Sides of a level, the same in all pixels, and how many levels there are, which older
        versions cannot ask.
        """
        level = str(self.rng.below(self.texture.level_count))
        level = self.rng.choose([level, f"{self.int}(pixel.x * 0.01) + {level}"])
        if self.is_wgsl:
            sides = f"textureDimensions(s, {level})"
            levels = "textureNumLevels(s)"
        else:
            sides, levels = f"textureSize(s, {level})", "textureQueryLevels(s)"
        if not self.is_new and not self.is_wgsl:
            levels = "3"
        last = "z" if self.deep and not (self.is_wgsl and self.texture.shape == "2DArray") else "y"
        scalar = "f32" if self.is_wgsl else "float"
        sides = f"{self.v[2]}({sides}.xy) / 16.0, {scalar}({sides}.{last}) / 16.0"
        return f"{sides}, {scalar}({levels}) / 8.0"


def _vectors(word: str) -> dict[int, str]:
    return {size: f"{word}{size}" for size in (2, 3, 4)}
