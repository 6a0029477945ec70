"""Types as the front end needs them (integers, floats, pointers, arrays, structs), and the lvalues
inside a variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple
from zlib import crc32

from aberration.languages.c import integers, libclang
from aberration.languages.c.floats import FloatKind
from aberration.languages.c.integers import IntType

_INTEGERS: Final[dict[int, tuple[IntType, str]]] = {
    3: (integers.BOOL, "_Bool"),
    5: (integers.UCHAR, "unsigned char"),
    8: (integers.USHORT, "unsigned short"),
    9: (integers.UINT, "unsigned int"),
    10: (integers.ULONG, "unsigned long"),
    11: (integers.ULONG, "unsigned long long"),
    13: (integers.CHAR, "char"),
    14: (integers.CHAR, "signed char"),
    16: (integers.SHORT, "short"),
    17: (integers.INT, "int"),
    18: (integers.LONG, "long"),
    19: (integers.LONG, "long long"),
}
"""By kind of type (enum CXTypeKind). An enum is none of them: compilers differ in the type that
it has.
"""
_FLOATS: Final[dict[int, FloatKind]] = {21: "float", 22: "double"}
_PLAIN: Final = frozenset((*range(20, 24), libclang.POINTER_TYPE, 106))
"""Other types without arrays inside: wide integers, floating types, pointers and enums."""
_WIDEST_FIELD: Final = 32
_CELLS: Final = 8


class Field(NamedTuple):
    """A member of a struct; `bits` is 0 for what is no bit-field."""

    name: str
    shape: Shape
    bits: int


class Shape(NamedTuple):
    """A canonical type. `declared` is how it is written without its qualifiers (not for arrays and
    nameless structs).

    `holds_array` says that it is or contains an array, whose name is as good as an address.
    """

    kind: Literal["integer", "float", "pointer", "array", "record", "other"]
    const: bool = False
    volatile: bool = False
    declared: str = ""
    integer: IntType = integers.INT
    pointee: str = ""
    element: Shape | None = None
    length: int = 0
    fields: tuple[Field, ...] = ()
    holds_array: bool = False

    @property
    def may_be_partly_set(self) -> bool:
        """Return whether a struct is, or lies in, a value of this type."""
        return self.kind == "record" or (
            self.element is not None and self.element.may_be_partly_set
        )


class Leaf(NamedTuple):
    """An lvalue inside a variable: an integer or floating value, a pointer or a whole struct, never
    volatile.
    """

    text: str
    shape: Shape
    const: bool
    bits: int
    in_record: bool
    in_array: bool


class Shapes:
    """The shapes of the types of one program, each made once."""

    def __init__(self, library: libclang.Library, macros: frozenset[str]) -> None:
        self._library = library
        self._macros = macros
        self._known: dict[int, Shape] = {}

    def of(self, canonical: libclang.Type) -> Shape:
        """Return the shape of a canonical type."""
        key = int(canonical.key or 0)
        shape = self._known.get(key)
        if shape is None:
            shape = self._known[key] = self._make(canonical)
        return shape

    def _make(self, of: libclang.Type) -> Shape:
        const, volatile, restrict = self._library.qualifiers(of)
        kind = int(of.kind)
        if kind in _INTEGERS:
            integer, declared = _INTEGERS[kind]
            return Shape("integer", const, volatile, declared, integer)
        if kind in _FLOATS:
            return Shape("float", const, volatile, _FLOATS[kind])
        if kind == libclang.POINTER_TYPE and not restrict:
            return self._pointer(of, const, volatile)
        if kind == libclang.CONSTANT_ARRAY:
            length = self._library.length(of)
            element = self.of(self._library.element(of))
            if length <= 0:
                return Shape("other", const, volatile, holds_array=True)
            return Shape("array", const, volatile, element=element, length=length, holds_array=True)
        if kind == libclang.RECORD:
            return self._record(of, const, volatile)
        return Shape("other", const, volatile, holds_array=kind not in _PLAIN)

    def _pointer(self, of: libclang.Type, const: bool, volatile: bool) -> Shape:
        target = self._library.pointee(of)
        qualified = self._library.qualifiers(target)
        if target.kind not in (*_INTEGERS, libclang.POINTER_TYPE, libclang.RECORD) or any(
            qualified
        ):
            return Shape("other", const, volatile)
        declared, pointee = self._library.spelling(of), self._library.spelling(target)
        if "(" in declared or "restrict" in declared:
            return Shape("other", const, volatile)
        return Shape("pointer", const, volatile, declared, pointee=pointee)

    def _record(self, of: libclang.Type, const: bool, volatile: bool) -> Shape:
        members = [self._field(field) for field in self._library.fields(of)]
        holds_array = any(member.shape.holds_array for member in members)
        if self._library.is_union(of):
            return Shape("other", const, volatile, holds_array=holds_array)
        fields = tuple(member for member in members if member.name)
        declared = self._library.spelling(of)
        return Shape(
            "record",
            const,
            volatile,
            "" if "(" in declared else declared,
            fields=fields,
            holds_array=holds_array,
        )

    def _field(self, field: libclang.Cursor) -> Field:
        """Return a member; it has no name where none can be written, and where it is too wide a
        bit-field.
        """
        name, bits = self._library.name(field), self._library.bits(field)
        shape = self.of(self._library.type(field))
        usable = name.isidentifier() and name not in self._macros
        if bits < 0:
            return Field(name if usable else "", shape, 0)
        whole = shape.integer
        usable = usable and whole.width <= _WIDEST_FIELD
        narrow = (
            shape._replace(integer=whole if whole.boolean else IntType(bits, whole.signed))
            if usable
            else shape
        )
        return Field(name if usable else "", narrow, bits)


def leaves(text: str, shape: Shape, const: bool = False, in_record: bool = False) -> Iterator[Leaf]:
    """Yield the lvalues inside `text`, a variable or part of one; of an array at most 8 cells,
    the same every time.
    """
    const = const or shape.const
    if shape.volatile:
        return
    if shape.kind in ("integer", "float", "pointer"):
        yield Leaf(text, shape, const, 0, in_record, False)
    elif shape.kind == "array":
        for leaf in _cells(text, shape, const, in_record):
            yield leaf._replace(in_array=True)
    elif shape.kind == "record":
        yield Leaf(text, shape, const, 0, True, False)
        yield from _members(text, shape, const)


def _members(text: str, shape: Shape, const: bool) -> Iterator[Leaf]:
    for field in shape.fields:
        for leaf in leaves(f"{text}.{field.name}", field.shape, const, True):
            yield leaf._replace(bits=field.bits) if field.bits else leaf


def _cells(text: str, shape: Shape, const: bool, in_record: bool) -> Iterator[Leaf]:
    lengths: list[int] = []
    element: Shape | None = shape
    while element is not None and element.kind == "array":
        lengths.append(element.length)
        const = const or element.const
        element = element.element
    assert element is not None
    count = 1
    for length in lengths:
        count *= length
    for cell in _sample_cells(text, count):
        yield from leaves(text + _subscripts(cell, lengths), element, const, in_record)


def _subscripts(cell: int, lengths: list[int]) -> str:
    texts: list[str] = []
    for length in reversed(lengths):
        cell, at = divmod(cell, length)
        texts.append(f"[{at}]")
    return "".join(reversed(texts))


def _sample_cells(text: str, count: int) -> list[int]:
    """Return which of `count` cells stand for all: the first, the last, and some that depend on
    the name alone.
    """
    if count <= _CELLS:
        return list(range(count))
    state, chosen = crc32(text.encode()), {0, count - 1}
    for _ in range(_CELLS - 2):
        # The generator of the C standard's example of `rand`: the same cells on every machine.
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        chosen.add((state >> 8) % count)
    return sorted(chosen)
