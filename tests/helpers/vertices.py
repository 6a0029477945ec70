"""Programs for the vertex stage in GLSL, ESSL and WGSL, and the images that they have to give."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from aberration.core.attributes import Attribute, attribute_value
from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.program import Language, Program
from aberration.core.textures import Sampler, Texture, texel

Vertex = Callable[[int, tuple[int, int]], tuple[float, float, float, float]]
"""The colour of a vertex in an image of a size."""

SIZES: Final = ((8, 8), (13, 7))
PLACE: Final = Attribute("aberration_place", 11, "float", 2, place=True)
_FLOATS: Final = (
    Attribute("a", 0, "float", 1, 1, 1),
    Attribute("b", 1, "float", 2, 1, 2),
    Attribute("c", 2, "float", 3, 1, 3),
    Attribute("d", 3, "float", 4, 1, 200),
)
_WHOLE: Final = (
    Attribute("i", 4, "int", 1, 1, 4),
    Attribute("j", 5, "int", 3, 1, 5),
    Attribute("u", 6, "uint", 1, 1, 6),
    Attribute("w", 7, "uint", 4, 1, 7),
)
_SQUARE: Final = Attribute("m", 8, "float", 2, 2, 8)
_WIDE: Final = Attribute("m", 8, "float", 2, 3, 8)
_TEXTURE: Final = Texture("s", size=(4, 4, 1), number=77, wrap="clamp")
_BLOCK: Final = struct.pack("<16f", 1.5, 0, 0, 0, -2, 0, 0, 0, 0.25, 0, 0, 0, 3, 0, 0, 0)
"""An array of floats, each in a row of its own, and a float."""

_HEADS: Final[Mapping[str, str]] = {
    "120": "#version 120\n",
    "330": "#version 330\n",
    "330 compatibility": "#version 330 compatibility\n",
    "450": "#version 450\n",
    "100": "precision highp float;\n",
    "300 es": "#version 300 es\nprecision highp float;\nprecision highp int;\n",
    "310 es": "#version 310 es\nprecision highp float;\nprecision highp int;\n",
}
GLSL: Final = ("120", "330", "450")
ESSL: Final = ("100", "300 es", "310 es")
_OLD: Final = ("120", "100")
_LOCATED: Final = ("450", "310 es")
_LETTERS: Final = {"float": "vec", "int": "ivec", "uint": "uvec"}
_WGSL_LETTERS: Final = {"float": "f", "int": "i", "uint": "u"}
_SHADED: Final = "gl_Position = vec4(aberration_place, 0.0, 1.0); gl_PointSize = 1.0;"


class Wanted(msgspec.Struct, frozen=True):
    """A program, and the 32-bit floats that it has to draw."""

    name: str
    program: Program
    image: bytes


def as_floats(*values: float) -> bytes:
    """Return values as the bytes of 32-bit floats."""
    return struct.pack(f"<{len(values)}f", *values)


def image_of(vertex: Vertex, size: tuple[int, int]) -> bytes:
    """Return an image of 32-bit floats."""
    values = [one for number in range(size[0] * size[1]) for one in vertex(number, size)]
    return struct.pack(f"<{len(values)}f", *values)


def rounded(image: bytes) -> bytes:
    """Return an image of 32-bit floats as one of 8 bits a channel."""
    values = struct.unpack(f"<{len(image) // 4}f", image)
    return bytes(round(min(max(value, 0), 1) * 255) for value in values)


def glsl(dialect: str, size: tuple[int, int], *, located: bool = False) -> list[Wanted]:
    """Return the programs of a dialect of GLSL or ESSL; `located`: the text says the locations."""
    made = [_attributes(dialect, size, located), _uniforms(dialect, size), _texture(dialect, size)]
    if dialect not in _OLD:
        made += [_whole(dialect, size, located), _block(dialect, size)]
    return made


def in_bytes(dialect: str, size: tuple[int, int]) -> Wanted:
    """Return a program of any dialect, or `wgsl`, that draws whole shares of 255, and its image of
    8 bits a channel.
    """
    inputs = _inputs(size, _FLOATS[3])
    if dialect == "wgsl":
        body = "handed = (((d + 2.0) * 64.0) % vec4f(256.0)) / 255.0;"
        program = wgsl_shader("", body, inputs, "flat, either")
    else:
        body = "aberration_result = mod((d + 2.0) * 64.0, 256.0) / 255.0;"
        program = shader(dialect, "", body, inputs)
    shares = (
        int((_D(vertex, size, component, 0) + 2) * 64) % 256
        for vertex in range(size[0] * size[1])
        for component in range(4)
    )
    return Wanted("bytes", program, bytes(shares))


def shader(
    dialect: str, declared: str, body: str, inputs: Inputs, *, located: bool = False
) -> Program:
    """Return a vertex shader of a dialect, whose attributes are those of the inputs."""
    word = "attribute" if dialect in _OLD else "in"
    lines = [
        f"{f'layout(location = {one.location}) ' if located else ''}{word} {_type(one)} {one.name};"
        for one in inputs.attributes
    ]
    result = "varying" if dialect in _OLD else "flat out"
    place = "layout(location = 0) " if dialect in _LOCATED else ""
    lines += [f"{place}{result} vec4 aberration_result;", declared]
    main = f"void main() {{ {_SHADED}\n{body} }}"
    language: Language = "essl" if dialect in ESSL else "glsl"
    text = "\n".join([*lines, main])
    return Program(language, "vertex", f"{_HEADS[dialect]}{text}\n".encode(), inputs, dialect)


def _type(one: Attribute) -> str:
    if one.columns > 1:
        square = one.columns == one.components
        return f"mat{one.columns}" + ("" if square else f"x{one.components}")
    return f"{_LETTERS[one.numbers]}{one.components}" if one.components > 1 else one.numbers


def _value(one: Attribute) -> Callable[[int, tuple[int, int], int, int], float]:
    def value(vertex: int, size: tuple[int, int], component: int = 0, column: int = 0) -> float:
        return attribute_value(one, vertex, size, column, component)

    return value


_A, _B, _C, _D = map(_value, _FLOATS)
_I, _J, _U, _W = map(_value, _WHOLE)


def _inputs(size: tuple[int, int], *attributes: Attribute) -> Inputs:
    return Inputs(width=size[0], height=size[1], attributes=(PLACE, *attributes))


def _attributes(dialect: str, size: tuple[int, int], located: bool) -> Wanted:
    """Attributes of floats, and a matrix, of which ESSL 1.00 has square ones alone."""
    matrix = _SQUARE if dialect == "100" else _WIDE
    last = matrix.columns - 1
    body = f"aberration_result = vec4(a + b.y + c.z, d.w * c.x, m[{last}][1] + m[0][0], d.x - b.x);"

    def colour(number: int, size: tuple[int, int]) -> tuple[float, float, float, float]:
        m = _value(matrix)
        return (
            _A(number, size, 0, 0) + _B(number, size, 1, 0) + _C(number, size, 2, 0),
            _D(number, size, 3, 0) * _C(number, size, 0, 0),
            m(number, size, 1, last) + m(number, size, 0, 0),
            _D(number, size, 0, 0) - _B(number, size, 0, 0),
        )

    inputs = _inputs(size, *_FLOATS, matrix)
    program = shader(dialect, "", body, inputs, located=located)
    return Wanted("attributes", program, image_of(colour, size))


def _whole(dialect: str, size: tuple[int, int], located: bool) -> Wanted:
    """Attributes of integers, and the number of the vertex."""
    body = (
        "aberration_result = vec4(float(i + j.z), float((u & 15u) ^ w.y), float(w.w - w.x),"
        " float(gl_VertexID * 4 + gl_InstanceID - j.x));"
    )
    program = shader(dialect, "", body, _inputs(size, *_WHOLE), located=located)
    return Wanted("integers", program, image_of(_integers, size))


def _integers(number: int, size: tuple[int, int]) -> tuple[float, float, float, float]:
    difference = int(_W(number, size, 3, 0)) - int(_W(number, size, 0, 0))
    (rounded,) = struct.unpack("<f", struct.pack("<f", difference % 2**32))
    return (
        _I(number, size, 0, 0) + _J(number, size, 2, 0),
        (int(_U(number, size, 0, 0)) & 15) ^ int(_W(number, size, 1, 0)),
        rounded,
        4 * number - _J(number, size, 0, 0),
    )


def _uniforms(dialect: str, size: tuple[int, int]) -> Wanted:
    """Uniforms outside of blocks, and a loop over an array of them."""
    declared = "uniform vec3 shift; uniform float k[3];"
    body = """float total = 0.0;
    for (int n = 0; n < 3; n++) { if (k[n] < 0.0) continue; total += k[n] * float(n + 1); }
    aberration_result = vec4(shift + c, total * a);"""
    inputs = msgspec.structs.replace(
        _inputs(size, _FLOATS[0], _FLOATS[2]),
        uniforms=(
            Uniform("shift", struct.pack("<3f", 1, 2, -3), UNBOUND),
            Uniform("k", _BLOCK[:48], UNBOUND),
        ),
    )

    def colour(number: int, size: tuple[int, int]) -> tuple[float, float, float, float]:
        x, y, z = (_C(number, size, component, 0) for component in range(3))
        return x + 1, y + 2, z - 3, 2.25 * _A(number, size, 0, 0)

    return Wanted("uniforms", shader(dialect, declared, body, inputs), image_of(colour, size))


def _block(dialect: str, size: tuple[int, int]) -> Wanted:
    """A uniform block, and a loop over its array that ends early."""
    declared = "layout(std140) uniform B { float k[3]; float stop; };"
    body = """float total = 0.0;
    for (int n = 0; n < 3; n++) { if (k[n] * 12.0 == stop) break; total += k[n]; }
    aberration_result = vec4(total, stop, d.zw);"""
    inputs = msgspec.structs.replace(
        _inputs(size, _FLOATS[3]), uniforms=(Uniform("B", _BLOCK, UNBOUND),)
    )

    def colour(number: int, size: tuple[int, int]) -> tuple[float, float, float, float]:
        return -0.5, 3.0, _D(number, size, 2, 0), _D(number, size, 3, 0)

    return Wanted("block", shader(dialect, declared, body, inputs), image_of(colour, size))


def _texture(dialect: str, size: tuple[int, int]) -> Wanted:
    """A texture, which the vertex stage samples at a level that it says."""
    call = "texture2DLod" if dialect in _OLD else "textureLod"
    body = (
        "vec2 at = vec2(b.x > 0.0 ? 2.5 : 1.5, b.y > 0.0 ? 3.5 : 0.5) / 4.0;"
        f" aberration_result = {call}(s, at, 0.0);"
    )
    inputs = msgspec.structs.replace(_inputs(size, _FLOATS[1]), textures=(_TEXTURE,))
    program = shader(dialect, "uniform sampler2D s;", body, inputs)
    return Wanted("texture", program, image_of(_texel, size))


def _texel(number: int, size: tuple[int, int]) -> tuple[float, float, float, float]:
    x, y = (_B(number, size, component, 0) for component in (0, 1))
    place = (2 if x > 0 else 1, 3 if y > 0 else 0, 0)
    red, green, blue, alpha = (texel(_TEXTURE, place, channel) / 256 for channel in range(4))
    return red, green, blue, alpha


# ---- WGSL


def wgsl(size: tuple[int, int], interpolation: str = "flat") -> list[Wanted]:
    """Return the programs in WGSL; `interpolation` is that of the result."""
    columns = [
        msgspec.structs.replace(_WIDE, name=f"m{k}", location=_WIDE.location + k, columns=1)
        for k in range(3)
    ]
    made = (
        ("attributes", _WGSL_ATTRIBUTES, "", _inputs(size, *_FLOATS, *columns), _columns_apart),
        ("integers", _WGSL_INTEGERS, "", _inputs(size, *_WHOLE), _integers),
        ("block", _WGSL_BLOCK, _WGSL_BLOCKS, _wgsl_block_inputs(size), _wgsl_block),
        ("texture", _WGSL_TEXTURE, _WGSL_TEXTURES, _wgsl_texture_inputs(size), _texel),
    )
    return [
        Wanted(name, wgsl_shader(declared, body, inputs, interpolation), image_of(vertex, size))
        for name, body, declared, inputs, vertex in made
    ]


def wgsl_shader(declared: str, body: str, inputs: Inputs, interpolation: str = "flat") -> Program:
    """Return a vertex stage in WGSL, whose attributes are those of the inputs: half of them are
    parameters, and the others are members of a structure.
    """
    given = [
        f"@location({one.location}) {one.name}: {_wgsl_type(one)}" for one in inputs.attributes
    ]
    text = f"""{declared}
struct Given {{ {", ".join(given[::2])} }}
struct Handed {{
  @builtin(position) place: vec4<f32>,
  @location(0) @interpolate({interpolation}) aberration_result: vec4f,
}}
@vertex fn go(given: Given, {", ".join([*given[1::2], "@builtin(vertex_index) number: u32"])})
    -> Handed {{
  let at = given.aberration_place;
  var handed = vec4f(0.0);
  {body}
  return Handed(vec4f(at.x, -at.y, 0.0, 1.0), handed);
}}
"""
    return Program("wgsl", "vertex", text.encode(), inputs, "wgsl")


def _wgsl_type(one: Attribute) -> str:
    scalar = {"float": "f32", "int": "i32", "uint": "u32"}[one.numbers]
    return f"vec{one.components}{_WGSL_LETTERS[one.numbers]}" if one.components > 1 else scalar


_WGSL_ATTRIBUTES: Final = """handed = vec4f(a + given.b.y + c.z, given.d.w * c.x,
    m2.y + m0.x, given.d.x - given.b.x);"""
_WGSL_INTEGERS: Final = """handed = vec4f(f32(i + given.j.z), f32((u & 15u) ^ given.w.y),
    f32(given.w.w - given.w.x), f32(i32(number) * 4 - given.j.x));"""
_WGSL_BLOCKS: Final = """struct Block { k: array<vec4f, 3>, stop: vec4f }
@group(0) @binding(2) var<uniform> block: Block;
@group(1) @binding(0) var<storage, read> more: array<f32>;"""
_WGSL_BLOCK: Final = """var total = 0.0;
  for (var n = 0u; n < 3u; n++) {
    if (block.k[n].x * 12.0 == block.stop.x) { break; }
    total += block.k[n].x + more[n];
  }
  handed = vec4f(total, block.stop.x, d.zw);"""
_WGSL_TEXTURES: Final = """@group(0) @binding(0) var s: texture_2d<f32>;
@group(0) @binding(1) var how: sampler;"""
_WGSL_TEXTURE: Final = """let spot = select(vec2f(1.5, 0.5), vec2f(2.5, 3.5), b > vec2f(0.0));
  handed = textureSampleLevel(s, how, spot / 4.0, 0.0);"""


def _columns_apart(number: int, size: tuple[int, int]) -> tuple[float, float, float, float]:
    """What attributes of floats give where the columns of the matrix are vectors: each is the
    first column of its own.
    """
    m = _value(_WIDE)
    return (
        _A(number, size, 0, 0) + _B(number, size, 1, 0) + _C(number, size, 2, 0),
        _D(number, size, 3, 0) * _C(number, size, 0, 0),
        m(number, size, 1, 0) + m(number, size, 0, 0),
        _D(number, size, 0, 0) - _B(number, size, 0, 0),
    )


def _wgsl_block_inputs(size: tuple[int, int]) -> Inputs:
    more = Buffer(0, struct.pack("<4f", 8, 16, 32, 64), (("float", 4),), 1)
    uniforms = (Uniform("block", _BLOCK, 2),)
    return msgspec.structs.replace(_inputs(size, _FLOATS[3]), uniforms=uniforms, buffers=(more,))


def _wgsl_block(number: int, size: tuple[int, int]) -> tuple[float, float, float, float]:
    return 23.5, 3.0, _D(number, size, 2, 0), _D(number, size, 3, 0)


def _wgsl_texture_inputs(size: tuple[int, int]) -> Inputs:
    texture = msgspec.structs.replace(_TEXTURE, binding=0)
    sampler = Sampler("how", "clamp", 1, 0)
    return msgspec.structs.replace(
        _inputs(size, _FLOATS[1]), textures=(texture,), samplers=(sampler,)
    )
