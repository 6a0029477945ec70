"""WGSL's statements, and their behaviours: how control leaves them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...builtins.signature import Overload
from ...source import quote
from ...tree import (
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
    Node,
    Return,
    Statement,
    Switch,
    While,
)
from ...types import ABSTRACT_INT, BOOL, INT, UINT, VOID, Type
from ...wgsl.words import SEVERITIES
from ..fault import fail, refuse
from ..symbols import UNKNOWN, FunctionSymbol
from .conversion_rank import common
from .declarations import check_assertion, declare_local
from .operators import operation_type
from .places import target_type
from .state import WgslChecker, listing, spelling
from .values import concrete_type, converted_constant, fitting_constant, value_type

Behaviour = frozenset[str]
DIAGNOSTIC: Final = "diagnostic"
NEXT: Final[Behaviour] = frozenset(("next",))
_BREAK: Final[Behaviour] = frozenset(("break",))
_CONTINUE: Final[Behaviour] = frozenset(("continue",))
_RETURN: Final[Behaviour] = frozenset(("return",))


def check_statement(checker: WgslChecker, node: Statement) -> Behaviour:
    check = _STATEMENTS.get(type(node))
    if check is None:
        refuse(node, f"a {type(node).__name__} may not stand among statements")
    return check(checker, node)


def check_statements(checker: WgslChecker, nodes: tuple[Statement, ...]) -> Behaviour:
    found: Behaviour = NEXT
    for node in nodes:
        behaviour = check_statement(checker, node)
        if behaviour is not NEXT and "next" in found:
            found = (found - NEXT) | behaviour
    return found


def check_controls(attributes: tuple[Attribute, ...]) -> None:
    """Check the attributes of a statement, of which there is one kind: `@diagnostic`."""
    for attribute in attributes:
        if attribute.name != DIAGNOSTIC:
            fail(attribute, "`@diagnostic`, the one attribute of statements", quote(attribute.name))
        check_control(attribute)


def check_control(node: Attribute) -> None:
    """Check what stands in `@diagnostic(severity, rule)`."""
    severity = node.args[0] if len(node.args) == 2 else None
    if not isinstance(severity, Name) or severity.name not in SEVERITIES:
        fail(node, f"a severity ({', '.join(SEVERITIES)}) and a rule", "something else")


def check_block(checker: WgslChecker, node: Block) -> Behaviour:
    check_controls(node.attributes)
    checker.scopes.enter()
    found = check_statements(checker, node.statements)
    checker.scopes.leave()
    return found


def declare_statement(checker: WgslChecker, node: Declare) -> Behaviour:
    declare_local(checker, node)
    return NEXT


def assert_statement(checker: WgslChecker, node: ConstAssert) -> Behaviour:
    check_assertion(checker, node)
    return NEXT


def assign_statement(checker: WgslChecker, node: Assign) -> Behaviour:
    if node.target is None:
        if concrete_type(checker, node.value) is VOID:
            fail(node.value, "a value", "a call that gives none")
        return NEXT
    wanted = target_type(checker, node.target)
    given = value_type(checker, node.value)
    if node.op != "=":
        operands = (node.target, node.value)
        given = operation_type(checker, node, node.op[:-1], wanted, given, operands)
        if given is not wanted:
            fail(node, f"{spelling(wanted)} to assign", spelling(given))
        return NEXT
    converted_constant(checker, node.value, given, wanted, "to assign")
    return NEXT


def increment_statement(checker: WgslChecker, node: Increment) -> Behaviour:
    type = target_type(checker, node.target)
    if type is not INT and type is not UINT:
        fail(node, f"i32 or u32 for {quote(node.op)}", spelling(type))
    return NEXT


def call_statement(checker: WgslChecker, node: CallStatement) -> Behaviour:
    type = checker.expression(node.call)
    callee = checker.typing.callees.get(id(node.call))
    if _must_use(callee, type):
        refuse(node, "the value of this call may not be dropped: write `_ = ...;`")
    return NEXT


def _must_use(callee: object, type: Type) -> bool:
    if isinstance(callee, FunctionSymbol):
        return any(attribute.name == "must_use" for attribute in callee.node.attributes)
    if isinstance(callee, Overload):
        return type is not VOID and callee.builtin.must_use
    return True


# ---- choices


def check_condition(checker: WgslChecker, node: Expression) -> None:
    type = value_type(checker, node)
    if type is not BOOL:
        fail(node, "a bool as the condition", spelling(type))


def if_statement(checker: WgslChecker, node: If) -> Behaviour:
    check_controls(node.attributes)
    check_condition(checker, node.condition)
    found = check_block(checker, node.then)
    if node.otherwise is None:
        return found | NEXT
    return found | check_statement(checker, node.otherwise)


def switch_statement(checker: WgslChecker, node: Switch) -> Behaviour:
    check_controls(node.attributes + node.body_attributes)
    given = value_type(checker, node.selector)
    labels = [label for clause in node.clauses for label in clause.labels]
    types = [given, *(value_type(checker, label) for label in labels)]
    type = common(types)
    if type is ABSTRACT_INT:
        type = INT
    if type not in (INT, UINT) or type is None:
        fail(node.selector, "integers of one type in a switch", listing(types))
    fitting_constant(checker, node.selector, given, type)
    _check_labels(checker, node, labels, type)
    found: Behaviour = frozenset()
    outside, checker.breakable = checker.breakable, True
    for clause in node.clauses:
        found |= check_block(checker, clause.body)
    checker.breakable = outside
    return (found - _BREAK) | NEXT if "break" in found else found


def _check_labels(checker: WgslChecker, node: Switch, labels: list[Expression], type: Type) -> None:
    defaults = sum(clause.has_default for clause in node.clauses)
    if defaults != 1:
        fail(node, "one default in a switch", str(defaults))
    seen: set[int] = set()
    for label in labels:
        value = fitting_constant(checker, label, checker.types[id(label)], type)
        if value is None or value is UNKNOWN:
            fail(label, "a constant expression as a label", "one that is not constant")
        if value in seen:
            refuse(label, f"expected each label once in a switch, came {value} again")
        seen.add(value)


# ---- loops


def plain_loop(checker: WgslChecker, node: Loop) -> Behaviour:
    check_controls(node.attributes + node.body.attributes)
    checker.scopes.enter()
    outside, checker.jumps = checker.jumps, "loop"
    breakable, checker.breakable = checker.breakable, True
    found = check_statements(checker, node.body.statements)
    if node.continuing is not None:
        check_controls(node.continuing.attributes)
        checker.jumps, checker.breakable = "continuing", False
        checker.scopes.enter()
        after = check_statements(checker, node.continuing.statements)
        if after - NEXT:
            refuse(node.continuing, "expected no jump out of a continuing block, came one")
        if node.break_if is not None:
            check_condition(checker, node.break_if)
            found |= _BREAK
        checker.scopes.leave()
    checker.jumps, checker.breakable = outside, breakable
    checker.scopes.leave()
    return _behaviour_after(node, found)


def _behaviour_after(node: Statement, found: Behaviour) -> Behaviour:
    """Return the behaviours of a loop from those of its body; a loop that nothing leaves is
    an error.
    """
    left = found - _CONTINUE - NEXT - _BREAK
    if "break" in found:
        return left | NEXT
    if not left:
        refuse(node, "expected a way out of the loop, came none")
    return left


def for_loop(checker: WgslChecker, node: For) -> Behaviour:
    check_controls(node.attributes)
    checker.scopes.enter()
    if node.init is not None:
        check_statement(checker, node.init)
    found: Behaviour = frozenset()
    if node.condition is not None:
        assert isinstance(node.condition, Expression)
        check_condition(checker, node.condition)
        found = _BREAK
    if node.step is not None:
        check_statement(checker, node.step)
    found |= _check_loop_body(checker, node.body)
    checker.scopes.leave()
    return _behaviour_after(node, found)


def while_loop(checker: WgslChecker, node: While) -> Behaviour:
    check_controls(node.attributes)
    assert isinstance(node.condition, Expression)
    check_condition(checker, node.condition)
    return _behaviour_after(node, _check_loop_body(checker, node.body) | _BREAK)


def _check_loop_body(checker: WgslChecker, node: Block) -> Behaviour:
    outside, checker.jumps = checker.jumps, "loop"
    breakable, checker.breakable = checker.breakable, True
    found = check_block(checker, node)
    checker.jumps, checker.breakable = outside, breakable
    return found


# ---- jumps


def break_statement(checker: WgslChecker, node: Break) -> Behaviour:
    if not checker.breakable:
        refuse(node, "expected `break` inside of a loop or switch, came one outside")
    return _BREAK


def continue_statement(checker: WgslChecker, node: Continue) -> Behaviour:
    if checker.jumps != "loop":
        refuse(node, "expected `continue` inside of a loop, came one outside")
    return _CONTINUE


def discard_statement(checker: WgslChecker, node: Discard) -> Behaviour:
    assert checker.function is not None
    checker.typing.note_call(checker.function.name, "discard", node)
    return NEXT


def return_statement(checker: WgslChecker, node: Return) -> Behaviour:
    wanted = checker.result
    assert wanted is not None
    if node.value is None:
        if wanted is not VOID:
            fail(node, f"{spelling(wanted)} to return", "no value")
        return _RETURN
    given = value_type(checker, node.value)
    if wanted is VOID:
        fail(node.value, "no value to return", spelling(given))
    converted_constant(checker, node.value, given, wanted, "to return")
    return _RETURN


_STATEMENTS: Final[dict[type[Node], Callable[[WgslChecker, Any], Behaviour]]] = {
    Block: check_block,
    Declare: declare_statement,
    ConstAssert: assert_statement,
    Assign: assign_statement,
    Increment: increment_statement,
    CallStatement: call_statement,
    If: if_statement,
    Switch: switch_statement,
    Loop: plain_loop,
    For: for_loop,
    While: while_loop,
    Break: break_statement,
    Continue: continue_statement,
    Discard: discard_statement,
    Return: return_statement,
}
