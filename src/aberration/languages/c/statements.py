"""The walk over the statements of a function: its program points, and the chain of declarations and
assignments at each.

It goes through statements only; expressions are the business of `facts`, and what a statement
assigns is read from the text. Whatever stands in a macro, wholly or in part, is left alone.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import msgspec

from aberration.languages.c import libclang
from aberration.languages.c.lexical import SourceText
from aberration.languages.c.libclang import Cursor, Library
from aberration.languages.c.scopes import Link, Variable
from aberration.languages.c.shapes import Shape, Shapes
from aberration.languages.c.source import ProgramPoint, Statement

_NAMES: Final = {
    libclang.COMPOUND: "compound",
    libclang.IF: "if",
    libclang.SWITCH: "switch",
    libclang.WHILE: "while",
    libclang.DO: "do",
    libclang.FOR: "for",
    libclang.GOTO: "goto",
    libclang.CONTINUE: "continue",
    libclang.BREAK: "break",
    libclang.RETURN: "return",
    libclang.NULL: "null",
    libclang.DECLARATION: "declaration",
    libclang.LABEL: "label",
    libclang.CASE: "case",
    libclang.DEFAULT: "default",
}
_LABELLED: Final = frozenset((libclang.LABEL, libclang.CASE, libclang.DEFAULT))
_CASES: Final = frozenset((libclang.CASE, libclang.DEFAULT))
_COMPLETE: Final = frozenset((libclang.NULL, libclang.DECLARATION, libclang.COMPOUND))
"""Their extents include their last character; those of other simple statements end before the
semicolon.
"""
_FULL_LISTS: Final = frozenset((libclang.INITIALISER_LIST, libclang.STRING))
_ASSIGNED: Final = rb"((?:[A-Za-z_]\w*\s*=(?!=)\s*)+)"
_ASSIGNMENT: Final = re.compile(rb"\s*" + _ASSIGNED)
_FOR: Final = re.compile(rb"for\s*\(([^;?{}]*);")
_TARGET: Final = re.compile(r"[A-Za-z_]\w*")
_DEEPEST: Final = 150
"""Statements deeper than this get no program points: the walk is recursive."""


class Around(NamedTuple):
    """What encloses a statement."""

    function: int
    loops: int = 0
    breakable: bool = False
    levels: int = 0


class Walked(NamedTuple):
    """A statement gone through: its end (-1: it does not end where the text shows it), and what is
    free in it.

    `breaks` and `continues` belong to something around it, `labels` may be jumped to from outside,
    `cases` belong to a switch around it.
    """

    end: int
    breaks: bool = False
    continues: bool = False
    labels: bool = False
    cases: bool = False

    def with_part(self, part: Walked) -> Walked:
        """Return what is free in both, with the end of `part`."""
        return Walked(
            part.end,
            self.breaks or part.breaks,
            self.continues or part.continues,
            self.labels or part.labels,
            self.cases or part.cases,
        )


_UNKNOWN: Final = Walked(-1, breaks=True, continues=True, labels=True, cases=True)


class Walker:
    """Walks over functions one after the other; `program_points`, `chains` and `statements` (the
    cursors behind them) grow together. `base`
    is the code of offset 0.
    """

    def __init__(self, library: Library, text: SourceText, base: int, shapes: Shapes) -> None:
        self._library, self._text, self._base, self._shapes = library, text, base, shapes
        self._compounds = 0
        self.program_points: list[ProgramPoint] = []
        self.chains: list[Link | None] = []
        self.statements: list[Cursor] = []
        self.locals: list[Variable] = []
        self._unset: set[str] = set()
        self._keeps_program_points = True

    def function(self, number: int, parameters: list[Cursor], body: Cursor, frozen: bool) -> None:
        """Walk over one definition. A frozen one gets no program points, and only its `locals`
        count.
        """
        self.locals, self._unset = [], set()
        self._keeps_program_points = not frozen
        extent = self._offsets(body)
        chain: Link | None = None
        for parameter in parameters:
            variable = self._variable(parameter, extent, parameter=True)
            chain = Link(chain, variable.name, variable, *extent)
        self._compound(body, Around(number), chain)

    def drop_program_points(self, first: int) -> None:
        """Take back the program points from this ordinal on."""
        del self.program_points[first:], self.chains[first:], self.statements[first:]

    def _offsets(self, cursor: Cursor) -> tuple[int, int]:
        """Return its extent as offsets; those in macros are replaced by where the macro is used."""
        start, end = self._library.extent(cursor)
        if start & libclang.MACRO:
            start = self._library.expansion(cursor)[1] + self._base
        size = len(self._text.data)
        return start - self._base, min(max(end - self._base, 0), size)

    def _starts_here(self, cursor: Cursor) -> bool:
        start = self._library.extent(cursor)[0]
        return self._base <= start < self._base + len(self._text.data)

    def _walk(self, cursor: Cursor, around: Around, chain: Link | None) -> Walked:
        kind = cursor.kind
        around = around._replace(levels=around.levels + 1)
        if around.levels > _DEEPEST:
            self._keeps_program_points = False
            return _UNKNOWN
        if kind == libclang.COMPOUND:
            return self._compound(cursor, around, chain)
        if kind in (libclang.FOR, libclang.WHILE, libclang.DO):
            return self._loop(cursor, around, chain)
        if kind == libclang.IF:
            whole = Walked(-1)
            # The first child is the condition. The `else` comes last, and gives the whole its end.
            for branch in self._library.children(cursor)[1:]:
                whole = whole.with_part(self._walk(branch, around, chain))
            return whole
        if kind == libclang.SWITCH:
            return self._switch(cursor, around, chain)
        if kind in _LABELLED:
            part = self._walk(self._library.children(cursor)[-1], around, chain)
            return Walked(-1, labels=kind == libclang.LABEL, cases=kind in _CASES).with_part(part)
        return Walked(self._simple_end(cursor), kind == libclang.BREAK, kind == libclang.CONTINUE)

    def _loop(self, cursor: Cursor, around: Around, chain: Link | None) -> Walked:
        children = self._library.children(cursor)
        is_do = cursor.kind == libclang.DO
        if cursor.kind == libclang.FOR:
            # What the first clause declares or assigns holds inside.
            start, end = self._offsets(cursor)
            if children[0].kind == libclang.DECLARATION:
                chain = self._declare(children[0], start, (start, end), chain)
            elif self._starts_here(cursor):
                chain = self._assign_in_for(start, end, chain)
        inside = around._replace(loops=around.loops + 1, breakable=True)
        body = self._walk(children[0] if is_do else children[-1], inside, chain)
        end = self._simple_end(cursor) if is_do else body.end
        # A loop takes the breaks and continues in it for itself, a switch the breaks and cases.
        return Walked(end, labels=body.labels, cases=body.cases)

    def _switch(self, cursor: Cursor, around: Around, chain: Link | None) -> Walked:
        body = self._library.children(cursor)[-1]
        inside = around._replace(breakable=True)
        if body.kind == libclang.COMPOUND:
            part = self._compound(body, inside, chain, of_switch=True)
        else:
            part = self._walk(body, inside, chain)
        return Walked(part.end, continues=part.continues, labels=part.labels)

    def _compound(
        self, cursor: Cursor, around: Around, chain: Link | None, of_switch: bool = False
    ) -> Walked:
        start, end = self._offsets(cursor)
        number, self._compounds = self._compounds, self._compounds + 1
        ends_here = self._text.clean[end - 1 : end] == b"}" and self._starts_here(cursor)
        # Before the first case of a switch nothing is ever executed: a program point there would
        # prove nothing.
        reachable = not of_switch
        whole, last = Walked(-1), -1
        children = self._library.children(cursor)
        starts = [self._offsets(child)[0] for child in children]
        for child, at, following in zip(children, starts, [*starts[1:], end], strict=False):
            ordinal = len(self.program_points)
            if reachable and self._keeps_program_points and self._starts_here(child) and at >= last:
                self.program_points.append(self._program_point(ordinal, at, number, around))
                self.chains.append(chain)
                self.statements.append(child)
            part = self._walk(child, around, chain)
            # The end was found in the text, behind what the tree says comes next: a macro has
            # hidden something.
            if part.end > following:
                part = part._replace(end=-1)
            if (
                ordinal < len(self.program_points)
                and self.program_points[ordinal].compound == number
                and reachable
            ):
                self._complete(ordinal, child, at, part)
            chain = self._after(child, at, (start, end), chain)
            whole, last = whole.with_part(part), max(at, part.end)
            reachable = reachable or child.kind in _CASES
        return whole._replace(end=end if ends_here else -1)

    def _program_point(self, ordinal: int, at: int, compound: int, around: Around) -> ProgramPoint:
        unknown = Statement(at, at, "", False, False)
        loops = around.loops
        return ProgramPoint(
            ordinal, at, around.function, compound, loops > 0, around.breakable, loops, unknown
        )

    def _complete(self, ordinal: int, child: Cursor, start: int, part: Walked) -> None:
        """Say of a program point what its statement is, now that its end is known."""
        ends = start < part.end and self._text.clean[part.end - 1 : part.end] in (b";", b"}")
        wrappable = (
            # Wrapped in a block, a declaration would go out of scope, and a jump from outside come
            # into it.
            ends and child.kind != libclang.DECLARATION and not part.labels and not part.cases
        )
        escapes = part.breaks or part.continues
        kind = _NAMES.get(child.kind, "expression")
        statement = Statement(start, part.end if ends else start, kind, wrappable, escapes)
        self.program_points[ordinal] = msgspec.structs.replace(
            self.program_points[ordinal], statement=statement
        )

    def _simple_end(self, cursor: Cursor) -> int:
        """Return the end of a statement without other statements at its end, its semicolon
        included.
        """
        code = self._library.extent(cursor)[1]
        end = code - self._base
        if code & libclang.MACRO or not 0 < end <= len(self._text.data):
            return -1
        if cursor.kind not in _COMPLETE:
            return self._text.semicolon(end)
        return end if self._text.clean[end - 1 : end] in (b";", b"}") else -1

    def _after(
        self, child: Cursor, at: int, block: tuple[int, int], chain: Link | None
    ) -> Link | None:
        """Return the chain behind a statement of a block."""
        if child.kind == libclang.DECLARATION:
            return self._declare(child, at, block, chain)
        if not self._starts_here(child):
            return chain
        if child.kind == libclang.BINARY:
            return self._assign(_ASSIGNMENT.match(self._text.clean, at), at, block[1], chain)
        if child.kind == libclang.FOR:
            return self._assign_in_for(at, block[1], chain)
        return chain

    def _assign_in_for(self, at: int, end: int, chain: Link | None) -> Link | None:
        clause = _FOR.match(self._text.clean, at)
        for part in _top_level_parts(clause[1]) if clause else ():
            chain = self._assign(_ASSIGNMENT.match(part), at, end, chain)
        return chain

    def _assign(
        self, match: re.Match[bytes] | None, at: int, end: int, chain: Link | None
    ) -> Link | None:
        for name in _TARGET.findall(match[1].decode()) if match else ():
            # What is initialised needs no note; all else is usable from its first assignment on.
            if name in self._unset:
                chain = Link(chain, name, None, at, end)
        return chain

    def _declare(
        self, statement: Cursor, at: int, block: tuple[int, int], chain: Link | None
    ) -> Link | None:
        for declaration in self._library.children(statement):
            variable = self._variable(declaration, block)
            if variable.name:
                chain = Link(chain, variable.name, variable, at, block[1])
        return chain

    def _variable(
        self, cursor: Cursor, block: tuple[int, int], parameter: bool = False
    ) -> Variable:
        """Return what a local declaration brings: something to use, or only a name that hides
        others.
        """
        library = self._library
        name, place = library.name(cursor), library.location(cursor)
        storage = (
            library.storage(cursor)
            if cursor.kind in (libclang.VARIABLE, libclang.PARAMETER)
            else libclang.EXTERN
        )
        shape = None
        if (
            storage != libclang.EXTERN
            and not place & libclang.MACRO
            and name not in self._text.macros
        ):
            shape = self._shape(library.type(cursor), parameter)
        static = storage == libclang.STATIC
        variable = Variable(
            name,
            shape,
            "parameter" if parameter else "static" if static else "local",
            f"{name}@{place - self._base}",
            initialised=parameter
            or static
            or self._has_initialiser(cursor, shape is not None and shape.kind == "array"),
            addressable=storage != libclang.REGISTER,
            declaration=int(cursor.declaration or 0),
            extent=block,
        )
        self.locals.append(variable)
        if not variable.initialised:
            self._unset.add(name)
        return variable

    def _shape(self, of: libclang.Type, parameter: bool) -> Shape:
        """Return the shape of a local; an array parameter is a pointer, though libclang gives
        it its written type.
        """
        if parameter and of.kind in libclang.ARRAYS:
            return Shape("other")
        return self._shapes.of(of)

    def _has_initialiser(self, cursor: Cursor, is_array: bool) -> bool:
        if cursor.kind != libclang.VARIABLE:
            return False
        initialiser = self._library.initialiser(cursor)
        # An array with a list is initialised as a whole, its rest with zeros (C11 6.7.9p21).
        return initialiser in _FULL_LISTS if is_array else initialiser != 0


def _top_level_parts(clause: bytes) -> list[bytes]:
    """Split at the commas that are in no parentheses or brackets."""
    parts, depth, start = [], 0, 0
    for at, byte in enumerate(clause):
        depth += (byte in b"([") - (byte in b")]")
        if byte == ord(",") and depth == 0:
            parts.append(clause[start:at])
            start = at + 1
    return [*parts, clause[start:]]
