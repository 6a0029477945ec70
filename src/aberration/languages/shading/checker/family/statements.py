"""Statements of GLSL and ESSL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...source import quoted
from ...tree import (
    Assign,
    Block,
    Break,
    CallStatement,
    Clause,
    Continue,
    Declare,
    Discard,
    DoWhile,
    Evaluate,
    Expression,
    For,
    If,
    Increment,
    Node,
    Precision,
    Requalify,
    Return,
    Statement,
    StructDecl,
    Switch,
    While,
)
from ...types import BOOL, INT, UINT, VOID, Type
from ..conversions import converts
from ..symbols import UNKNOWN
from .declarations import DeclarationsPart


class StatementsPart(DeclarationsPart):
    """Statements."""

    def statement(self, node: Statement) -> None:
        checker = _CHECKERS.get(type(node))
        if checker is None:
            self.refuse(node, f"a {type(node).__name__} may not stand among statements")
        checker(self, node)

    def statements(self, nodes: tuple[Statement, ...]) -> None:
        for node in nodes:
            self.statement(node)

    def block(self, node: Block) -> None:
        self.enter()
        self.statements(node.statements)
        self.leave()

    def enter(self) -> None:
        self.scopes.enter()
        self.precisions.append({})

    def leave(self) -> None:
        self.scopes.leave()
        self.precisions.pop()

    def assign_statement(self, node: Assign) -> None:
        assert node.target is not None
        self.assignment(node, node.op, node.target, node.value)

    def increment_statement(self, node: Increment) -> None:
        self.stepping(node.op, node.target)

    def call_statement(self, node: CallStatement) -> None:
        self.expression(node.call)

    def evaluate(self, node: Evaluate) -> None:
        self.expression(node.value)

    def condition(self, node: Expression | Statement) -> None:
        """Check a condition, or the declaration of one."""
        if isinstance(node, Declare):
            self.declare(node)
            (variable,) = node.variables
            found = self.typing.declared[id(variable)].type
        else:
            assert isinstance(node, Expression)
            found = self.expression(node)
        if found is not BOOL:
            self.fail(node, "a bool as the condition", self.a(found))

    def if_(self, node: If) -> None:
        self.condition(node.condition)
        self.block(node.then)
        if isinstance(node.otherwise, Block):
            self.block(node.otherwise)
        elif node.otherwise is not None:
            self.statement(node.otherwise)

    # ---- loops

    def for_(self, node: For) -> None:
        self.enter()
        if node.init is not None:
            self.statement(node.init)
        if node.condition is not None:
            self.condition(node.condition)
        if node.step is not None:
            self.statement(node.step)
        self.body(node.body)
        self.leave()

    def while_(self, node: While) -> None:
        self.enter()
        self.condition(node.condition)
        self.body(node.body)
        self.leave()

    def body(self, node: Block) -> None:
        """Check the body of a loop whose head has opened the scope."""
        self.loops += 1
        outside, self.switches = self.switches, 0
        if self.rules.scopes.loop_head_shares_body:
            self.statements(node.statements)
        else:
            self.block(node)
        self.switches = outside
        self.loops -= 1

    def do(self, node: DoWhile) -> None:
        self.loops += 1
        outside, self.switches = self.switches, 0
        self.block(node.body)
        self.switches = outside
        self.loops -= 1
        self.condition(node.condition)

    # ---- switch

    def switch(self, node: Switch) -> None:
        selector = self.expression(node.selector)
        if selector is not INT and selector is not UINT:
            self.fail(node.selector, "an integer to switch on", self.a(selector))
        self._labels(node, selector)
        self.enter()
        self.switches += 1
        for clause in node.clauses:
            self.statements(clause.body.statements)
        self.switches -= 1
        self.leave()
        if node.clauses and self.features.last_label_needs_statement and _is_bare(node.clauses[-1]):
            self.refuse(
                node.clauses[-1], "expected a statement after the last label of a switch, came none"
            )

    def _labels(self, node: Switch, selector: Type) -> None:
        seen: set[int] = set()
        has_default = False
        for clause in node.clauses:
            if clause.has_default and has_default:
                self.refuse(clause, "expected one default in a switch, came another")
            has_default = has_default or clause.has_default
            for label in clause.labels:
                self._label(label, selector, seen)

    def _label(self, label: Expression, selector: Type, seen: set[int]) -> None:
        type = self.expression(label)
        alike = type is selector or (self.features.switch_labels_convert and type in (INT, UINT))
        if not alike:
            self.fail(label, f"a label of type {self.a(selector)}", self.a(type))
        value = self.constant(label)
        if value is None:
            self.refuse(
                label, "expected a constant expression as a label, came one that is not constant"
            )
        if value is UNKNOWN:
            return
        if value & 0xFFFFFFFF in seen:
            self.refuse(label, f"expected each label once in a switch, came {value} again")
        seen.add(value & 0xFFFFFFFF)

    # ---- jumps

    def break_(self, node: Break) -> None:
        if not self.loops and not self.switches:
            self.refuse(node, "expected `break` inside of a loop or switch, came one outside")

    def continue_(self, node: Continue) -> None:
        if not self.loops:
            self.refuse(node, "expected `continue` inside of a loop, came one outside")

    def discard(self, node: Discard) -> None:
        if self.stage != "fragment":
            self.refuse(
                node, f"expected `discard` in a fragment shader, came one in a {self.stage} shader"
            )

    def return_(self, node: Return) -> None:
        function = self.function
        assert function is not None
        self.returns = True
        if node.value is None:
            if function.result is not VOID:
                self.fail(node, f"{self.a(function.result)} to return", "no value")
            return
        came = self.expression(node.value)
        if function.result is VOID:
            self.fail(node.value, f"no value, for {quoted(function.name)} gives none", self.a(came))
        conversions = self.conversions if self.features.converts_results else {}
        if not converts(came, function.result, conversions):
            self.fail(node.value, f"{self.a(function.result)} to return", self.a(came))


def _is_bare(clause: Clause) -> bool:
    """Whether nothing follows a label; a `break` that ends the clause is a statement."""
    return not clause.body.statements and clause.falls_through


_CHECKERS: Final[dict[type[Node], Callable[[StatementsPart, Any], None]]] = {
    Block: StatementsPart.block,
    Assign: StatementsPart.assign_statement,
    Increment: StatementsPart.increment_statement,
    CallStatement: StatementsPart.call_statement,
    Evaluate: StatementsPart.evaluate,
    If: StatementsPart.if_,
    For: StatementsPart.for_,
    While: StatementsPart.while_,
    DoWhile: StatementsPart.do,
    Switch: StatementsPart.switch,
    Break: StatementsPart.break_,
    Continue: StatementsPart.continue_,
    Discard: StatementsPart.discard,
    Return: StatementsPart.return_,
    Declare: StatementsPart.declare,
    Precision: StatementsPart.precision,
    StructDecl: StatementsPart.struct_declaration,
    Requalify: StatementsPart.requalify,
}
