"""Reading the statements of GLSL and ESSL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...builtins.signature import Overload
from ...checker.symbols import UNKNOWN, VariableSymbol
from ...tree import (
    Assign,
    AssignExpr,
    Binary,
    Block,
    Break,
    Call,
    CallStatement,
    Clause,
    Comma,
    Conditional,
    Declare,
    Discard,
    DoWhile,
    Evaluate,
    Expression,
    Field,
    If,
    Increment,
    IncrementExpr,
    Literal,
    Name,
    Precision,
    Return,
    Statement,
    StructDecl,
    Switch,
    Unary,
    Variable,
)
from ...tree.walk import walk
from ...types import INT, UINT, Scalar
from ..statements import SHARED
from ..values import TranslatedValue
from .calls import leaving, write_alone
from .places import assigned_value, give, is_atomic, load, next_value, place_of, store
from .reader import FamilyReader, ReadStatement

_ACTIVE: Final = (AssignExpr, IncrementExpr, Call, Conditional, Comma)
"""Expressions that do something, or that become statements."""


# ---- declarations


def _declare(r: FamilyReader, node: Declare) -> None:
    for variable in node.variables:
        _declare_local(r, variable)


def _declare_local(r: FamilyReader, node: Variable) -> None:
    symbol = r.typing.declared[id(node)]
    emitter = r.emitter
    if symbol in r.bound:
        if node.init is not None:
            give(
                r, TranslatedValue(r.bound[symbol], symbol.type), r.value_as(node.init, symbol.type)
            )
        return
    if node.kind == "const" and symbol.constant is not None and symbol.constant is not UNKNOWN:
        name = emitter.names.local(node.name)
        emitter.emit(emitter.constant_decl(name, symbol.type, symbol.constant))
        r.bound[symbol] = Name(name)
        return
    init = None if node.init is None else r.value_as(node.init, symbol.type).expr
    name = emitter.names.local(node.name)
    made = emitter.declaration(name, symbol.type, init, fixed=node.kind == "const")
    emitter.emit(emitter.precise(made) if "precise" in node.qualifiers else made)
    bind_local(r, symbol, name, fixed=node.kind == "const")


def bind_local(r: FamilyReader, symbol: VariableSymbol, name: str, *, fixed: bool = False) -> None:
    r.bound[symbol] = Name(name)
    if fixed:
        r.emitter.fixed.add(name)
    else:
        r.memory.add(name)
        r.local_memory.add(name)


def _declare_before(r: FamilyReader, bodies: Sequence[Sequence[Statement]]) -> None:
    """Declare what one body declares and a later one uses, where these do not share a scope."""
    for k, body in enumerate(bodies):
        for node in body:
            for variable in node.variables if isinstance(node, Declare) else ():
                symbol = r.typing.declared[id(variable)]
                if any(_uses(r, symbol, later) for other in bodies[k + 1 :] for later in other):
                    name = r.emitter.names.local(variable.name)
                    r.emitter.emit(r.emitter.declaration(name, symbol.type, None, fixed=False))
                    bind_local(r, symbol, name)


def _uses(r: FamilyReader, symbol: VariableSymbol, node: Statement) -> bool:
    return any(r.typing.symbols.get(id(below)) is symbol for below in walk(node))


# ---- assignments and calls


def _assign(r: FamilyReader, node: Assign) -> None:
    assert node.target is not None
    place = place_of(r, node.target, fix=_pins(r, node))
    value = assigned_value(r, node.op, place, node.value, node.target)
    expr = value.expr
    # WGSL assigns no swizzles; else an index with an effect is evaluated once, as in the source.
    simple = not is_atomic(r, node.target) and not (place.swizzle and r.hoists)
    target = r.emitter.target(place)
    if node.op != "=" and isinstance(expr, Binary) and expr.left == target and simple:
        r.emitter.emit(Assign(node.op, target, expr.right))
        return
    store(r, place, value, node.target)


def _pins(r: FamilyReader, node: Assign) -> bool:
    """Whether the indices of an assignment's place have to be evaluated once, and before
    the value.
    """
    place: Expression | None = node.target
    while isinstance(place, Field):
        place = place.base
    if isinstance(place, Name) or not r.hoists:
        return False
    return any(isinstance(below, _ACTIVE) for below in walk(node))


def _increment(r: FamilyReader, node: Increment) -> None:
    # What reading a place evaluates, it evaluates each time that it is asked.
    by_one = r.type_of(node.target) in (INT, UINT) or not r.emitter.rules.reason("IncrementExpr")
    if by_one and not is_atomic(r, node.target):
        r.emitter.emit(Increment(node.op, r.emitter.target(place_of(r, node.target))))
        return
    place = place_of(r, node.target, fix=True)
    store(r, place, next_value(r, node.op, load(r, place, node.target)), node.target)


def _call_statement(r: FamilyReader, node: CallStatement) -> None:
    callee = r.typing.callees.get(id(node.call))
    if isinstance(callee, Overload) and callee.builtin.theme == "barrier":
        r.emitter.emit(node)
        return
    write_alone(r, r.value(node.call))


def _evaluate(r: FamilyReader, node: Evaluate) -> None:
    write_alone(r, r.value(node.value))


# ---- loops


def _do(r: FamilyReader, node: DoWhile) -> None:
    body = r.block(node.body.statements)
    with r.emitter.collecting() as step:
        condition = r.value(node.condition)
    if not step and not r.emitter.rules.reason("DoWhile"):
        r.emitter.emit(DoWhile(body, condition.expr))
        return
    step.append(If(Unary("!", condition.expr), Block((Break(),))))
    r.emitter.loop([], None, list(body.statements), step)


# ---- switch


def _switch(r: FamilyReader, node: Switch) -> None:
    selector = r.value(node.selector)
    if not r.emitter.rules.scopes.clauses_share_switch:
        _declare_before(r, [clause.body.statements for clause in node.clauses])
    clauses = [_clause(r, clause, selector) for clause in node.clauses]
    r.emitter.switch(selector.expr, clauses)


def _clause(r: FamilyReader, node: Clause, selector: TranslatedValue) -> Clause:
    labels = tuple(_label(r, label, selector) for label in node.labels)
    return Clause(labels, r.block(node.body.statements), node.has_default, node.falls_through)


def _label(r: FamilyReader, node: Expression, selector: TranslatedValue) -> Expression:
    value = r.typing.constants.get(id(node), node.value if isinstance(node, Literal) else UNKNOWN)
    assert isinstance(selector.type, Scalar)
    if value is UNKNOWN:
        raise r.emitter.refuse("implementation's constant", "a label", node)
    number = int(value) & 0xFFFFFFFF
    if selector.type is INT and number >= 2**31:
        number -= 2**32
    return r.emitter.constant(number, selector.type)


# ---- jumps


def _discard(r: FamilyReader, node: Discard) -> None:
    if r.emitter.wanted.discard_returns:
        r.emitter.emit(Discard())
        return
    if r.function is not r.shader.entry:
        r.emitter.emit(Assign("=", Name(r.discarded), Literal("bool", True)))
    r.emitter.emit(Discard(), leaving(r))


def _return(r: FamilyReader, node: Return) -> None:
    if node.value is None:
        r.emitter.emit(leaving(r))
        return
    r.emitter.emit(Return(r.value_as(node.value, r.function.result).expr))


def _nothing(r: FamilyReader, node: Statement) -> None:
    """Structures are declared at module scope; every number has the highest precision."""


READERS: Final[Mapping[type[Statement], ReadStatement]] = {
    **SHARED,
    Declare: _declare,
    Assign: _assign,
    Increment: _increment,
    CallStatement: _call_statement,
    Evaluate: _evaluate,
    DoWhile: _do,
    Switch: _switch,
    Discard: _discard,
    Return: _return,
    StructDecl: _nothing,
    Precision: _nothing,
}
