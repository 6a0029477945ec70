"""Lines of C, and what is known where they stand: the kinds of variables, and which are sure to
be written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from .kinds import INT, NOTHING, Address, Counting, Kind, Number, Unsupported, is_list

NONE: Final = "NONE"
"""The cell that stands for Python's None, and for a variable that was never written."""
_SIMPLE: Final = re.compile(r"[A-Za-z0-9_.]+(->\w+)?(\[\d+\]\.[id])?$")


class Term:
    """A value in C. A list is the address of its first cell plus `offset`; `nullable`: a number
    that may be NONE.

    `literal`: a number in the text. `below`: the least integer that it can be, where it is known.
    """

    __slots__ = ("below_zero", "kind", "literal", "nullable", "offset", "text")

    def __init__(
        self,
        text: str,
        kind: Kind,
        *,
        nullable: bool = False,
        offset: int = 0,
        literal: int | float | None = None,
        below_zero: bool = True,
    ) -> None:
        self.text: Final = text
        self.kind: Final = kind
        self.nullable: Final = nullable
        self.offset: Final = offset
        self.literal: Final = literal
        self.below_zero: Final = below_zero

    @property
    def address(self) -> str:
        """The address of a list."""
        return f"({self.text} + {self.offset})" if self.offset else self.text

    def cell(self, offset: int, number: Number) -> str:
        """A cell of a list."""
        return f"{self.text}[{self.offset + offset}].{number.field}"

    @property
    def is_simple(self) -> bool:
        return self.literal is not None or _SIMPLE.match(self.text) is not None


class Variable:
    """A Python variable. `open`: it may be read before it is written. `outer`: one of the
    invocation.
    """

    __slots__ = ("kind", "nullable", "open", "text")

    def __init__(self, text: str, kind: Kind) -> None:
        self.text: Final = text
        self.kind: Final = kind
        self.nullable = False
        self.open = False


class Lines:
    """Where C is written. `owner` is how the variables of an invocation are reached."""

    def __init__(self, owner: str) -> None:
        self.owner: Final = owner
        self.lines: list[str] = []
        self.variables: Final[dict[str, Variable]] = {}
        self.known: Final[dict[str, Kind]] = {}
        self.statics: Final[list[str]] = []
        self.fields: Final[list[str]] = []
        self.locals: list[str] = []
        self.scope = "static"
        self.written: set[str] = set()
        self.alive = True
        self._numbers = 0

    # ---- lines

    def line(self, text: str) -> None:
        self.lines.append(text)

    def fresh(self, stem: str) -> str:
        self._numbers += 1
        return f"{stem}{self._numbers}"

    def stop_if(self, condition: str) -> None:
        """An undefined operation, where the condition holds."""
        self.lines.append(f"if ({condition}) stop(TRAPPED);")

    @contextmanager
    def captured(self) -> Iterator[list[str]]:
        """Collect lines apart."""
        kept, self.lines = self.lines, []
        taken = self.lines
        try:
            yield taken
        finally:
            self.lines = kept

    # ---- variables and storage

    def declare(self, name: str, kind: Kind) -> Variable:
        """Return a variable, new where it has not been named."""
        found = self.variables.get(name)
        if found is not None:
            return found
        kind = self.known.get(name, kind)
        if kind == NOTHING:
            raise Unsupported(f"{name}, of which nothing tells what it holds")
        found = self.variables[name] = Variable(self._reached(name), kind)
        for part, ctype in _parts(name, kind):
            self._place(f"{ctype}{part};", f"static {ctype}{part};")
        return found

    def storage(self, count: int) -> str:
        """Return cells for a list that is made here. No function runs twice at a time in one
        invocation.
        """
        name = self.fresh("m")
        text = f"cell {name}[{max(count, 1)}];"
        if self.scope == "static":
            self.statics.append(f"static {text}")
            return name
        self.fields.append(text)
        return f"{self.owner}{name}"

    def _reached(self, name: str) -> str:
        return f"{self.owner}{name}" if self.scope == "invocation" else name

    def _place(self, declaration: str, static: str) -> None:
        if self.scope == "static":
            self.statics.append(static)
        elif self.scope == "invocation":
            self.fields.append(declaration)
        else:
            self.locals.append(declaration)

    # ---- values

    def spilled(self, term: Term) -> Term:
        """Return a number as a name or literal, that may stand more than once."""
        if term.is_simple:
            return term
        kind = term.kind
        if not isinstance(kind, Number):
            raise Unsupported("a value that is no number, twice")
        name = self.fresh("x")
        self.line(f"{kind.ctype} {name} = {term.text};")
        return Term(name, kind, nullable=term.nullable, below_zero=term.below_zero)

    def sure(self, term: Term) -> Term:
        """Return a number that is not None."""
        if not term.nullable:
            return term
        term = self.spilled(term)
        self.stop_if(is_none(term))
        return Term(term.text, term.kind, below_zero=term.below_zero)

    def read(self, name: str) -> Term:
        """Return what a variable holds."""
        found = self.variables.get(name)
        if found is None:
            raise Unsupported(f"the name {name}")
        term = Term(found.text, found.kind, nullable=found.nullable)
        if found.open and name not in self.written and isinstance(found.kind, Number):
            self.stop_if(is_none(term))
            if not found.nullable:
                self.written.add(name)
        return term


def is_none(term: Term) -> str:
    """Return the condition that a number is None. Its text is simple."""
    if isinstance(term.kind, Number) and term.kind.field == "d":
        if term.text.endswith(".d"):
            return f"{term.text[:-2]}.i == {NONE}"
        return f"((cell *)&{term.text})->i == {NONE}"
    return f"{term.text} == {NONE}"


def _parts(name: str, kind: Kind) -> list[tuple[str, str]]:
    if isinstance(kind, Counting):
        return [(f"{name}_{part}", "int64_t ") for part in ("from", "to")]
    if isinstance(kind, Number):
        return [(name, f"{kind.ctype} ")]
    if isinstance(kind, Address) or is_list(kind):
        return [(name, "cell *")]
    raise Unsupported(f"{name}, of which nothing tells what it holds")


def plain_integer(value: int) -> Term:
    text = f"{value}LL" if value >= 0 else f"({value}LL)"
    return Term(text, INT, literal=value, below_zero=value < 0)
