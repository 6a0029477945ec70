"""The state of one generation, and what all parts of the generator ask of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec

from ..analysis.facts import Facts
from ..checker.symbols import UNKNOWN, FunctionSymbol, VariableSymbol
from ..rules import Rules
from ..sampled.given import GivenTextures, Sources
from ..semantics import Semantics
from ..tree import Block, Expression, Interface, Literal, Name, Param, Statement, Variable
from ..types import Pointer, Type, is_numeric, stored_type
from .builtin import Cast, Origin
from .options import Options
from .probes import Probes, place_text
from .rounding import Rounding
from .trap import Refused
from .value import Value, count_of, scalar_of
from .writer import INDENT_LIMIT, Writer

DISCARDED: Final = "discarded"
"""The variable of an invocation that says that its pixel is thrown away, where it goes on."""
_NOT_A_WORD: Final = re.compile(r"[^A-Za-z0-9_]")


class Frame(msgspec.Struct, eq=False):
    """A loop or switch of Python that surrounds statements. `next` writes what a turn does before
    its next one.

    `flag` is the variable by which a switch says that a `continue` in it means the loop around it.
    """

    is_loop: bool
    next: Callable[[], None] | None = None
    flag: str = ""
    used: bool = False


Values = dict[type[Expression], Callable[["Generator", Any], Value]]
Statements = dict[type[Statement], Callable[["Generator", Any], None]]


class Tables(NamedTuple):
    """How each kind of node is written."""

    values: Values
    statements: Statements


class Generator:
    """State of one generation. Expressions and statements are written by the `tables`.

    `given` are the textures and attributes of the inputs, `sources` says which textures calls
    sample. `objects` are what the generated text finds by name beside the helpers, `origins` what
    built-in functions these are; `inexact` why results may differ in bits. `function` is the one
    under way, `frames` the loops and switches around. `members` are numbers that lie in resources:
    the list and the place in it; `passed` the inputs that have values; `globals` the Python
    variables of the invocation that functions may write; `emitted` the outputs that a vertex of a
    geometry shader has beside its place. `beside` is the generator of the other
    stage of a pair, whose text this one shares.
    """

    def __init__(
        self,
        facts: Facts,
        rules: Rules,
        semantics: Semantics,
        options: Options,
        tables: Tables,
        probes: Probes | None = None,
        given: GivenTextures | None = None,
        beside: Generator | None = None,
    ) -> None:
        self.beside: Final = beside
        self.probes: Final = probes
        self.given: Final = given or GivenTextures()
        self.sources: Final = Sources(facts.typing, self.given)
        self.facts: Final = facts
        self.typing: Final = facts.typing
        self.rules: Final = rules
        self.semantics: Final = semantics
        self.options: Final = options
        self.tables: Final = tables
        own = None if options.rounding is None else Rounding(options.rounding)
        self.rounding: Final[Rounding | None] = own if beside is None else beside.rounding
        self.writer: Final[Writer] = Writer() if beside is None else beside.writer
        self.objects: Final[dict[str, object]] = {} if beside is None else beside.objects
        self.origins: Final[dict[str, Origin | Cast]] = {} if beside is None else beside.origins
        self.inexact: Final[dict[str, None]] = {} if beside is None else beside.inexact
        self.names: Final[dict[VariableSymbol, tuple[str, ...]]] = (
            {} if beside is None else beside.names
        )
        self.functions: Final[dict[FunctionSymbol, str]] = (
            {} if beside is None else beside.functions
        )
        self.ranges: Final[dict[VariableSymbol, tuple[int, int]]] = {}
        self.tracked: Final[dict[VariableSymbol, str]] = {}
        self.members: Final[dict[VariableSymbol, tuple[str, int, Type]]] = {}
        self.passed: Final[set[VariableSymbol]] = set()
        self.globals: Final[list[str]] = []
        self.emitted: Final[list[VariableSymbol]] = []
        self.unnamed: Final[dict[str, tuple[Type, bool]]] = {} if beside is None else beside.unnamed
        self.return_types: Final[dict[str, tuple[Type, ...]]] = (
            {} if beside is None else beside.return_types
        )
        self.function: FunctionSymbol | None = None
        self.frames: list[Frame] = []

    # ---- nodes

    def value(self, node: Expression) -> Value:
        """Write an expression; return its value."""
        if self.options.count and not isinstance(node, Name | Literal):
            self.writer.line("counted[0] += 1")
        return self.tables.values[type(node)](self, node)

    def statement(self, node: Statement) -> None:
        """Write a statement."""
        if self.writer.deepest > INDENT_LIMIT:
            raise Refused("statements nested more than 90 deep")
        self.writer.at(node)
        if self.probes is not None and id(node) in self.probes.wanted:
            self._write_probe(self.probes, node)
        write = self.tables.statements.get(type(node))
        if write is None:
            raise Refused(f"the statement {type(node).__name__}")
        write(self, node)

    def _write_probe(self, probes: Probes, node: Statement) -> None:
        """Write a call of the log of a statement, with what the places to look at hold."""
        texts = []
        for place in probes.wanted[id(node)]:
            symbol = probes.symbol_of(self.typing, place)
            texts.append(self.writer.temporary())
            if symbol is None or symbol in self.members or self.is_inlined(symbol):
                self.writer.line(f"{texts[-1]} = None")
                continue
            names, in_memory = self.names_of(symbol), self.is_in_memory(symbol)
            text = place_text(symbol, place.path, names, in_memory=in_memory) or "None"
            # What was never written raises: a name that is unset, or a list that is none yet.
            self.writer.line(f"try: {texts[-1]} = {text}")
            self.writer.line(f"except (NameError, TypeError): {texts[-1]} = None")
        log = self.add_object("log", probes.logs[id(node)].add)
        self.writer.line(f"{log}(({', '.join(texts)}{',' if texts else ''}), ids)")

    def block(self, node: Block) -> None:
        """Write the statements of a block."""
        for statement in node.statements:
            self.statement(statement)

    @property
    def in_loop(self) -> bool:
        """Whether a statement here may be executed more than once in a call."""
        return any(frame.is_loop for frame in self.frames)

    # ---- types

    def type_of(self, node: Expression) -> Type:
        """Return the type of an expression's value."""
        return stored_type(self.typing.types[id(node)])

    def constant_of(self, node: Expression) -> Any:
        """Return the value of a constant expression of numbers, or None."""
        found = self.typing.constants.get(id(node))
        return None if found is None or found is UNKNOWN else found

    def integer_of(self, node: Expression) -> int | None:
        """Return an integer that is known without running, or None."""
        known = self.constant_of(node)
        # What a literal is in its type comes first: GLSL's 0xFFFFFFFF is -1 as an int.
        if known is None and isinstance(node, Literal):
            known = node.value
        return known if isinstance(known, int) else None

    # ---- names

    def names_of(self, symbol: VariableSymbol) -> tuple[str, ...]:
        """Return the Python variables of a variable: one for each scalar, or one list."""
        found = self.names.get(symbol)
        if found is None:
            stem = f"v{len(self.names)}_{_NOT_A_WORD.sub('', symbol.name)}"
            type = stored_type(symbol.type)
            count = 1 if self.is_in_memory(symbol) or isinstance(type, Pointer) else count_of(type)
            found = (stem,) if count == 1 else tuple(f"{stem}_{k}" for k in range(count))
            self.names[symbol] = found
        return found

    def is_in_memory(self, symbol: VariableSymbol) -> bool:
        """Whether a variable is a list."""
        return symbol in self.facts.in_memory or not (
            is_numeric(stored_type(symbol.type)) or isinstance(stored_type(symbol.type), Pointer)
        )

    def is_inlined(self, symbol: VariableSymbol) -> bool:
        """Whether a constant of numbers stands in the text wherever it is named, and is no
        Python variable.
        """
        known = type(symbol.constant) in (bool, int, float, tuple)
        if known and self.rounding is not None and is_numeric(stored_type(symbol.type)):
            known = not scalar_of(stored_type(symbol.type)).is_float
        return known and is_numeric(stored_type(symbol.type)) and not self.is_in_memory(symbol)

    def is_written_first(self, symbol: VariableSymbol) -> bool:
        """Whether no read can come before the first write."""
        node = symbol.node
        if self.semantics.zero_initialised or symbol.role not in ("var", "out", "param"):
            return True
        if isinstance(node, Interface):
            return symbol.role != "out"
        if isinstance(node, Variable):
            return node.init is not None
        return not (isinstance(node, Param) and node.direction == "out")

    def add_object(self, stem: str, thing: object, origin: Origin | Cast | None = None) -> str:
        """Return the name under which the generated text finds an object; `origin` is what it
        is.
        """
        name = f"{stem}{len(self.objects)}"
        self.objects[name] = thing
        if origin is not None:
            self.origins[name] = origin
        return name
