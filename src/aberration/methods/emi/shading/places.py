"""The scalars and objects that may be read and written at a point.

Only what no other invocation can reach is read or written by new code: variables of functions, of
the invocation, uniforms and inputs; never shared memory or storage buffers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from aberration.languages.shading.checker.symbols import VariableSymbol
from aberration.languages.shading.interpret.probes import ProbedPlace
from aberration.languages.shading.types import (
    Array,
    Reference,
    Scalar,
    Struct,
    Type,
    Vector,
    stored_type,
)

from .expressions import Kind
from .points import Point, Seed

AnyKind = Literal["bool", "int", "uint", "float"]
_SPACES: Final = frozenset(("function", "private", "uniform"))
_READ: Final = frozenset(("var", "let", "param", "in", "uniform"))
_OWN: Final = frozenset(("var", "param"))
_MOST_ELEMENTS: Final = 2
_DEPTH: Final = 2


class Place(msgspec.Struct, frozen=True, eq=False):
    """A scalar that may be read at a point: its text, its kind, and where our interpreter finds it.

    `uniform`: every invocation sees the same, by the rules of the language.
    """

    text: str
    kind: AnyKind
    probed: ProbedPlace
    writable: bool
    uniform: bool


class Object(msgspec.Struct, frozen=True):
    """A scalar or vector that new code may change and restore: a place, the kind of its
    components, how many, and the name of its type in GLSL.
    """

    place: str
    kind: AnyKind
    size: int
    type: str

    @property
    def scalars(self) -> tuple[str, ...]:
        """Return the places of its components."""
        if self.size == 1:
            return (self.place,)
        return tuple(f"{self.place}.{letter}" for letter in "xyzw"[: self.size])


def places_at(seed: Seed, point: Point) -> list[Place]:
    """Return the scalars that may be read at a point, inner variables first."""
    local = list(point.scope.values())[::-1]
    outer = [one for one in seed.globals.values() if one.name not in point.scope]
    found: list[Place] = []
    for symbol in (*local, *outer):
        if is_readable(seed, point, symbol):
            writable = is_writable(seed, point, symbol)
            uniform = symbol.role == "uniform"
            type = stored_type(symbol.type)
            found += _scalars(symbol, type, symbol.name, (), writable=writable, uniform=uniform)
    return found


def is_readable(seed: Seed, point: Point, symbol: VariableSymbol) -> bool:
    """Whether new code may read a variable at a point; it must have a value there besides."""
    type = symbol.type
    if symbol.constant is not None or symbol.role not in _READ:
        return False
    if isinstance(type, Reference) and type.space not in _SPACES:
        return False
    return symbol.role in ("uniform", "in") or _may_touch(seed, point, symbol)


def is_writable(seed: Seed, point: Point, symbol: VariableSymbol) -> bool:
    """Whether new code may write a variable at a point."""
    type = symbol.type
    if not symbol.writable or symbol.role not in _OWN:
        return False
    if isinstance(type, Reference) and type.space not in ("function", "private"):
        return False
    return _may_touch(seed, point, symbol)


def _may_touch(seed: Seed, point: Point, symbol: VariableSymbol) -> bool:
    """GLSL leaves the order of operands open: a function that others call touches no variable of
    the invocation that it did not touch before.
    """
    return seed.is_wgsl or point.entry or not seed.is_global(symbol)


def object_of(seed: Seed, point: Point, name: str) -> Object | None:
    """Return a whole variable as an object that may be changed; None where it is none."""
    symbol = seed.find(point, name)
    if symbol is None or not is_writable(seed, point, symbol):
        return None
    type = stored_type(symbol.type)
    if isinstance(type, Scalar | Vector):
        kind = kind_of_scalar(type.component if isinstance(type, Vector) else type)
        size = type.size if isinstance(type, Vector) else 1
        return None if kind is None else Object(name, kind, size, type.glsl)
    return None


def kind_of_scalar(type: Scalar) -> AnyKind | None:
    """Return the kind of a scalar that is used here; None for halves, doubles and abstract ones."""
    kind = type.kind
    return kind if kind in ("bool", "int", "uint", "float") else None


def discrete(kind: AnyKind) -> Kind | None:
    """Return the kind of a scalar whose values are exact; None for a float."""
    return None if kind == "float" else kind


def _scalars(
    symbol: VariableSymbol,
    type: Type,
    text: str,
    path: tuple[str | int, ...],
    *,
    writable: bool,
    uniform: bool,
) -> Iterator[Place]:
    if isinstance(type, Scalar):
        kind = kind_of_scalar(type)
        if kind is not None:
            probed = ProbedPlace(symbol.node, symbol.name, path)
            yield Place(text, kind, probed, writable, uniform)
        return
    if len(path) >= _DEPTH:
        return
    steps: list[tuple[str | int, str, Type]] = []
    if isinstance(type, Vector):
        steps = [(k, f".{'xyzw'[k]}", type.component) for k in range(type.size)]
    elif isinstance(type, Struct):
        steps = [(one.name, f".{one.name}", one.type) for one in type.members]
    elif isinstance(type, Array):
        steps = [(k, f"[{k}]", type.element) for k in range(min(type.size or 0, _MOST_ELEMENTS))]
    for step, words, inner in steps:
        yield from _scalars(
            symbol, inner, text + words, (*path, step), writable=writable, uniform=uniform
        )
