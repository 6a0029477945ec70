"""Statements without loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..checker.symbols import VariableSymbol
from ..tree import (
    Assign,
    Block,
    CallStatement,
    ConstAssert,
    Declare,
    Discard,
    DoWhile,
    Evaluate,
    Expression,
    For,
    If,
    Increment,
    Loop,
    Precision,
    Requalify,
    Return,
    Statement,
    StructDecl,
    Switch,
    Variable,
    While,
)
from ..tree import Break as BreakNode
from ..tree import Continue as ContinueNode
from ..types import VOID, Atomic, Pointer, Scalar, Type
from .base import blank_text
from .loops import LoopsPart
from .value import Value, scalar_of, stored


class StatementsPart(LoopsPart):
    """Statements."""

    def statement(self, node: Statement) -> None:
        if self.writer.is_too_deep():
            raise self.refuse("statements nested more than 90 deep")
        self.writer.at(node)
        maker = _MAKERS.get(type(node))
        if maker is None:
            raise self.refuse(f"the statement {type(node).__name__}")
        maker(self, node)

    def block(self, node: Block) -> None:
        for statement in node.statements:
            self.statement(statement)

    # ---- variables

    def declare(self, node: Declare) -> None:
        for variable in node.variables:
            self.variable(variable)

    def variable(self, node: Variable) -> None:
        """A local variable, or one of the invocation."""
        symbol = self.typing.declared[id(node)]
        if self.is_inlined(symbol):
            return
        self.writer.at(node)
        names = self.names_of(symbol)
        if node.init is None:
            self._blank(symbol, names)
            return
        value = self._initial(node.init, symbol)
        self._begin(symbol, names, value)

    def _initial(self, node: Expression, symbol: VariableSymbol) -> Value:
        type = stored(symbol.type)
        if isinstance(type, Pointer):
            return self.value(node)
        return self.settled(self.value_as(node, type), node)

    def _begin(self, symbol: VariableSymbol, names: tuple[str, ...], value: Value) -> None:
        type = stored(symbol.type)
        if isinstance(type, Pointer):
            self.writer.line(f"{names[0]} = {value.text}")
        elif not self.is_in_memory(symbol):
            self.writer.line(f"{', '.join(names)} = {', '.join(value.texts)}")
            if (
                symbol not in self.facts.assigned
                and symbol not in self.facts.unsure
                and len(names) == 1
            ):
                self.ranges[symbol] = (value.low, value.high)
        else:
            text = self.as_list(value)
            self.writer.line(f"{names[0]} = [{text}]" if is_boxed(type) else f"{names[0]} = {text}")

    def _blank(self, symbol: VariableSymbol, names: tuple[str, ...]) -> None:
        """Begin a variable without value; `if 0` makes it one of the Python function, though
        nothing may write it.
        """
        type = stored(symbol.type)
        if self.is_in_memory(symbol):
            text = self.blank(type)
            self.writer.line(f"{names[0]} = [{text}]" if is_boxed(type) else f"{names[0]} = {text}")
        elif self.semantics.zero_initialised:
            zero = blank_text(scalar_of(type), True)
            self.writer.line(f"{' = '.join(names)} = {zero}")
        elif self.turning:
            self.writer.line(f"{' = '.join(names)} = 0")
            self.writer.line(f"del {', '.join(names)}")
        else:
            self.writer.line(f"if 0: {' = '.join(names)} = 0")

    # ---- the rest

    def assignment(self, node: Assign) -> None:
        if node.target is None:
            self.evaluated(self.shallow(self.value(node.value)))
            return
        self.check_assignment(node, node.op, node.target, node.value)
        frozen = self.facts.may_change(node.value)
        if node.op == "=":
            place = self.place(node.target, frozen=frozen)
            value = self.shallow(self.value_as(node.value, place.type))
        else:
            place = self.place(node.target, frozen=True)
            value = self.shallow(self.compound(node, node.op[:-1], place, node.value))
        self.writer.at(node)
        self.store(place, value)

    def increment_statement(self, node: Increment) -> None:
        place = self.place(node.target, frozen=True)
        old = self.loaded(place)
        self.store(place, self.stepped(node, node.op, old))

    def call_statement(self, node: CallStatement) -> None:
        value = self.called(node.call, dropped=True)
        if value is not None:
            self.evaluated(self.shallow(value))

    def evaluate(self, node: Evaluate) -> None:
        if self.has_value(node.value):
            self.evaluated(self.shallow(self.value(node.value)))

    def if_statement(self, node: If) -> None:
        condition = self.condition(node.condition)
        self.writer.at(node.condition)
        with self.writer.block(f"if {condition}:"):
            self.block(node.then)
        if node.otherwise is None:
            return
        with self.writer.block("else:"):
            if isinstance(node.otherwise, Block):
                self.block(node.otherwise)
            else:
                self.statement(node.otherwise)

    def discard(self, node: Discard) -> None:
        self.writer.effect("raise Discarded")

    def return_statement(self, node: Return) -> None:
        assert self.function is not None
        result = self.function.result
        value = None
        if node.value is not None and result is VOID:
            self.has_value(node.value)
        elif node.value is not None:
            value = self.shallow(self.value_as(node.value, result))
            value = self.settled(value, node.value)
        self.writer.at(node)
        self.writer.line(self.return_text(value))

    def return_text(self, value: Value | None) -> str:
        """Return `return` with the result and what `out` parameters hold."""
        raise NotImplementedError

    def nothing(self, node: Statement) -> None:
        """Declarations without effect at run time."""


def is_boxed(type: Type) -> bool:
    """Whether a variable of the type that is in memory is alone in a list."""
    return isinstance(type, Scalar | Atomic)


_MAKERS: Final[dict[type[Statement], Callable[[StatementsPart, Any], None]]] = {
    Block: StatementsPart.block,
    Declare: StatementsPart.declare,
    Assign: StatementsPart.assignment,
    Increment: StatementsPart.increment_statement,
    CallStatement: StatementsPart.call_statement,
    Evaluate: StatementsPart.evaluate,
    If: StatementsPart.if_statement,
    Switch: StatementsPart.switch,
    For: StatementsPart.for_loop,
    While: StatementsPart.while_loop,
    DoWhile: StatementsPart.do_while,
    Loop: StatementsPart.loop,
    BreakNode: StatementsPart.break_statement,
    ContinueNode: StatementsPart.continue_statement,
    Discard: StatementsPart.discard,
    Return: StatementsPart.return_statement,
    StructDecl: StatementsPart.nothing,
    ConstAssert: StatementsPart.nothing,
    Precision: StatementsPart.nothing,
    Requalify: StatementsPart.nothing,
}
