"""Random compute shaders of GLSL whose expressions write what they read, in no order that the
language gives.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from helpers.shading_runs import compute_text

_BEFORE: Final = """
int g = 1; int h = 2; ivec3 w = ivec3(1, 2, 3);
struct S { int a; ivec2 v; };
int bump() { return ++g; }
int add(int n) { g += n; h ^= g; return h; }
int put(out int a, inout int b) { a = g + 3; b += 4; g++; return a ^ b; }
int look() { return g * 3 + h; }
void swap(inout int a, out int b) { b = a + 1; a = h - 1; h += 2; }
int three(int a, int b, int c) { return a * 7 + b * 3 - c; }
"""
_START: Final = """int i = 2, j = 5; ivec2 v = ivec2(1, 2);
int a[4] = int[4](1, 2, 3, 4); S s = S(1, ivec2(2, 3));
"""
_END: Final = """
data[0] ^= i; data[1] ^= j; data[2] ^= g; data[3] ^= h ^ v.x; data[4] ^= v.y ^ a[0] ^ a[1];
data[5] ^= a[2] ^ a[3] ^ s.a ^ s.v.x ^ s.v.y; data[6] ^= w.x ^ w.y ^ w.z;
"""
_PLACES: Final = ("i", "j", "g", "h", "v.x", "v.y", "w.z", "a[1]", "s.a", "s.v.x")
_LEAVES: Final = (*_PLACES, "a[i & 3]", "data[i & 7]", "data[2]", "3", "1")
_VALUES: Final = (
    "({x} {op} {x})",
    "({x} {op} {x})",
    "({x} {op} {x})",
    "{place}{step}",
    "{step}{place}",
    "({place} {op}= {x})",
    "({place} = {x})",
    "({x} < {x} ? {x} : {x})",
    "({x}, {x})",
    "bump()",
    "add({x})",
    "put({place}, {place})",
    "three({x}, {x}, {x})",
    "look()",
    "int({x} > {x} && {x} == {x})",
    "ivec2({x}, {x}).y",
    "S({x}, ivec2({x}, {x})).v.x",
    "int[3]({x}, {x}, {x})[1]",
)
_STATEMENTS: Final = (
    "{place} = {x};",
    "{place} {op}= {x};",
    "{x};",
    "swap({place}, {place});",
    "data[{x} & 7] = {x};",
    "{{ int b[2] = {{ {x}, {x} }}, c = {x}; data[3] ^= b[0] + c; }}",
    "s = S({x}, ivec2({x}, {x}));",
    "v = ivec2({x}, {x}) + v;",
)
_COMPOUND: Final = (
    "if ({x} < {x}) {{ {s} }} else if ({x} > {x}) {{ {s} }} else {{ {s} }}",
    "for (int q = {x}, n = 0; n++ < 5 && {x} < {x}; q += {x}) {{ {s} }}",
    "{{ int n = 0; while (n++ < 4 && ({x} ^ {x}) < 100) {{ {s} }} }}",
    "{{ int n = 0; do {{ {s} }} while (n++ < 4 && ({x} ^ {x}) < 100); }}",
    "switch ({x} & 1) {{ case 0: {s} break; default: {s} break; }}",
)


class _Draw:
    """Fills the forms above, from left to right, each hole with something of its own."""

    def __init__(self, seed: int) -> None:
        self._chance: Final = random.Random(seed)

    def filled(self, form: str, depth: int) -> str:
        fills: dict[str, Callable[[], str]] = {
            "{s}": lambda: self.statement(depth - 1),
            "{x}": lambda: self.value(depth - 1),
            "{place}": lambda: self.place(depth - 1),
            "{op}": lambda: self._chance.choice("+-*&|^"),
            "{step}": lambda: self._chance.choice(("++", "--")),
        }
        for hole, fill in fills.items():
            while hole in form:
                form = form.replace(hole, fill(), 1)
        return form.replace("{{", "{").replace("}}", "}")

    def value(self, depth: int) -> str:
        if depth <= 0:
            return self._chance.choice(_LEAVES)
        return self.filled(self._chance.choice(_VALUES), depth)

    def place(self, depth: int) -> str:
        forms = (*_PLACES, "a[{x} & 3]", "data[{x} & 7]", "v[{x} & 1]")
        return self.filled(self._chance.choice(forms), depth)

    def statement(self, depth: int) -> str:
        forms = (*_STATEMENTS, *(_COMPOUND if depth > 2 else ()))
        return self.filled(self._chance.choice(forms), depth)


def unordered_program(seed: int) -> str:
    """Return the program of a number."""
    draw = _Draw(seed)
    body = "\n".join(draw.statement(3) for _ in range(3))
    return compute_text("glsl", f"{_START}{body}{_END}", _BEFORE)
