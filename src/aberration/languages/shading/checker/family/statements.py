"""Statements of GLSL and ESSL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...source import quote
from ...tree import (
    Assign,
    Block,
    Break,
    CallStatement,
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
    Return,
    Statement,
    Switch,
    While,
)
from ...types import BOOL, INT, UINT, VOID, Type
from ..conversions import converts
from ..fault import fail, refuse
from ..symbols import UNKNOWN
from .constants import constant
from .declarations import DECLARATIONS, declare
from .expressions import assign_type, increment_type
from .state import FamilyChecker, spelling


def check_statement(checker: FamilyChecker, node: Statement) -> None:
    if checker.knows(node):
        return
    check = _STATEMENTS.get(type(node))
    if check is None:
        refuse(node, f"a {type(node).__name__} may not stand among statements")
    check(checker, node)


def check_statements(checker: FamilyChecker, nodes: tuple[Statement, ...]) -> None:
    for node in nodes:
        check_statement(checker, node)


def check_block(checker: FamilyChecker, node: Block) -> None:
    checker.enter()
    check_statements(checker, node.statements)
    checker.leave()


def call_statement(checker: FamilyChecker, node: CallStatement) -> None:
    checker.expression(node.call)


def evaluate_statement(checker: FamilyChecker, node: Evaluate) -> None:
    checker.expression(node.value)


def check_condition(checker: FamilyChecker, node: Expression | Statement) -> None:
    """Check a condition, or the declaration of one."""
    if isinstance(node, Declare):
        declare(checker, node)
        (variable,) = node.variables
        found = checker.typing.declared[id(variable)].type
    else:
        assert isinstance(node, Expression)
        found = checker.expression(node)
    if found is not BOOL:
        fail(node, "a bool as the condition", spelling(found))


def if_statement(checker: FamilyChecker, node: If) -> None:
    check_condition(checker, node.condition)
    check_block(checker, node.then)
    if isinstance(node.otherwise, Block):
        check_block(checker, node.otherwise)
    elif node.otherwise is not None:
        check_statement(checker, node.otherwise)


# ---- loops


def for_loop(checker: FamilyChecker, node: For) -> None:
    checker.enter()
    if node.init is not None:
        check_statement(checker, node.init)
    if node.condition is not None:
        check_condition(checker, node.condition)
    if node.step is not None:
        check_statement(checker, node.step)
    _check_loop_body(checker, node.body)
    checker.leave()


def while_loop(checker: FamilyChecker, node: While) -> None:
    checker.enter()
    check_condition(checker, node.condition)
    _check_loop_body(checker, node.body)
    checker.leave()


def _check_loop_body(checker: FamilyChecker, node: Block) -> None:
    """Check the body of a loop whose head has opened the scope."""
    checker.loops += 1
    outside, checker.switches = checker.switches, 0
    if checker.rules.scopes.loop_head_shares_body:
        check_statements(checker, node.statements)
    else:
        check_block(checker, node)
    checker.switches = outside
    checker.loops -= 1


def do_loop(checker: FamilyChecker, node: DoWhile) -> None:
    checker.loops += 1
    outside, checker.switches = checker.switches, 0
    check_block(checker, node.body)
    checker.switches = outside
    checker.loops -= 1
    check_condition(checker, node.condition)


# ---- switch


def switch_statement(checker: FamilyChecker, node: Switch) -> None:
    selector = checker.expression(node.selector)
    if selector is not INT and selector is not UINT:
        fail(node.selector, "an integer to switch on", spelling(selector))
    _check_labels(checker, node, selector)
    checker.enter()
    checker.switches += 1
    for clause in node.clauses:
        check_statements(checker, clause.body.statements)
    checker.switches -= 1
    checker.leave()
    if not node.clauses or not checker.features.last_label_needs_statement:
        return
    last = node.clauses[-1]
    # A `break` that ends the clause is no part of the body, but a statement after the label.
    if not last.body.statements and last.falls_through:
        refuse(last, "expected a statement after the last label of a switch, came none")


def _check_labels(checker: FamilyChecker, node: Switch, selector: Type) -> None:
    seen: set[int] = set()
    has_default = False
    for clause in node.clauses:
        if clause.has_default and has_default:
            refuse(clause, "expected one default in a switch, came another")
        has_default = has_default or clause.has_default
        for label in clause.labels:
            _check_label(checker, label, selector, seen)


def _check_label(checker: FamilyChecker, label: Expression, selector: Type, seen: set[int]) -> None:
    type = checker.expression(label)
    fits = type is selector or (checker.features.switch_labels_convert and type in (INT, UINT))
    if not fits:
        fail(label, f"a label of type {spelling(selector)}", spelling(type))
    value = constant(checker, label)
    if value is None:
        refuse(label, "expected a constant expression as a label, came one that is not constant")
    if value is UNKNOWN:
        return
    if value & 0xFFFFFFFF in seen:
        refuse(label, f"expected each label once in a switch, came {value} again")
    seen.add(value & 0xFFFFFFFF)


# ---- jumps


def break_statement(checker: FamilyChecker, node: Break) -> None:
    if not checker.loops and not checker.switches:
        refuse(node, "expected `break` inside of a loop or switch, came one outside")


def continue_statement(checker: FamilyChecker, node: Continue) -> None:
    if not checker.loops:
        refuse(node, "expected `continue` inside of a loop, came one outside")


def discard_statement(checker: FamilyChecker, node: Discard) -> None:
    if checker.stage != "fragment":
        fail(node, "`discard` in a fragment shader", f"one in a {checker.stage} shader")


def return_statement(checker: FamilyChecker, node: Return) -> None:
    function = checker.function
    assert function is not None
    checker.returns = True
    if node.value is None:
        if function.result is not VOID:
            fail(node, f"{spelling(function.result)} to return", "no value")
        return
    came = checker.expression(node.value)
    if function.result is VOID:
        fail(node.value, f"no value, for {quote(function.name)} gives none", spelling(came))
    conversions = checker.conversions if checker.features.converts_results else {}
    if not converts(came, function.result, conversions):
        fail(node.value, f"{spelling(function.result)} to return", spelling(came))


_STATEMENTS: Final[dict[type[Node], Callable[[FamilyChecker, Any], object]]] = {
    **DECLARATIONS,
    Block: check_block,
    Assign: assign_type,
    Increment: increment_type,
    CallStatement: call_statement,
    Evaluate: evaluate_statement,
    If: if_statement,
    For: for_loop,
    While: while_loop,
    DoWhile: do_loop,
    Switch: switch_statement,
    Break: break_statement,
    Continue: continue_statement,
    Discard: discard_statement,
    Return: return_statement,
}
