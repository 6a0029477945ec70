"""Statements of a C program as texts to put into another place: with holes where their variables,
calls and jumps are, of which is known what may stand there instead.

What could be no legal text elsewhere is refused: macros, labels, types of their own, static
variables, and whatever holds a word that the walk over the tree does not account for.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from aberration.languages.c import libclang
from aberration.languages.c.excerpt import (
    MEMBER,
    TYPE_WORDS,
    UNFIT,
    WORD,
    Excerpt,
    TreeReader,
    Unfit,
)
from aberration.languages.c.integers import IntType
from aberration.languages.c.libclang import MACRO, Cursor, Type

LONGEST: Final = 1200
"""Bytes of a fragment."""
_LARGEST: Final = 1024
_LARGEST_OWN: Final = 64
"""Bytes of a variable. Those of a fragment's own make the frame of the function larger, and a seed
may be deep in recursion.
"""
_WORDS: Final = TYPE_WORDS | {
    *("struct", "union", "enum", "sizeof", "register"),
    *("if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue"),
}


class Slot(msgspec.Struct, frozen=True):
    """A variable that a fragment names: its kind and canonical type (of an array of integers that
    of its cells).

    An `exact` one needs a variable of the very type: its address is used. One of its `own` is
    declared in the fragment.
    """

    kind: Literal["integer", "float", "pointer", "array", "other", "own"]
    type: str = ""
    integer: IntType | None = None
    exact: bool = False
    length: int = 0

    def declare(self, name: str) -> str:
        """Return a declaration of a variable like this one; what may be large takes no stack."""
        if self.kind == "array":
            return f"static {self.type} {name}[{self.length}];"
        base, bracket, rest = self.type.partition("[")
        return f"{'static ' if self.kind == 'other' else ''}{base} {name}{bracket}{rest};"


class Leave(msgspec.Struct, frozen=True):
    """A jump to behind the fragment, with the text around it."""

    before: str = ""
    after: str = ""


class Call(msgspec.Struct, frozen=True):
    """A call of a function of this canonical type; `otherwise` stands there if none may be
    called.
    """

    name: str
    type: str
    in_header: bool
    arguments: tuple[Piece, ...]
    otherwise: tuple[Piece, ...]


Piece: TypeAlias = str | int | Leave | Call
"""A text, the number of a slot, or one of the others."""


class Fragment(msgspec.Struct, frozen=True):
    """Statements with holes: one tuple of pieces for each.

    It needs what its program declares before the offset `needs` in that program; a portable one
    needs nothing. `escapes`: a `break` or `continue` in it belongs to a loop around.
    """

    statements: tuple[tuple[Piece, ...], ...]
    slots: tuple[Slot, ...]
    needs: int
    escapes: bool


class _Hole(NamedTuple):
    start: int
    end: int
    piece: Piece


def read_fragment(reader: TreeReader, excerpt: Excerpt, portable: bool) -> Fragment | None:
    """Return a fragment, or None where the statements are none."""
    if excerpt.end - excerpt.start > LONGEST:
        return None
    try:
        return _FragmentWalk(reader, excerpt, portable).fragment()
    except Unfit:
        return None


class _FragmentWalk:
    """Reads one fragment."""

    def __init__(self, reader: TreeReader, excerpt: Excerpt, portable: bool) -> None:
        self._reader, self._excerpt, self._portable = reader, excerpt, portable
        self._library, self._base = reader.library, reader.base
        self._slots: list[Slot] = []
        self._numbers: dict[object, int] = {}
        self._needs = 0

    def fragment(self) -> Fragment:
        pairs = zip(self._excerpt.cursors, self._excerpt.extents, strict=True)
        statements = tuple(
            self._pieces(*extent, self._visit(cursor, ())) for cursor, extent in pairs
        )
        return Fragment(statements, tuple(self._slots), self._needs, self._excerpt.escapes)

    def _pieces(self, start: int, end: int, holes: list[_Hole]) -> tuple[Piece, ...]:
        """Return the text of a range with its holes; each word beside them must be known."""
        pieces: list[Piece] = []
        at = start
        for hole in sorted({hole.start: hole for hole in holes}.values(), key=lambda one: one[:2]):
            if hole.start < at or hole.end > end:
                raise Unfit
            pieces += [self._plain(at, hole.start), hole.piece]
            at = hole.end
        return tuple(piece for piece in (*pieces, self._plain(at, end)) if piece != "")

    def _plain(self, start: int, end: int) -> str:
        clean = self._reader.text.clean[start:end].decode()
        # Behind a hole, a member of what stands in it.
        words = WORD.findall(MEMBER.sub(" ", clean))
        if not _WORDS.issuperset(words):
            raise Unfit
        return self._reader.text.data[start:end].decode("utf-8", "replace")

    def _visit(self, node: Cursor, above: tuple[Cursor, ...]) -> list[_Hole]:
        """Return the holes in a node; `above` are its parents, the nearest first."""
        kind, (start, end) = node.kind, self._reader.extent(node, self._excerpt)
        if kind in UNFIT:
            raise Unfit
        if kind == libclang.NAME:
            return [_Hole(start, end, self._name(node, start, end, above))]
        if kind == libclang.CALL:
            return [_Hole(start, end, self._call(node, end, above))]
        if kind == libclang.TYPE_NAME:
            return [_Hole(start, end, self._type_name(node, start, end))]
        if kind == libclang.GOTO:
            return [_Hole(start, end, Leave())]
        if kind == libclang.MEMBER and self._portable:
            exact = bool(above) and self._takes_address(above[0])
            text = self._reader.text.data[start:end]
            return [_Hole(start, end, self._slot(text, self._library.type(node), exact, 0))]
        below = self._below(node, above)
        if kind == libclang.VARIABLE:
            return [self._own(node), *below]
        return self._return(node, start, end, below) if kind == libclang.RETURN else below

    def _below(self, node: Cursor, above: tuple[Cursor, ...]) -> list[_Hole]:
        inside = (node, *above[:3])
        return [
            hole for child in self._library.children(node) for hole in self._visit(child, inside)
        ]

    def _name(self, node: Cursor, start: int, end: int, above: tuple[Cursor, ...]) -> Piece:
        """Return the slot of a variable; a constant of an enumeration stays as it is."""
        declaration = self._library.referenced_cursor(node)
        if declaration.kind in (libclang.VARIABLE, libclang.PARAMETER):
            key = int(declaration.declaration or 0)
            own = self._numbers.get(key)
            if own is not None and self._slots[own].kind == "own":
                return own
            of = self._library.type(declaration)
            if declaration.kind == libclang.PARAMETER and of.kind in libclang.ARRAYS:
                raise Unfit
            return self._slot(key, of, self._is_exact(of, above), self._declared_at(declaration))
        if declaration.kind == libclang.ENUMERATOR:
            return self._as_it_is(declaration, start, end)
        raise Unfit

    def _is_exact(self, of: Type, above: tuple[Cursor, ...]) -> bool:
        """Return whether the address of a variable is used, other than to index an array."""
        if not above or self._takes_address(above[0]):
            return bool(above)
        if of.kind not in libclang.ARRAYS:
            return False
        kinds = [node.kind for node in above]
        # The array becomes a pointer, which is indexed, and the cell is no operand of `&`.
        indexed = kinds[:2] == [libclang.UNEXPOSED_EXPRESSION, libclang.SUBSCRIPT]
        return not indexed or (len(above) > 2 and self._takes_address(above[2]))

    def _takes_address(self, node: Cursor) -> bool:
        if node.kind == libclang.PARENTHESES:
            return True
        return node.kind == libclang.UNARY and self._library.operator(node) == libclang.ADDRESS_OF

    def _declared_at(self, declaration: Cursor) -> int:
        """Return the offset that a type or variable is there from: that of a local is known where
        the function begins.
        """
        code = self._library.location(declaration)
        if code & MACRO:
            raise Unfit
        if not self._reader.is_here(code):
            return 0
        return min(code - self._base + 1, self._excerpt.function[0])

    def _slot(self, key: object, of: Type, exact: bool, needs: int) -> int:
        """Return the number of the slot of a variable of this type."""
        slot = self._slot_of(of, exact, needs)
        at = self._numbers.setdefault(key, len(self._slots))
        if at == len(self._slots):
            self._slots.append(slot)
        elif exact:
            self._slots[at] = msgspec.structs.replace(self._slots[at], exact=True)
        return at

    def _slot_of(self, of: Type, exact: bool, needs: int) -> Slot:
        shape = self._reader.shapes.of(of)
        if shape.kind == "integer":
            return Slot("integer", shape.declared, shape.integer, exact)
        if shape.kind == "float":
            return Slot("float", shape.declared, None, exact)
        spelled = self._spelling(of, needs)
        element = shape.element
        if element is not None and element.kind == "integer":
            cell = element.declared
            return Slot("array", cell, element.integer, exact, shape.length)
        return Slot("pointer" if shape.kind == "pointer" else "other", spelled, None, exact)

    def _spelling(self, of: Type, needs: int, most: int = _LARGEST) -> str:
        """Return how a type is written where its names are known."""
        spelled = self._library.spelling(of)
        if any(part in spelled for part in ("(", "restrict", "__", "[]", "_Atomic", "_Complex")):
            raise Unfit
        if not 0 < self._library.size(of) <= most:
            raise Unfit
        if not TYPE_WORDS.issuperset(WORD.findall(spelled)):
            self._require(needs)
        return spelled

    def _require(self, needs: int) -> None:
        """Note that what the program declares before an offset must be there."""
        if self._portable:
            raise Unfit
        self._needs = max(self._needs, needs)

    def _as_it_is(self, declaration: Cursor, start: int, end: int) -> str:
        self._require(self._declared_at(declaration))
        return self._reader.text.data[start:end].decode()

    def _type_name(self, node: Cursor, start: int, end: int) -> str:
        """Return the type itself in place of a name that means an arithmetic type."""
        declaration = self._library.referenced_cursor(node)
        shape = self._reader.shapes.of(self._library.type(node))
        if declaration.kind == libclang.TYPEDEF and shape.kind in ("integer", "float"):
            return shape.declared
        return self._as_it_is(declaration, start, end)

    def _own(self, variable: Cursor) -> _Hole:
        """Return the name of a variable that is declared inside, as a hole."""
        if self._library.storage(variable) not in (libclang.AUTOMATIC, libclang.REGISTER):
            raise Unfit
        self._spelling(self._library.type(variable), self._excerpt.function[0], _LARGEST_OWN)
        at, name = self._library.location(variable), self._library.name(variable)
        if at & MACRO or not name:
            raise Unfit
        number = len(self._slots)
        self._numbers[int(variable.declaration or 0)] = number
        self._slots.append(Slot("own"))
        return _Hole(at - self._base, at - self._base + len(name), number)

    def _return(self, node: Cursor, start: int, end: int, below: list[_Hole]) -> list[_Hole]:
        children = self._library.children(node)
        if not children:
            return [_Hole(start, end, Leave())]
        value = self._reader.extent(children[0], self._excerpt)[0]
        tail = Leave("); ", "; } while (0)")
        return [_Hole(start, value, "do { (void)("), *below, _Hole(end, end, tail)]

    def _call(self, node: Cursor, end: int, above: tuple[Cursor, ...]) -> Piece:
        """Return a call, with what stands for its value if there is no such function."""
        called, *arguments = self._library.children(node)
        otherwise = self._value_of(node)
        name = self._function_name(called)
        if name is None:
            return otherwise
        function = self._library.referenced_cursor(name)
        inside = (node, *above[:3])
        holes = [hole for argument in arguments for hole in self._visit(argument, inside)]
        text = self._pieces(self._reader.extent(called, self._excerpt)[1], end, holes)
        in_header = not self._reader.is_here(self._library.location(function))
        of = self._library.spelling(self._library.type(function))
        return Call(self._library.name(function), of, in_header, text, (otherwise,))

    def _value_of(self, node: Cursor) -> Piece:
        of = self._library.type(node)
        if of.kind == libclang.VOID:
            return "((void)0)"
        if self._reader.shapes.of(of).kind not in ("integer", "float", "pointer"):
            raise Unfit
        text = self._library.spelling(of)
        return self._slot(("value", text), of, False, self._excerpt.function[0])

    def _function_name(self, node: Cursor) -> Cursor | None:
        """Return the name of a function that is called by it, None where a pointer is."""
        while node.kind in (libclang.UNEXPOSED_EXPRESSION, libclang.PARENTHESES):
            node = self._library.children(node)[0]
        if node.kind != libclang.NAME:
            return None
        function = self._library.referenced_cursor(node)
        return node if function.kind == libclang.FUNCTION else None
