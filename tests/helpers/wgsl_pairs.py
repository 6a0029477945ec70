"""Pairs of a vertex and a fragment shader in WGSL, as one module and as two, with what each kind of
variable between them can be; and random ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import msgspec
from helpers.pair_texts import ATTRIBUTES, SIZES
from helpers.random_pairs import SIDE, defined_fragments

from aberration.core.inputs import Inputs
from aberration.core.program import Program, ShaderStage
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read_program

FLAT: Final = "@interpolate(flat, either) "
"""As all but wgpu 22 take it, WebGPU's compatibility mode among them."""
_ASKED: Final = (
    "@location(0) aberration_place: vec2f, @location(1) a: vec4f, @location(2) b: vec3f, "
    "@location(3) n: vec2i, @location(4) u: vec3u"
)
_AT: Final = "vec4f(aberration_place.x, -aberration_place.y, 0.0, 1.0)"
_TYPE: Final = r"(?:[fiu]32|vec[234][fiu])"
_UNIFORM: Final = re.compile(
    rf"@group\(0\) @binding\(\d+\) var<uniform> (?P<name>\w+): (?P<type>{_TYPE});"
)
_UNKNOWN: Final = re.compile(rf"var<uniform> \w+: (?!{_TYPE};)|\b(?:dpd[xy]|fwidth)|var<storage")
_DECLARED: Final = re.compile(
    r"^(?:var<private>|const|override|fn|struct|alias|@group\(0\) @binding\(\d+\) var<uniform>)"
    r" (?P<name>\w+)",
    re.MULTILINE,
)
_ENTRY: Final = re.compile(
    r"@fragment fn main\(@builtin\(position\) position: vec4<f32>\) "
    r"-> @location\(0\) vec4<f32> \{"
)


class Handed(msgspec.Struct, frozen=True):
    """A variable between the stages: how it is interpolated, its type, and what the vertex shader
    gives.
    """

    name: str
    type: str
    given: str
    words: str = ""


class PairText(msgspec.Struct, frozen=True):
    """What is handed on, and the colour that the fragment shader makes of `taken`; `before` are
    declarations that both stages have, `early` begins the fragment shader.
    """

    between: tuple[Handed, ...]
    colour: str
    before: str = ""
    early: str = ""


TEXTS: Final[Mapping[str, PairText]] = MappingProxyType(
    {
        "floats": PairText(
            (
                Handed("f", "f32", "a.x + 1.0"),
                Handed("two", "vec2f", "a.yz"),
                Handed("three", "vec3f", "b * 2.0"),
                Handed("four", "vec4f", "a - 1.0"),
            ),
            "vec4f(taken.f, taken.two.x + taken.two.y, taken.three.z - taken.three.x, "
            "taken.four.w * 0.5)",
        ),
        "interpolated": PairText(
            (
                Handed("f", "vec3f", "b", FLAT),
                Handed("c", "vec4f", "vec4f(b, a.w) * 3.0", "@interpolate(perspective, centroid) "),
                Handed("p", "vec2f", "a.xy * b.z", "@interpolate(perspective, center) "),
            ),
            "vec4f(taken.f.y + taken.p.x, taken.p.y, taken.c.x + taken.c.w, taken.c.z - taken.f.z)",
        ),
        "integers": PairText(
            (
                Handed("i", "i32", "n.x * 3 - n.y", FLAT),
                Handed("more", "vec3i", "vec3i(n, -7)", FLAT),
                Handed("w", "u32", "u.x * 77u", FLAT),
                Handed("words", "vec2u", "u.yz ^ vec2u(9u)", FLAT),
            ),
            "vec4f(f32(taken.i & 31), f32(taken.more.x + taken.more.z), f32(taken.w & 255u), "
            "f32(taken.words.x % 1000u))",
        ),
        "functions": PairText(
            (Handed("f", "vec3f", "folded(a.xyz, n.x)"), Handed("k", "i32", "n.x & 3", FLAT)),
            "vec4f(folded(taken.f, taken.k), f32(taken.k))",
            "var<private> calls: i32;\n"
            "fn folded(v: vec3f, k: i32) -> vec3f { calls += 1; var r = v; "
            "for (var i = 0; i < (k & 3); i++) { r = r.yzx + f32(calls); } return r; }",
        ),
        "many": PairText(
            tuple(Handed(f"v{k}", "vec3f", f"b + {k}.0 * a.xyz") for k in range(12)),
            f"vec4f({' + '.join(f'taken.v{k}.x' for k in range(12))}, taken.v3.y, taken.v11.z, "
            "taken.v7.x)",
        ),
        "place": PairText(
            (Handed("f", "f32", "a.x"),), "vec4f(taken.at.xy / 4.0, taken.at.z + taken.at.w, 1.0)"
        ),
        "thrown away": PairText(
            (Handed("k", "i32", "n.x + n.y", FLAT), Handed("f", "vec2f", "a.xy")),
            "vec4f(taken.f, taken.f)",
            early="if ((taken.k & 3) == 0) { discard; }",
        ),
    }
)


def sources(text: PairText) -> tuple[str, str]:
    """Return a vertex and a fragment shader, which may stand in one module where `before` is left
    out of one.
    """
    members = "".join(
        f"@location({k}) {one.words}{one.name}: {one.type}, " for k, one in enumerate(text.between)
    )
    given = "".join(f", {one.given}" for one in text.between)
    vertex = (
        f"struct Given {{ @builtin(position) at: vec4f, {members}}}\n"
        f"@vertex fn place({_ASKED}) -> Given {{ return Given({_AT}{given}); }}\n"
    )
    # In another order than they are given.
    members = "".join(
        f"@location({k}) {one.words}{one.name}: {one.type}, "
        for k, one in reversed([*enumerate(text.between)])
    )
    fragment = (
        f"struct Taken {{ {members}@builtin(position) at: vec4f }}\n"
        f"@fragment fn paint(taken: Taken) -> @location(0) vec4f "
        f"{{ {text.early} return {text.colour}; }}\n"
    )
    return vertex, fragment


def pair(
    text: PairText,
    stage: ShaderStage = "fragment",
    size: tuple[int, int] = SIZES[0],
    *,
    together: bool = False,
) -> Program:
    """Return a pair as a program whose source is of a stage; `together`: one module has both."""
    inputs = Inputs(width=size[0], height=size[1], attributes=ATTRIBUTES)
    vertex, fragment = sources(text)
    if together:
        both = f"{text.before}\n{vertex}{fragment}".encode()
        return Program("wgsl", stage, both, inputs, "pair", both)
    first, second = (f"{text.before}\n{one}".encode() for one in (vertex, fragment))
    if stage == "vertex":
        return Program("wgsl", stage, first, inputs, "pair", second)
    return Program("wgsl", stage, second, inputs, "pair", first)


def named_pair(
    name: str,
    stage: ShaderStage = "fragment",
    size: tuple[int, int] = SIZES[0],
    *,
    together: bool = False,
) -> Program:
    """Return one of the `TEXTS`."""
    return pair(TEXTS[name], stage, size, together=together)


# ---- random pairs

_NOT_SET: Final = re.compile(
    r"^(?P<indent> {8,})var (?P<name>\w+): (?P<type>[^=;]+);$", re.MULTILINE
)
"""A variable in an inner block, which may be of a loop, without an initialiser."""


def random_pairs(count: int) -> Iterator[Program]:
    """Yield so many pairs of which everything is defined, made of two fragment shaders of the
    generator `smith`: the uniforms of the second are what the first hands on, beside its colour.
    The stages under test, and one module or two, come by turns.
    """
    fragments = defined_fragments("wgsl", 0)
    made = 0
    while made < count:
        found = _random_pair(next(fragments), next(fragments), made)
        if found is not None:
            yield found
            made += 1


def _random_pair(first: Program, second: Program, number: int) -> Program | None:
    vertex, fragment = (_zeroed(one.source.decode()) for one in (first, second))
    if "discard" in vertex or any(_UNKNOWN.search(one) for one in (vertex, fragment)):
        return None
    together = number % 4 >= 2
    vertex = _renamed(vertex) if together else vertex
    taken = _places(fragment)
    first_text, second_text = _as_vertex(vertex, taken), _as_fragment(fragment, taken, number)
    stage: ShaderStage = "vertex" if number % 2 else "fragment"
    inputs = Inputs(width=SIDE, height=SIDE, attributes=ATTRIBUTES)
    name = f"{first.name} before {second.name}"
    both = f"{first_text}{second_text}"
    sources = (both, both) if together else (first_text, second_text)
    own, other = sources if stage == "vertex" else sources[::-1]
    program = Program("wgsl", stage, own.encode(), inputs, name, other.encode())
    # A checksum shows each bit of a float: only what is exact is known.
    inexact = Interpreter(read_program(program), stage, inputs).inexact
    return None if inexact else program


def _zeroed(text: str) -> str:
    """Return a module whose variables of loops are set to zero where they are declared: Tint and
    naga leave them what they were one turn before (docs/bugs.md, wgsl-loop-variable).
    """
    return _NOT_SET.sub(r"\g<indent>var \g<name>: \g<type> = \g<type>();", text)


def _places(text: str) -> list[re.Match[str]]:
    return list(_UNIFORM.finditer(text))


def _renamed(text: str) -> str:
    """Return a module whose own names are none of another one's."""
    names = sorted({one["name"] for one in _DECLARED.finditer(text)} - {"main"})
    for name in names:
        text = re.sub(rf"(?<!\.)\b{name}\b", f"first_{name}", text)
    return text


def _as_vertex(text: str, taken: list[re.Match[str]]) -> str:
    own = _places(text)
    members = "".join(f", @location({k}) {FLAT}h{k}: {one['type']}" for k, one in enumerate(taken))
    given = "".join(f", {_value(one['type'], 3 * k)}" for k, one in enumerate(taken))
    begin = " ".join(f"{one['name']} = {_value(one['type'], 5 * k)};" for k, one in enumerate(own))
    text = _UNIFORM.sub(r"var<private> \g<name>: \g<type>;", text)
    text = _ENTRY.sub("fn vertex_main(position: vec4f) -> vec4f {", text)
    return (
        f"{text}\nstruct Given {{ @builtin(position) at: vec4f{members}, "
        f"@location({len(taken)}) {FLAT}colour: vec4f }}\n"
        f"@vertex fn place({_ASKED}) -> Given {{ {begin} "
        f"let colour = vertex_main(vec4f((aberration_place + 1.0) * {SIDE / 2}, 0.0, 1.0)); "
        f"return Given({_AT}{given}, colour); }}\n"
    )


def _as_fragment(text: str, taken: list[re.Match[str]], number: int) -> str:
    inputs = "".join(f", @location({k}) {FLAT}h{k}: {one['type']}" for k, one in enumerate(taken))
    begin = " ".join(f"{one['name']} = h{k};" for k, one in enumerate(taken))
    text = _UNIFORM.sub(r"var<private> \g<name>: \g<type>;", text)
    text = _ENTRY.sub("fn fragment_main(position: vec4f) -> vec4f {", text)
    return (
        f"{text}\n@fragment fn paint{number}(@builtin(position) at: vec4f{inputs}, "
        f"@location({len(taken)}) {FLAT}handed: vec4f) -> @location(0) vec4f {{ {begin} "
        "let own = fragment_main(at); return vec4f(abs(own.rgb - handed.rgb), own.a); }\n"
    )


def _value(type: str, k: int) -> str:
    if type.startswith("vec"):
        scalar = {"f": "f32", "i": "i32", "u": "u32"}[type[-1]]
        return f"{type}({', '.join(_value(scalar, k + c) for c in range(int(type[3])))})"
    return {
        "f32": f"{'ab'[k % 2]}[{k % 3}] * {k % 7 + 1}.5",
        "i32": f"n[{k % 2}] * {k * 7919 % 1000 - 300}",
        "u32": f"u[{k % 3}] * {k * 104729 % 5000 + 1}u",
    }[type]
