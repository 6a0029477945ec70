"""Statements of a function as the body of a new one: which variables they need, and where these are
named.

Refused is what could mean something else there: jumps that leave them, floating point (a compiler
may round otherwise), constant, volatile and `register` variables, types of the function's own,
compound literals, and names that the walk over the tree did not meet.
"""

from __future__ import annotations

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
from aberration.languages.c.libclang import MACRO, Cursor

_LEAVING = frozenset((libclang.RETURN, libclang.GOTO, libclang.COMPOUND_LITERAL))
_FLOATS = frozenset((21, 22, 23, 30, 31, 32, 100))
"""Kinds of types in floating point (enum CXTypeKind): all widths, and complex ones."""
_TAGS = frozenset(("struct", "union", "enum"))
_OF_FUNCTIONS = ("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__", "__builtin", "va_")


class FreeVariable(msgspec.Struct, frozen=True):
    """A variable of the function around, with its canonical type; `only_read`: it has no address
    anywhere, and is only read here.
    """

    name: str
    type: str
    only_read: bool

    def by_value(self, name: str) -> str:
        """Return a parameter of its type."""
        return f"{self.type} {name}"

    def by_pointer(self, name: str) -> str:
        """Return a parameter that points to it."""
        base, bracket, rest = self.type.partition("[")
        return f"{base} (*{name}){bracket}{rest}"


class Outline(msgspec.Struct, frozen=True):
    """Statements with numbers in place of the free variables that they name; they end at `end`."""

    pieces: tuple[str | int, ...]
    variables: tuple[FreeVariable, ...]
    end: int


def read_outline(reader: TreeReader, excerpt: Excerpt) -> Outline | None:
    """Return the outline of statements, or None where they cannot be moved."""
    # What follows may name what one of the statements declares.
    declares = any(cursor.kind == libclang.DECLARATION for cursor in excerpt.cursors)
    if excerpt.escapes or declares:
        return None
    try:
        return _OutlineWalk(reader, excerpt).outline()
    except Unfit:
        return None


class _OutlineWalk:
    """Reads one outline."""

    def __init__(self, reader: TreeReader, excerpt: Excerpt) -> None:
        self._reader, self._excerpt = reader, excerpt
        self._library = reader.library
        self._variables: dict[int, FreeVariable] = {}
        self._own: set[str] = set()
        self._named: dict[int, tuple[int, int]] = {}
        """Offset of each name, its end, and the declaration that it means."""

    def outline(self) -> Outline:
        for cursor in self._excerpt.cursors:
            self._visit(cursor, cursor)
        numbers = {declaration: at for at, declaration in enumerate(self._variables)}
        pieces: list[str | int] = []
        at = self._excerpt.start
        for start, (end, declaration) in sorted(self._named.items()):
            pieces += [self._plain(at, start), numbers[declaration]]
            at = end
        pieces.append(self._plain(at, self._excerpt.end))
        if not self._own.isdisjoint(one.name for one in self._variables.values()):
            raise Unfit
        return Outline(tuple(pieces), tuple(self._variables.values()), self._excerpt.end)

    def _plain(self, start: int, end: int) -> str:
        """Return a text between names; it may name no variable of the function around."""
        clean = self._reader.text.clean[start:end].decode()
        words = set(WORD.findall(MEMBER.sub(" ", clean)))
        if words & self._excerpt.names - self._own:
            raise Unfit
        if any(word.startswith(_OF_FUNCTIONS) for word in words):
            raise Unfit
        data = self._reader.text.data[start:end]
        if not data.isascii():
            raise Unfit
        return data.decode()

    def _visit(self, node: Cursor, parent: Cursor) -> None:
        start, end = self._reader.extent(node, self._excerpt)
        if node.kind in UNFIT or node.kind in _LEAVING:
            raise Unfit
        if self._library.type_kind(node) in _FLOATS:
            raise Unfit
        if node.kind == libclang.NAME:
            self._name(node, start, end, parent)
        elif node.kind == libclang.TYPE_NAME:
            self._require_outside(self._library.referenced_cursor(node))
        elif node.kind == libclang.VARIABLE:
            self._declare(node)
        for child in self._library.children(node):
            self._visit(child, node)

    def _place(self, declaration: Cursor) -> int:
        """Return the offset of a declaration, -1 for one in a header."""
        code = self._library.location(declaration)
        if code & MACRO or not code:
            raise Unfit
        return code - self._reader.base if self._reader.is_here(code) else -1

    def _require_outside(self, declaration: Cursor) -> None:
        if self._place(declaration) >= self._excerpt.function[0]:
            raise Unfit

    def _declare(self, variable: Cursor) -> None:
        """Look at a variable that is declared in the statements, and moves with them."""
        of = self._library.type(variable)
        variable_length = of.kind in libclang.ARRAYS and of.kind != libclang.CONSTANT_ARRAY
        if self._library.storage(variable) == libclang.EXTERN or variable_length:
            raise Unfit
        self._own.add(self._library.name(variable))

    def _name(self, node: Cursor, start: int, end: int, parent: Cursor) -> None:
        declaration = self._library.referenced_cursor(node)
        if declaration.kind not in (libclang.VARIABLE, libclang.PARAMETER):
            self._require_outside(declaration)
            return
        place = self._place(declaration)
        if place < self._excerpt.function[0] or self._excerpt.start <= place < self._excerpt.end:
            return
        key = int(declaration.declaration or 0)
        is_read = parent.kind == libclang.UNEXPOSED_EXPRESSION and key not in self._excerpt.taken
        old = self._variables.get(key)
        if old is None:
            self._variables[key] = self._variable(declaration, is_read)
        elif not is_read:
            self._variables[key] = msgspec.structs.replace(old, only_read=False)
        self._named[start] = (end, key)

    def _variable(self, declaration: Cursor, is_read: bool) -> FreeVariable:
        storage = self._library.storage(declaration)
        of = self._library.type(declaration)
        spelled = self._library.spelling(of)
        is_array = of.kind in libclang.ARRAYS
        qualified = any(self._library.qualifiers(of)) or (
            is_array and ("const" in spelled or "volatile" in spelled)
        )
        if storage not in (libclang.AUTOMATIC, libclang.STATIC) or qualified:
            raise Unfit
        if is_array and (
            of.kind != libclang.CONSTANT_ARRAY or declaration.kind == libclang.PARAMETER
        ):
            raise Unfit
        if any(part in spelled for part in ("(", "restrict", "__", "_Atomic")):
            raise Unfit
        self._require_type(spelled)
        automatic = storage == libclang.AUTOMATIC
        scalar = self._reader.shapes.of(of).kind in ("integer", "pointer")
        return FreeVariable(
            self._library.name(declaration), spelled, is_read and automatic and scalar
        )

    def _require_type(self, spelled: str) -> None:
        """Require that all names of a type stand before the function: it is no type of a
        parameter list.
        """
        names = set(WORD.findall(spelled)) - TYPE_WORDS - _TAGS
        before = set(WORD.findall(self._reader.text.clean[: self._excerpt.function[0]].decode()))
        if names and not before.issuperset(names):
            raise Unfit
