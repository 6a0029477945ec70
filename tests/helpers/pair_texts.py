"""Pairs of a vertex and a fragment shader in GLSL and ESSL, with varyings of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.attributes import Attribute
from aberration.core.inputs import Inputs
from aberration.core.program import Program, ShaderStage, shading_language

SIZES: Final = ((16, 16), (7, 5))
PLACE: Final = Attribute("aberration_place", 0, "float", 2, place=True)
ATTRIBUTES: Final = (
    PLACE,
    Attribute("a", 1, "float", 4, number=3),
    Attribute("b", 2, "float", 3, number=8),
    Attribute("n", 3, "int", 2, number=5),
    Attribute("u", 4, "uint", 3, number=11),
)
_OF_FLOATS: Final = ATTRIBUTES[:3]
_POINT: Final = "gl_Position = vec4(aberration_place, 0.0, 1.0); gl_PointSize = 1.0;"


class Text(msgspec.Struct, frozen=True):
    """What both stages declare (with `TO` for `out` or `in`), what the vertex shader writes, and
    the colour.
    """

    between: str
    given: str
    colour: str
    common: str = ""


TEXTS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "floats": Text(
            "TO float f; TO vec2 two; TO vec3 three; TO vec4 four;",
            "f = a.x + 1.0; two = a.yz; three = b * 2.0; four = a - 1.0;",
            "vec4(f, two.x + two.y, three.z - three.x, four.w * 0.5)",
        ),
        "interpolated": Text(
            "flat TO vec3 f; smooth TO vec2 s; centroid TO vec4 c;",
            "f = b; s = a.xy * b.z; c = vec4(b, a.w) * 3.0;",
            "vec4(f.y + s.x, s.y, c.x + c.w, c.z - f.z)",
        ),
        "integers": Text(
            "flat TO int i; flat TO ivec3 more; flat TO uint w; flat TO uvec2 words;",
            "i = n.x * 3 - n.y; more = ivec3(n, -7); w = u.x * 77u; words = u.yz ^ 9u;",
            "vec4(float(i & 31), float(more.x + more.z), float(w & 255u), float(words.x % 1000u))",
        ),
        "matrices": Text(
            "TO mat2 small; TO mat3 large; TO mat4x2 wide;",
            "small = mat2(a.xy, a.zw); large = mat3(b, b.zxy, a.xyz); "
            "wide = mat4x2(a.xy, b.xy, a.zw, b.yz);",
            "vec4(small[1].x, large[2].y - large[0].z, wide[3].y, wide[1].x + small[0].y)",
        ),
        "arrays": Text(
            "TO float row[5]; flat TO ivec2 pairs[2]; TO vec3 rays[2];",
            "for (int k = 0; k < 5; k++) row[k] = a[k & 3] + float(k); "
            "pairs[0] = n; pairs[1] = n.yx + 3; rays[0] = b; rays[1] = b.zzx;",
            "vec4(row[pairs[0].x & 3], row[4], rays[pairs[1].y & 1].x, float(pairs[1].x))",
        ),
        "structures": Text(
            "TO Ray ray; flat TO Mark mark;",
            "ray.from = b; ray.bend = mat2(a.xy, a.zw); ray.steps[0] = a.x; ray.steps[1] = a.y; "
            "mark = Mark(n.x, u.z, b.xy);",
            "vec4(ray.from.y + ray.bend[1].y, ray.steps[mark.kind & 1], float(mark.word % 9u), "
            "mark.at.x)",
            "struct Ray { vec3 from; mat2 bend; float steps[2]; };\n"
            "struct Mark { int kind; uint word; vec2 at; };",
        ),
        "unused": Text(
            "TO vec4 gone; TO vec2 kept; flat TO int lost;",
            "gone = a * 2.0; kept = b.yx; lost = n.x;",
            "vec4(kept, gl_FragCoord.xy)",
        ),
        "many": Text(
            " ".join(f"TO vec3 v{k};" for k in range(15)),
            " ".join(f"v{k} = b + float({k}) * a.xyz;" for k in range(15)),
            f"vec4({' + '.join(f'v{k}.x' for k in range(15))}, v3.y, v14.z, v7.x)",
        ),
        "nothing": Text(
            "", "", "vec4(gl_FragCoord.xy / 4.0, gl_FragCoord.z, gl_FrontFacing ? 1.0 : 0.0)"
        ),
        "thrown away": Text(
            "flat TO int k; TO vec2 f;",
            "k = n.x + n.y; f = a.xy;",
            "vec4(f, f)",
            "#define EARLY if ((k & 3) == 0) discard;",
        ),
    }
)
BLOCKS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "block": Text(
            "TO Ends { vec4 first; flat ivec2 whole; float rest[3]; } NAME;",
            "given.first = a; given.whole = n; "
            "for (int k = 0; k < 3; k++) given.rest[k] = b[k] * 0.5;",
            "vec4(taken.first.x, taken.first.w, float(taken.whole.x), "
            "taken.rest[taken.whole.y & 1] + taken.rest[2])",
        ),
        "open block": Text(
            "TO Ends { vec4 first; flat int whole; mat2 turn; };",
            "first = a.wzyx; whole = n.y - n.x; turn = mat2(b.xy, b.zz);",
            "vec4(first.xy, float(whole), turn[1].x + turn[0].y)",
        ),
    }
)
LOCATED: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "locations": Text(
            "layout(location = 3) TO vec2 NAMEa; layout(location = 0) flat TO uint NAMEb; "
            "layout(location = 7) TO mat2x3 NAMEc;",
            "given_a = a.xy; given_b = u.x; given_c = mat2x3(b, a.yzw);",
            "vec4(taken_a, float(taken_b), taken_c[1].y + taken_c[0].x)",
        ),
    }
)
FLAT_STRUCTURES: Final = Text(
    "TO Ray ray; flat TO Mark mark;",
    "ray.from = b; ray.bend = mat2(a.xy, a.zw); mark = Mark(n.x, u.z, b.xy);",
    "vec4(ray.from.y + ray.bend[1].y, ray.from[mark.kind & 1], float(mark.word % 9u), mark.at.x)",
    "struct Ray { vec3 from; mat2 bend; };\nstruct Mark { int kind; uint word; vec2 at; };",
)
"""Structures without arrays and structures in them, as ESSL has them between stages."""
COMPONENTS: Final = Text(
    "layout(location = 2, component = 1) TO vec2 NAMEa; layout(location = 2) TO float NAMEb; "
    "layout(location = 2, component = 3) TO float NAMEc;",
    "given_a = a.xy; given_b = b.x; given_c = b.y;",
    "vec4(taken_a, taken_b, taken_c)",
)
VERSIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "330": "#version 330 core",
        "450": "#version 450 core",
        "300 es": "#version 300 es\nprecision highp float;\nprecision highp int;",
        "310 es": "#version 310 es\nprecision highp float;\nprecision highp int;",
        "320 es": "#version 320 es\nprecision highp float;\nprecision highp int;",
        "110": "#version 110",
        "120": "#version 120",
        "100": "#version 100\nprecision highp float;",
    }
)
OLD: Final = frozenset(("110", "120", "100"))
OLD_TEXTS: Final = ("floats", "matrix", "row")
_OLD: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "floats": TEXTS["floats"],
        "matrix": Text(
            "TO mat3 turn; TO vec2 at;", "turn = mat3(b, b, b); at = a.zw;", "vec4(turn[1], at.x)"
        ),
        "row": Text(
            "TO float row[4];",
            "for (int k = 0; k < 4; k++) row[k] = a.x + float(k);",
            "vec4(row[0], row[1], row[2], row[3])",
        ),
    }
)


def texts_of(version: str) -> Mapping[str, Text]:
    """Return the texts that a version has."""
    if version in OLD:
        return _OLD
    found = {**TEXTS}
    if "es" in version:
        found["structures"] = FLAT_STRUCTURES
    if version in ("330", "450", "320 es"):
        found.update(BLOCKS)
    if version in ("450", "310 es", "320 es"):
        found.update(LOCATED)
    if version == "450":
        found["components"] = COMPONENTS
    return found


CASES: Final = tuple((version, name) for version in VERSIONS for name in texts_of(version))


def sources(version: str, text: Text) -> tuple[str, str]:
    """Return a vertex and a fragment shader."""
    old, head = version in OLD, f"{VERSIONS[version]}\n{text.common}\n"
    given = _between(text.between, "varying" if old else "out", "given")
    taken = _between(text.between, "varying" if old else "in", "taken")
    word = "attribute" if old else "in"
    asked = f"{word} vec2 aberration_place; {word} vec4 a; {word} vec3 b;"
    asked += "" if old else " in ivec2 n; in uvec3 u;"
    vertex = f"{head}{asked}\n{given}\nvoid main() {{ {text.given} {_POINT} }}\n"
    early = "EARLY " if "EARLY" in text.common else ""
    out, colour = ("", "gl_FragColor") if old else ("out vec4 colour;\n", "colour")
    fragment = f"{head}{taken}\n{out}void main() {{ {early}{colour} = {text.colour}; }}\n"
    return vertex, fragment


def pair(
    version: str, text: Text, stage: ShaderStage = "fragment", size: tuple[int, int] = SIZES[0]
) -> Program:
    """Return a pair as a program whose source is of a stage."""
    attributes = _OF_FLOATS if version in OLD else ATTRIBUTES
    inputs = Inputs(width=size[0], height=size[1], attributes=attributes)
    vertex, fragment = (one.encode() for one in sources(version, text))
    language = shading_language(vertex, "vertex")
    if stage == "vertex":
        return Program(language, stage, vertex, inputs, "pair", fragment)
    return Program(language, stage, fragment, inputs, "pair", vertex)


def named_pair(
    version: str, name: str, stage: ShaderStage = "fragment", size: tuple[int, int] = SIZES[0]
) -> Program:
    """Return one of the `CASES`."""
    return pair(version, texts_of(version)[name], stage, size)


def _between(text: str, word: str, name: str) -> str:
    """Return what a stage declares: variables with a `NAME` have another one in each."""
    return (
        text.replace("TO", word)
        .replace("NAMEa", f"{name}_a")
        .replace("NAMEb", f"{name}_b")
        .replace("NAMEc", f"{name}_c")
        .replace("NAME", name)
    )
