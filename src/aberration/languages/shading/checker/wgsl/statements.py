"""WGSL's statements, and their behaviours: in which ways control leaves them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...builtins.signature import Overload
from ...source import quoted
from ...tree import (
    Assign,
    Attribute,
    Block,
    Break,
    Call,
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
    Node,
    Return,
    Statement,
    Switch,
    While,
)
from ...types import ABSTRACT_INT, BOOL, INT, UINT, VOID, Type
from ...wgsl.words import SEVERITIES
from ..symbols import UNKNOWN, FunctionSymbol
from .conversion_rank import common
from .declarations import DeclarationsPart

Behaviour = frozenset[str]
DIAGNOSTIC: Final = "diagnostic"
NEXT: Final[Behaviour] = frozenset(("next",))
_BREAK: Final[Behaviour] = frozenset(("break",))
_CONTINUE: Final[Behaviour] = frozenset(("continue",))
_RETURN: Final[Behaviour] = frozenset(("return",))


class StatementsPart(DeclarationsPart):
    """Statements. Each method returns the behaviours of its statement."""

    def statement(self, node: Statement) -> Behaviour:
        checker = _CHECKERS.get(type(node))
        if checker is None:
            self.refuse(node, f"a {type(node).__name__} may not stand among statements")
        return checker(self, node)

    def statements(self, nodes: tuple[Statement, ...]) -> Behaviour:
        found: Behaviour = NEXT
        for node in nodes:
            behaviour = self.statement(node)
            if behaviour is not NEXT and "next" in found:
                found = (found - NEXT) | behaviour
        return found

    def controls(self, attributes: tuple[Attribute, ...]) -> None:
        """Check the attributes of a statement, of which there is one kind: `@diagnostic`."""
        for attribute in attributes:
            if attribute.name != DIAGNOSTIC:
                self.fail(
                    attribute,
                    "`@diagnostic`, the one attribute of statements",
                    quoted(attribute.name),
                )
            self.control(attribute)

    def control(self, node: Attribute) -> None:
        """Check what stands in `@diagnostic(severity, rule)`."""
        severity = node.args[0] if len(node.args) == 2 else None
        if not isinstance(severity, Name) or severity.name not in SEVERITIES:
            self.fail(node, f"a severity ({', '.join(SEVERITIES)}) and a rule", "something else")

    def block(self, node: Block) -> Behaviour:
        self.controls(node.attributes)
        self.scopes.enter()
        found = self.statements(node.statements)
        self.scopes.leave()
        return found

    def declare(self, node: Declare) -> Behaviour:
        self.local(node)
        return NEXT

    def const_assert(self, node: ConstAssert) -> Behaviour:
        self.assertion(node)
        return NEXT

    def assign(self, node: Assign) -> Behaviour:
        if node.target is None:
            self._phony(node)
            return NEXT
        wanted = self.target(node.target)
        given = self.value(node.value)
        if node.op != "=":
            given = self.operation(node, node.op[:-1], wanted, given, node.target, node.value)
            if given is not wanted:
                self.fail(node, f"{self.a(wanted)} to assign", self.a(given))
            return NEXT
        self.converted(node.value, given, wanted, "to assign")
        return NEXT

    def _phony(self, node: Assign) -> None:
        type = self.concrete_value(node.value)
        if type is VOID:
            self.fail(node.value, "a value", "a call that gives none")

    def increment(self, node: Increment) -> Behaviour:
        type = self.target(node.target)
        if type is not INT and type is not UINT:
            self.fail(node, f"i32 or u32 for {quoted(node.op)}", self.a(type))
        return NEXT

    def call_statement(self, node: CallStatement) -> Behaviour:
        type = self.expression(node.call)
        callee = self.typing.callees.get(id(node.call))
        if self._must_use(node.call, callee, type):
            self.refuse(node, "the value of this call may not be dropped: write `_ = ...;`")
        return NEXT

    def _must_use(self, call: Call, callee: object, type: Type) -> bool:
        if isinstance(callee, FunctionSymbol):
            return any(attribute.name == "must_use" for attribute in callee.node.attributes)
        if isinstance(callee, Overload):
            return type is not VOID and callee.builtin.must_use
        return True

    # ---- choices

    def condition(self, node: Expression) -> None:
        type = self.value(node)
        if type is not BOOL:
            self.fail(node, "a bool as the condition", self.a(type))

    def if_(self, node: If) -> Behaviour:
        self.controls(node.attributes)
        self.condition(node.condition)
        found = self.block(node.then)
        if node.otherwise is None:
            return found | NEXT
        return found | self.statement(node.otherwise)

    def switch(self, node: Switch) -> Behaviour:
        self.controls(node.attributes + node.body_attributes)
        given = self.value(node.selector)
        labels = [label for clause in node.clauses for label in clause.labels]
        types = [given, *(self.value(label) for label in labels)]
        type = common(types)
        if type is ABSTRACT_INT:
            type = INT
        if type not in (INT, UINT) or type is None:
            self.fail(
                node.selector,
                "integers of one type in a switch",
                ", ".join(one.wgsl for one in types),
            )
        self.fitting(node.selector, given, type)
        self._labels(node, labels, type)
        found: Behaviour = frozenset()
        outside, self.breakable = self.breakable, True
        for clause in node.clauses:
            found |= self.block(clause.body)
        self.breakable = outside
        return (found - _BREAK) | NEXT if "break" in found else found

    def _labels(self, node: Switch, labels: list[Expression], type: Type) -> None:
        defaults = sum(clause.has_default for clause in node.clauses)
        if defaults != 1:
            self.fail(node, "one default in a switch", str(defaults))
        seen: set[int] = set()
        for label in labels:
            value = self.fitting(label, self.types[id(label)], type)
            if value is None or value is UNKNOWN:
                self.refuse(
                    label,
                    "expected a constant expression as a label, came one that is not constant",
                )
            if value in seen:
                self.refuse(label, f"expected each label once in a switch, came {value} again")
            seen.add(value)

    # ---- loops

    def loop(self, node: Loop) -> Behaviour:
        self.controls(node.attributes + node.body.attributes)
        self.scopes.enter()
        outside, self.jumps = self.jumps, "loop"
        breakable, self.breakable = self.breakable, True
        found = self.statements(node.body.statements)
        if node.continuing is not None:
            self.controls(node.continuing.attributes)
            self.jumps, self.breakable = "continuing", False
            self.scopes.enter()
            after = self.statements(node.continuing.statements)
            if after - NEXT:
                self.refuse(node.continuing, "expected no jump out of a continuing block, came one")
            if node.break_if is not None:
                self.condition(node.break_if)
                found |= _BREAK
            self.scopes.leave()
        self.jumps, self.breakable = outside, breakable
        self.scopes.leave()
        return self._left(node, found)

    def _left(self, node: Statement, found: Behaviour) -> Behaviour:
        """Return the behaviours of a loop from those of its body; a loop that nothing leaves is
        an error.
        """
        left = found - _CONTINUE - NEXT - _BREAK
        if "break" in found:
            return left | NEXT
        if not left:
            self.refuse(node, "expected a way out of the loop, came none")
        return left

    def for_(self, node: For) -> Behaviour:
        self.controls(node.attributes)
        self.scopes.enter()
        if node.init is not None:
            self.statement(node.init)
        found: Behaviour = frozenset()
        if node.condition is not None:
            assert isinstance(node.condition, Expression)
            self.condition(node.condition)
            found = _BREAK
        if node.step is not None:
            self.statement(node.step)
        found |= self._body(node.body)
        self.scopes.leave()
        return self._left(node, found)

    def while_(self, node: While) -> Behaviour:
        self.controls(node.attributes)
        assert isinstance(node.condition, Expression)
        self.condition(node.condition)
        return self._left(node, self._body(node.body) | _BREAK)

    def _body(self, node: Block) -> Behaviour:
        outside, self.jumps = self.jumps, "loop"
        breakable, self.breakable = self.breakable, True
        found = self.block(node)
        self.jumps, self.breakable = outside, breakable
        return found

    # ---- jumps

    def break_(self, node: Break) -> Behaviour:
        if not self.breakable:
            self.refuse(node, "expected `break` inside of a loop or switch, came one outside")
        return _BREAK

    def continue_(self, node: Continue) -> Behaviour:
        if self.jumps != "loop":
            self.refuse(node, "expected `continue` inside of a loop, came one outside")
        return _CONTINUE

    def discard(self, node: Discard) -> Behaviour:
        assert self.function is not None
        self.calls.setdefault(self.function.name, {}).setdefault("discard", node)
        return NEXT

    def return_(self, node: Return) -> Behaviour:
        wanted = self.result
        assert wanted is not None
        if node.value is None:
            if wanted is not VOID:
                self.fail(node, f"{self.a(wanted)} to return", "no value")
            return _RETURN
        given = self.value(node.value)
        if wanted is VOID:
            self.fail(node.value, "no value to return", self.a(given))
        self.converted(node.value, given, wanted, "to return")
        return _RETURN


_CHECKERS: Final[dict[type[Node], Callable[[StatementsPart, Any], Behaviour]]] = {
    Block: StatementsPart.block,
    Declare: StatementsPart.declare,
    ConstAssert: StatementsPart.const_assert,
    Assign: StatementsPart.assign,
    Increment: StatementsPart.increment,
    CallStatement: StatementsPart.call_statement,
    If: StatementsPart.if_,
    Switch: StatementsPart.switch,
    Loop: StatementsPart.loop,
    For: StatementsPart.for_,
    While: StatementsPart.while_,
    Break: StatementsPart.break_,
    Continue: StatementsPart.continue_,
    Discard: StatementsPart.discard,
    Return: StatementsPart.return_,
}
