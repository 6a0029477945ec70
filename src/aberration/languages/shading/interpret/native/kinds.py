"""What a Python variable of the generated text holds, as C has it: numbers of 64 bits, and
lists as runs of cells.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.native.compiler import Unsupported as Unsupported

from ...types import Array, Atomic, Matrix, Pointer, Scalar, Struct, Type, Vector, is_numeric
from ..value import scalar_of


class NativeNumber(msgspec.Struct, frozen=True):
    """An integer (a bool too) in 64 bits, or a float in 64 bits. `field` is its member of a
    cell.
    """

    field: str
    ctype: str


class Many(msgspec.Struct, frozen=True):
    """A list of elements of one kind. `count` is None where only a run knows it: then a cell
    before them says it.
    """

    element: Kind
    count: int | None


class Row(msgspec.Struct, frozen=True):
    """A list or tuple of several kinds."""

    parts: tuple[Kind, ...]


class Address(msgspec.Struct, frozen=True):
    """WGSL's pointer to a number: a list and the place in it."""

    target: NativeNumber


class Counting(msgspec.Struct, frozen=True):
    """Python's `range`."""


class Nothing(msgspec.Struct, frozen=True):
    """None of which nothing says for which kind it stands."""


Kind = NativeNumber | Many | Row | Address | Counting | Nothing
INT: Final = NativeNumber("i", "int64_t")
"""64 bits, for integers of 32: Python's sums and products grow before the text wraps them, and C
keeps their lower bits, which are all that wrapping looks at.
"""
FLOAT: Final = NativeNumber("d", "double")
"""Python's own floats, so that every operation gives the same bits before the text rounds it."""
NOTHING: Final = Nothing()
COUNTING: Final = Counting()


def row_of(parts: tuple[Kind, ...]) -> Kind:
    """Return the kind of a list with these parts: where all are equal, it is a list of many."""
    uniform = parts and all(part == parts[0] for part in parts)
    return Many(parts[0], len(parts)) if uniform and is_fixed(parts[0]) else Row(parts)


def kind_of(type: Type) -> Kind:
    """Return the kind of a value of a type as it lies in a list."""
    if isinstance(type, Scalar):
        return FLOAT if type.is_float else INT
    if isinstance(type, Atomic):
        return INT
    if isinstance(type, Vector):
        return Many(kind_of(type.component), type.size)
    if isinstance(type, Matrix):
        return Many(kind_of(type.column), type.columns)
    if isinstance(type, Array):
        return Many(kind_of(type.element), type.size)
    # A structure of members of one kind is a list of many, so that it equals what `[a, b]` makes.
    if isinstance(type, Struct):
        return row_of(tuple(kind_of(member.type) for member in type.members))
    if isinstance(type, Pointer) and isinstance(type.store, Scalar | Atomic):
        target = kind_of(type.store)
        assert isinstance(target, NativeNumber)
        return Address(target)
    # A pointer to a list is the list.
    if isinstance(type, Pointer):
        return kind_of(type.store)
    raise Unsupported(f"a value of type {type.glsl}")


def variable_kind(type: Type, listed: bool) -> Kind:
    """Return the kind of a Python variable; a number that is `listed` is alone in a list."""
    if listed and isinstance(type, Scalar | Atomic):
        return Many(kind_of(type), 1)
    return kind_of(type)


def result_kinds(types: tuple[Type, ...]) -> tuple[Kind, ...]:
    """Return the kinds of what a function returns: each number of a vector or matrix alone."""
    found: list[Kind] = []
    for type in types:
        if is_numeric(type):
            found += [kind_of(scalar_of(type))] * cells(kind_of(type))
        else:
            found.append(kind_of(type))
    return tuple(found)


def is_fixed(kind: Kind) -> bool:
    """Whether the number of cells is known without running."""
    if isinstance(kind, Many):
        return kind.count is not None and is_fixed(kind.element)
    return all(is_fixed(part) for part in kind.parts) if isinstance(kind, Row) else True


def cells(kind: Kind) -> int:
    """Return how many cells a value takes."""
    if isinstance(kind, Many):
        if kind.count is None:
            raise Unsupported("the whole of an array whose size only a run knows")
        return kind.count * cells(kind.element)
    if isinstance(kind, Row):
        return sum([cells(part) for part in kind.parts])
    return 1


def offset_of(kind: Row, number: int) -> int:
    """Return the cell that a part begins with."""
    return sum([cells(part) for part in kind.parts[:number]])


def numbers_in(kind: Kind) -> list[NativeNumber]:
    """Return the kinds of all cells of a value."""
    if isinstance(kind, Many):
        if kind.count is None:
            raise Unsupported("the whole of an array whose size only a run knows")
        return numbers_in(kind.element) * kind.count
    if isinstance(kind, Row):
        return [number for part in kind.parts for number in numbers_in(part)]
    if not isinstance(kind, NativeNumber):
        raise Unsupported("a list of something other than numbers")
    return [kind]


def is_list(kind: Kind) -> bool:
    """Whether a value is cells in memory."""
    return isinstance(kind, Many | Row)


def kind_text(kind: Kind) -> str:
    """Return how C declares a value of a kind, up to its name."""
    return f"{kind.ctype} " if isinstance(kind, NativeNumber) else "cell *"
