"""Control flow of statements: what it depends on, and what variables hold after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ....tree import (
    Assign,
    Attribute,
    Block,
    Break,
    CallStatement,
    ConstAssert,
    Continue,
    Declare,
    Discard,
    Expression,
    For,
    If,
    Increment,
    Loop,
    Name,
    Return,
    Statement,
    Switch,
    Variable,
    While,
)
from ....types import Pointer
from ...symbols import FunctionSymbol, VariableSymbol
from ...typing import Typing
from .summary import Summary
from .values import ValuesPart

RULE: Final = "derivative_uniformity"
Behaviour = frozenset[str]
Values = dict[VariableSymbol, int]
After = tuple[int, Behaviour]
"""Control flow behind a statement, and how it may be left."""
_NEXT: Final = frozenset(("next",))
_BREAK: Final = frozenset(("break",))
_CONTINUE: Final = frozenset(("continue",))
_RETURN: Final = frozenset(("return",))


class FlowPart(ValuesPart):
    """`exits` and `rounds` collect what variables hold where the innermost loop or switch is left,
    and where the next round begins; `ends` where the function is left.
    """

    def __init__(
        self, typing: Typing, summaries: Mapping[FunctionSymbol, Summary], severity: str
    ) -> None:
        super().__init__(typing, summaries, severity)
        self.exits: list[Values] = []
        self.rounds: list[Values] = []
        self.ends: Final[list[Values]] = []
        self.results: Final[list[int]] = []

    def statement(self, node: Statement, flow: int) -> After:
        return _MAKERS[type(node)](self, node, flow)

    def statements(self, nodes: Sequence[Statement], flow: int) -> After:
        """What follows a jump is never run, and asks for nothing."""
        behaviour = _NEXT
        for node in nodes:
            flow, found = self.statement(node, flow)
            behaviour = (behaviour - _NEXT) | found
            if "next" not in found:
                break
        return flow, behaviour

    def block(self, node: Block, flow: int) -> After:
        with self.controlled(node.attributes):
            return self.statements(node.statements, flow)

    @contextmanager
    def controlled(self, attributes: Sequence[Attribute]) -> Iterator[None]:
        """Let `@diagnostic` hold for what is inside."""
        outside = self.severity
        self.severity = severity_of(attributes) or outside
        yield
        self.severity = outside

    def merged(self, before: Values, ways: Sequence[Values]) -> Values:
        """Return what variables hold where several ways meet."""
        if not ways:
            return before
        return {
            symbol: self.graph.joined(*[way.get(symbol, old) for way in ways])
            for symbol, old in before.items()
        }

    # ---- what does something

    def declare(self, node: Declare, flow: int) -> After:
        for variable in node.variables:
            self._variable(variable, flow)
        return flow, _NEXT

    def _variable(self, node: Variable, flow: int) -> None:
        symbol = self.typing.declared[id(node)]
        if node.kind == "const":
            return
        value = flow if node.init is None else self.value(node.init, flow)
        if node.kind == "var":
            self.values[symbol] = value
        elif isinstance(symbol.type, Pointer):
            assert node.init is not None
            self.pointers[symbol] = self.place(node.init, flow)
        else:
            self.fixed[symbol] = value

    def assign(self, node: Assign, flow: int) -> After:
        if node.target is None:
            self.value(node.value, flow)
            return flow, _NEXT
        place = self.place(node.target, flow)
        old = () if node.op == "=" else (self.held(place, flow),)
        value = self.value(node.value, flow)
        self.store(place, flow, value, *old)
        return flow, _NEXT

    def increment(self, node: Increment, flow: int) -> After:
        place = self.place(node.target, flow)
        self.store(place, self.held(place, flow))
        return flow, _NEXT

    def call_statement(self, node: CallStatement, flow: int) -> After:
        self.call(node.call, flow)
        return flow, _NEXT

    def nothing(self, _: Statement, flow: int) -> After:
        return flow, _NEXT

    # ---- choices

    def if_(self, node: If, flow: int) -> After:
        with self.controlled(node.attributes):
            condition = self.value(node.condition, flow)
            before = dict(self.values)
            found = [self._arm(node.then, condition, before)]
            if node.otherwise is None:
                found.append((condition, _NEXT, before))
            else:
                found.append(self._arm(node.otherwise, condition, before))
        return self._met(flow, before, found, [])

    def _arm(self, node: Statement, flow: int, before: Values) -> tuple[int, Behaviour, Values]:
        self.values = dict(before)
        after, behaviour = self.statement(node, flow)
        return after, behaviour, self.values

    def _met(
        self,
        flow: int,
        before: Values,
        found: Sequence[tuple[int, Behaviour, Values]],
        exits: list[Values],
    ) -> After:
        """Where the arms of a choice meet; `exits` are those that leave a switch."""
        ways = [values for _, behaviour, values in found if "next" in behaviour]
        self.values = self.merged(before, [*ways, *exits])
        behaviour = frozenset[str]().union(*[one for _, one, _ in found])
        if exits:
            behaviour = (behaviour - _BREAK) | _NEXT
        if behaviour == _NEXT:
            return flow, behaviour
        return self.graph.joined(*[after for after, _, _ in found]), behaviour

    def switch(self, node: Switch, flow: int) -> After:
        with self.controlled((*node.attributes, *node.body_attributes)):
            selector = self.value(node.selector, flow)
            before = dict(self.values)
            outside, self.exits = self.exits, []
            found = [self._arm(clause.body, selector, before) for clause in node.clauses]
            exits, self.exits = self.exits, outside
        return self._met(flow, before, found, exits)

    # ---- loops

    def loop(self, node: Loop, flow: int) -> After:
        with self.controlled(node.attributes):
            return self._loop(node, flow, None, node.continuing, node.break_if)

    def for_(self, node: For, flow: int) -> After:
        with self.controlled(node.attributes):
            if node.init is not None:
                flow, _ = self.statement(node.init, flow)
            condition = node.condition
            assert condition is None or isinstance(condition, Expression)
            return self._loop(node, flow, condition, node.step, None)

    def while_(self, node: While, flow: int) -> After:
        assert isinstance(node.condition, Expression)
        with self.controlled(node.attributes):
            return self._loop(node, flow, node.condition, None, None)

    def _loop(
        self,
        node: Loop | For | While,
        flow: int,
        condition: Expression | None,
        step: Statement | None,
        last: Expression | None,
    ) -> After:
        """A loop: `condition` is asked first in each round; `step` and `last` (`break if`) come
        after the body.

        Where the body never comes to its end, Tint has no next round of `loop` and `for`, but one
        of `while`.
        """
        before = dict(self.values)
        head = self.graph.node(flow)
        heads = {symbol: self.graph.node(value) for symbol, value in before.items()}
        self.values = dict(heads)
        outside = self.exits, self.rounds
        self.exits, self.rounds = [], []
        inner = head if condition is None else self.value(condition, head)
        if condition is not None:
            self.exits.append(dict(self.values))
        inner, behaviour = self.block(node.body, inner)
        ways = [*([self.values] if "next" in behaviour else []), *self.rounds]
        if isinstance(node, While):
            self.graph.edges[head].append(inner)
        if ways:
            self.values = self.merged(self.values, ways)
            self.graph.edges[head].append(self._step(inner, step, last))
            for symbol, value in heads.items():
                self.graph.edges[value].append(self.values[symbol])
        exits = self.exits
        self.exits, self.rounds = outside
        self.values = self.merged(before, exits)
        left = behaviour - _BREAK - _CONTINUE - _NEXT
        behaviour = left | _NEXT if exits else left
        return (flow if behaviour == _NEXT else self.graph.joined(head, inner)), behaviour

    def _step(self, flow: int, step: Statement | None, last: Expression | None) -> int:
        """What follows the body in each round; return the control flow at its end."""
        with self.controlled(step.attributes if isinstance(step, Block) else ()):
            if step is not None:
                flow, _ = self.statement(step, flow)
            if last is not None:
                flow = self.value(last, flow)
                self.exits.append(dict(self.values))
        return flow

    # ---- jumps

    def break_(self, _: Break, flow: int) -> After:
        self.exits.append(dict(self.values))
        return flow, _BREAK

    def continue_(self, _: Continue, flow: int) -> After:
        self.rounds.append(dict(self.values))
        return flow, _CONTINUE

    def return_(self, node: Return, flow: int) -> After:
        if node.value is not None:
            self.results.append(self.value(node.value, flow))
        self.ends.append(dict(self.values))
        return flow, _RETURN


def severity_of(attributes: Sequence[Attribute]) -> str:
    """Return the severity that attributes give to the rule on derivatives, or nothing."""
    for attribute in attributes:
        words = [argument.name for argument in attribute.args if isinstance(argument, Name)]
        if attribute.name == "diagnostic" and len(words) == 2 and words[1] == RULE:
            return words[0]
    return ""


_MAKERS: Final[dict[type[Statement], Callable[[Any, Any, int], After]]] = {
    Block: FlowPart.block,
    Declare: FlowPart.declare,
    ConstAssert: FlowPart.nothing,
    Assign: FlowPart.assign,
    Increment: FlowPart.increment,
    CallStatement: FlowPart.call_statement,
    If: FlowPart.if_,
    Switch: FlowPart.switch,
    Loop: FlowPart.loop,
    For: FlowPart.for_,
    While: FlowPart.while_,
    Break: FlowPart.break_,
    Continue: FlowPart.continue_,
    Discard: FlowPart.nothing,
    Return: FlowPart.return_,
}
