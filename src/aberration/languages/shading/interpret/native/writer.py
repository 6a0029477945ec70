"""The C under way, and what is known where it stands: the kinds of variables, and which are sure to
be written.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import msgspec

from ...semantics import Semantics
from ..builtin import Cast, Origin
from .kinds import INT, NOTHING, Address, Counting, Kind, NativeNumber, Unsupported, is_list, row_of
from .meanings import Meanings
from .terms import Term, is_none

Terms = dict[type[ast.expr], Callable[["NativeWriter", Any], Term]]
Statements = dict[type[ast.stmt], Callable[["NativeWriter", Any], None]]


class NativeVariable(msgspec.Struct):
    """A Python variable. `nullable`: it may be None; `open`: it may be read unwritten."""

    text: str
    kind: Kind
    nullable: bool = False
    open: bool = False


class NativeFunction(msgspec.Struct):
    """A function of the shader. `nullable`: it may come to its end without a result."""

    name: str
    results: tuple[Kind, ...]
    nullable: bool = False

    @property
    def gives_number(self) -> bool:
        """Whether a call gives one number, and no list."""
        return len(self.results) == 1 and isinstance(self.results[0], NativeNumber)

    @property
    def kind(self) -> Kind:
        """The kind of what a call gives: several results are one list."""
        return self.results[0] if len(self.results) == 1 else row_of(self.results)


class NativeTables(NamedTuple):
    """How each kind of node is written."""

    terms: Terms
    statements: Statements


class NativeWriter:
    """Where C is written: state, and what all writers of nodes ask of it.

    `owner` is how the variables of an invocation are reached; `objects` and `origins` are what the
    text finds by name; `outside` the kinds of what an invocation is given, by name and number;
    `holds_none` whether any list may hold None. `hosted` are the functions that stay in Python, by
    name, with the kinds of their results; `switches` the tables of cases. `written` are the
    variables that are sure to be written here, `exits` the same at each `break` out of each loop
    around; `alive` says whether this place is reached.
    """

    def __init__(
        self,
        owner: str,
        semantics: Semantics,
        objects: Mapping[str, object],
        origins: Mapping[str, Origin | Cast],
        tables: NativeTables,
        outside: Mapping[str, tuple[Kind, ...]],
        *,
        holds_none: bool,
    ) -> None:
        self.owner: Final = owner
        self.semantics: Final = semantics
        self.objects: Final = objects
        self.origins: Final = origins
        self.tables: Final = tables
        self.outside: Final = outside
        self.holds_none: Final = holds_none
        self.lines: list[str] = []
        self.variables: Final[dict[str, NativeVariable]] = {}
        self.known: Final[dict[str, Kind]] = {}
        self.statics: Final[list[str]] = []
        self.fields: Final[list[str]] = []
        self.locals: list[str] = []
        self.bodies: Final[list[str]] = []
        self.functions: Final[dict[str, NativeFunction]] = {}
        self.meanings: Final = Meanings(semantics)
        self.hosted: Final[dict[str, Kind]] = {}
        self.switches: Final[dict[str, None]] = {}
        self.exits: Final[list[list[set[str]]]] = []
        self.steps: Final[dict[str, int]] = {}
        self.function: NativeFunction | None = None
        self.scope = "static"
        self.written: set[str] = set()
        self.alive = True
        self._numbers = 0

    # ---- nodes

    def term(self, node: ast.expr) -> Term:
        """Return the value of an expression; lines before it are what it needs."""
        write = self.tables.terms.get(type(node))
        if write is None:
            raise Unsupported(f"the expression {type(node).__name__} of the generated text")
        return write(self, node)

    def number(self, node: ast.expr) -> Term:
        """Return a number that is not None."""
        term = self.sure(self.term(node))
        if not isinstance(term.kind, NativeNumber):
            raise Unsupported("a number where there is none")
        return term

    def statements(self, nodes: list[ast.stmt]) -> None:
        """Write statements; what follows a jump is never executed."""
        for node in nodes:
            if not self.alive:
                return
            write = self.tables.statements.get(type(node))
            if write is None:
                raise Unsupported(f"the statement {type(node).__name__} of the generated text")
            write(self, node)

    # ---- lines

    def line(self, text: str) -> None:
        """Add a line."""
        self.lines.append(text)

    def fresh_name(self, stem: str) -> str:
        """Return a name that nothing has yet."""
        self._numbers += 1
        return f"{stem}{self._numbers}"

    def stop_if(self, condition: str) -> None:
        """An undefined operation, where the condition holds."""
        self.lines.append(f"if ({condition}) stop(TRAPPED);")

    @contextmanager
    def capture(self) -> Iterator[list[str]]:
        """Collect lines apart."""
        kept, self.lines = self.lines, []
        taken = self.lines
        try:
            yield taken
        finally:
            self.lines = kept

    # ---- variables and storage

    def declare(self, name: str, kind: Kind) -> NativeVariable:
        """Return a variable, new where it has not been named."""
        found = self.variables.get(name)
        if found is not None:
            return found
        kind = self.known.get(name, kind)
        if kind == NOTHING:
            raise Unsupported(f"{name}, of which nothing says what it holds")
        owner = self.owner if self.scope == "invocation" else ""
        found = self.variables[name] = NativeVariable(f"{owner}{name}", kind)
        for part, ctype in _c_variables(name, kind):
            if self.scope == "static":
                self.statics.append(f"static {ctype}{part};")
            elif self.scope == "invocation":
                self.fields.append(f"{ctype}{part};")
            else:
                self.locals.append(f"{ctype}{part};")
        return found

    def storage(self, count: int) -> str:
        """Return cells for a list that is made here. No function runs twice at a time in one
        invocation.
        """
        name = self.fresh_name("m")
        text = f"cell {name}[{max(count, 1)}];"
        if self.scope == "static":
            self.statics.append(f"static {text}")
            return name
        self.fields.append(text)
        return f"{self.owner}{name}"

    # ---- values

    def spill(self, term: Term) -> Term:
        """Return a number as a name or literal, that may stand more than once."""
        if term.is_simple:
            return term
        kind = term.kind
        if not isinstance(kind, NativeNumber):
            raise Unsupported("a value that is no number, twice")
        return self.keep(term, kind)

    def keep(self, term: Term, kind: NativeNumber) -> Term:
        """Return a number as it is now."""
        name = self.fresh_name("x")
        self.line(f"{kind.ctype} {name} = {term.text};")
        return Term(name, kind, nullable=term.nullable, below_zero=term.below_zero)

    def sure(self, term: Term) -> Term:
        """Return a number that is not None."""
        if not term.nullable:
            return term
        term = self.spill(term)
        self.stop_if(is_none(term))
        return Term(term.text, term.kind, below_zero=term.below_zero)

    def read(self, name: str) -> Term:
        """Return what a variable holds."""
        if name in ("me", "turns"):
            return Term(f"{self.owner}{name}", INT)
        found = self.variables.get(name)
        if found is None:
            raise Unsupported(f"the name {name}")
        term = Term(found.text, found.kind, nullable=found.nullable)
        if found.open and name not in self.written and isinstance(found.kind, NativeNumber):
            self.stop_if(is_none(term))
            if not found.nullable:
                self.written.add(name)
        return term


def _c_variables(name: str, kind: Kind) -> list[tuple[str, str]]:
    if isinstance(kind, Counting):
        return [(f"{name}_{part}", "int64_t ") for part in ("from", "to")]
    if isinstance(kind, NativeNumber):
        return [(name, f"{kind.ctype} ")]
    if isinstance(kind, Address) or is_list(kind):
        return [(name, "cell *")]
    raise Unsupported(f"{name}, of which nothing says what it holds")
