"""Shaders of GLSL and ESSL with arrays of blocks, made of a seed. All that they compute is exact,
and no invocation touches what another one writes, but by atomic operations.
"""

from __future__ import annotations

import struct
from typing import Final, Literal

import msgspec

from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.program import Program, Stage
from aberration.core.rng import Rng
from aberration.core.texture_arrays import element_name
from aberration.languages.shading.tree import LanguageName

Kind = Literal["uniform", "storage"]
SIDE: Final = 4
"""Pixels across and down of a fragment shader."""
_RESULT: Final = 0
_FIRST: Final = 1
_WORD: Final = 1 << 32
_LARGE_WORDS: Final = 20
"""`uint x; uvec3 v; uint many[3];` in std140."""
_SMALL_WORDS: Final = 4
"""`uvec2 a; uint y;` in std140."""


class _Array(msgspec.Struct, frozen=True):
    """An array of blocks: its instance, its first binding, and how many blocks it has."""

    name: str
    binding: int
    count: int

    def element(self, rng: Rng, index: str = "") -> str:
        number = rng.below(self.count)
        last = self.count - 1
        return f"{self.name}[{index or rng.choose([str(number), f'{last} - {last - number}'])}]"


class _Case(msgspec.Struct, frozen=True):
    rng: Rng
    language: LanguageName
    stage: Stage
    local: int
    bound: bool
    dynamic: bool
    is_open: bool
    large: _Array
    small: _Array
    stored: _Array | None


def made_block_case(
    seed: int,
    kind: Kind,
    language: LanguageName = "glsl",
    *,
    stage: Stage = "compute",
    bound: bool = True,
    dynamic: bool = False,
) -> Program:
    """Return the shader of a seed with its inputs. Uniform blocks that are not `bound` are named;
    a `dynamic` one has indices that are uniforms and counters of loops, too.
    """
    rng = Rng.of(seed, f"arrays of {kind} blocks")
    large = _Array("b", _FIRST, rng.between(1, 4))
    small = _Array("d", _FIRST + large.count, rng.between(1, 3))
    after = small.binding + small.count
    stored = _Array("s", after, rng.between(1, 3)) if kind == "storage" else None
    local = rng.between(1, 6)
    case = _Case(rng, language, stage, local, bound, dynamic, rng.chance(0.5), large, small, stored)
    source = _text(case).encode()
    return Program(language, stage, source, _inputs(case), name=f"arrays of blocks {seed}")


# ---- inputs


def _inputs(case: _Case) -> Inputs:
    blocks = [("B", case.large, _LARGE_WORDS), ("D", case.small, _SMALL_WORDS)]
    uniforms = [
        Uniform(
            element_name(name, number),
            _words(case.rng, words),
            array.binding + number if case.bound else UNBOUND,
        )
        for name, array, words in blocks
        for number in range(array.count)
    ]
    if case.dynamic:
        number = min(case.large.count, case.small.count, case.stored.count if case.stored else 9)
        which = struct.pack("<I", case.rng.below(number)).ljust(16, b"\0")
        uniforms.append(Uniform("Which", which, 12 if case.bound else UNBOUND))
    if case.stage == "fragment":
        return Inputs(tuple(uniforms), width=SIDE, height=SIDE)
    buffers = [Buffer(_RESULT, bytes(4 * case.local), (("uint", case.local),))]
    for number in range(case.stored.count if case.stored else 0):
        assert case.stored is not None
        count = 2 + case.local + (case.rng.below(3) if case.is_open else 0)
        data = _words(case.rng, count)
        buffers.append(Buffer(case.stored.binding + number, data, (("uint", count),)))
    return Inputs(tuple(uniforms), tuple(buffers))


def _words(rng: Rng, count: int) -> bytes:
    return struct.pack(f"<{count}I", *(rng.below(_WORD) for _ in range(count)))


# ---- text


def _text(case: _Case) -> str:
    body = "\n".join(f"  {_statement(case)}" for _ in range(case.rng.between(2, 6)))
    return "\n".join((*_declarations(case), "void main() {", *_begin(case), body, _end(case), "}"))


def _head(case: _Case) -> str:
    if case.language == "glsl":
        return "#version 450"
    version = "320" if case.dynamic else "310" if case.stage == "compute" else "300"
    return f"#version {version} es\nprecision highp float;\nprecision highp int;"


def _declarations(case: _Case) -> list[str]:
    large, small = (_uniform(case, array.binding) for array in (case.large, case.small))
    lines = [
        _head(case),
        f"{large} B {{ uint x; uvec3 v; uint many[3]; }} b[{case.large.count}];",
        f"{small} D {{ uvec2 a; uint y; }} d[{case.small.count}];",
    ]
    if case.dynamic:
        lines.append(f"{_uniform(case, 12)} Which {{ uint which; }};")
    if case.stage == "fragment":
        return [*lines, "layout(location = 0) out vec4 colour;"]
    lines.append(f"layout(local_size_x = {case.local}) in;")
    lines.append(f"layout(std430, binding = {_RESULT}) buffer Result {{ uint result[]; }};")
    if case.stored is not None:
        size = "" if case.is_open else str(case.local)
        members = f"uint count; uint x; uint own[{size}];"
        place = f"layout(std430, binding = {case.stored.binding})"
        lines.append(f"{place} buffer S {{ {members} }} s[{case.stored.count}];")
    return lines


def _uniform(case: _Case, binding: int) -> str:
    return f"layout(std140{f', binding = {binding}' if case.bound else ''}) uniform"


def _begin(case: _Case) -> tuple[str, ...]:
    if case.stage == "fragment":
        return ("  uint i = uint(gl_FragCoord.x) + 4u * uint(gl_FragCoord.y);", "  uint sum = i;")
    return ("  uint i = gl_LocalInvocationID.x;", "  uint sum = i;")


def _end(case: _Case) -> str:
    if case.stage == "compute":
        return "  result[i] = sum;"
    parts = ", ".join(f"float((sum >> {at}u) & 255u)" for at in (0, 8, 16, 24))
    return f"  colour = vec4({parts}) / 256.0;"


def _statement(case: _Case) -> str:
    if case.stored is not None and case.rng.chance(0.4):
        return _write(case, case.stored)
    added = f"sum = sum * 31u + {_term(case)};"
    if case.dynamic and case.rng.chance(0.4):
        count = min(case.large.count, case.small.count)
        inner = f"sum = sum * 31u + {_term(case, 'k')};"
        return f"for (int k = 0; k < {count}; ++k) {{ {inner} }}"
    if case.rng.chance(0.3):
        return f"if (i > {case.rng.below(5)}u) {{ {added} }} else {{ sum ^= 77u; }}"
    return added


def _write(case: _Case, stored: _Array) -> str:
    element = stored.element(case.rng, _index(case, storage=True))
    return case.rng.choose(
        [
            f"{element}.own[i] += sum;",
            f"{element}.own[i] = {_term(case)} ^ sum;",
            f"atomicAdd({element}.count, sum & 255u);",
            f"{element}.own[i] ^= i + 5u;",
        ]
    )


def _term(case: _Case, index: str = "") -> str:
    index = index or _index(case, storage=False)
    large, small = case.large.element(case.rng, index), case.small.element(case.rng, index)
    found = [
        f"{large}.x",
        f"{large}.v.{case.rng.choose('xyz')}",
        f"{large}.many[{case.rng.below(3)}]",
        f"{large}.many[i % 3u]",
        f"{small}.a.{case.rng.choose('xy')}",
        f"{small}.y",
    ]
    if case.stored is not None:
        element = case.stored.element(case.rng, _index(case, storage=True))
        found += [f"{element}.x", f"{element}.own[i]", f"uint({element}.own.length())"]
    return case.rng.choose(found)


def _index(case: _Case, *, storage: bool) -> str:
    """Return an index that is no constant, or nothing: ESSL has none of storage blocks."""
    is_free = case.dynamic and not (storage and case.language == "essl")
    return "which" if is_free and case.rng.chance(0.5) else ""
