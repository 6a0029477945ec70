"""Reading WGSL's statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...checker.symbols import UNKNOWN, VariableSymbol
from ...checker.wgsl.conversion_rank import concrete
from ...tree import (
    Assign,
    Binary,
    Block,
    Break,
    Call,
    CallStatement,
    Clause,
    ConstAssert,
    Declare,
    Discard,
    Evaluate,
    Expression,
    For,
    If,
    Increment,
    Index,
    Literal,
    Loop,
    Name,
    Return,
    Statement,
    Switch,
    Variable,
)
from ...tree.walk import walk
from ...types import (
    INT,
    UINT,
    Array,
    Pointer,
    Scalar,
    Struct,
    Type,
    element_of,
    stored_type,
    with_element,
)
from ..statements import SHARED, read_jump
from ..values import TranslatedPlace, TranslatedValue
from .calls import call_alone
from .places import place_of, pointee
from .reader import ReadStatement, WgslReader

LARGEST: Final = 64
"""Elements of an array that are written out as zeros; more are filled by a loop."""


# ---- declarations


def _declare(r: WgslReader, node: Declare) -> None:
    for variable in node.variables:
        _declare_one(r, variable)


def _declare_one(r: WgslReader, node: Variable) -> None:
    symbol = r.typing.declared[id(node)]
    type = stored_type(symbol.type)
    if node.kind == "const":
        _declare_constant(r, node, symbol, type)
    elif isinstance(type, Pointer):
        assert node.init is not None
        r.bound[symbol] = pointee(r, node.init, fix=True).expr
    elif symbol in r.bound:
        # A variable that is declared further out begins anew.
        if node.init is None:
            fill(r, r.bound[symbol], type)
        else:
            r.emitter.emit(Assign("=", r.bound[symbol], r.value_as(node.init, type).expr))
    else:
        _declare_variable(r, node, symbol, type)


def _declare_constant(r: WgslReader, node: Variable, symbol: VariableSymbol, type: Type) -> None:
    if symbol.constant is UNKNOWN:
        raise r.emitter.refuse("override", symbol.name, node)
    if concrete(type) is type:
        name = r.emitter.names.local(node.name)
        r.emitter.emit(r.emitter.constant_decl(name, type, symbol.constant))
        r.bound[symbol] = Name(name)


def _declare_variable(r: WgslReader, node: Variable, symbol: VariableSymbol, type: Type) -> None:
    emitter = r.emitter
    init = None if node.init is None else r.value_as(node.init, type).expr
    large = init is None and element_count(type) > LARGEST
    if init is None and not large:
        init = emitter.zero(type)
    name = emitter.names.local(node.name)
    emitter.emit(emitter.declaration(name, type, init, fixed=node.kind == "let"))
    r.bound[symbol] = Name(name)
    if node.kind == "let":
        emitter.fixed.add(name)
    if large:
        fill(r, Name(name), type)


def fill(r: WgslReader, expr: Expression, type: Type) -> None:
    """Write zeros to a place, element by element where there are many."""
    if not isinstance(type, Array) or element_count(type) <= LARGEST:
        r.emitter.emit(Assign("=", expr, r.emitter.zero(type)))
        return
    with r.emitter.collecting() as head:
        at = r.emitter.variable(INT, Literal("int", 0), "at")
    with r.emitter.collecting() as body:
        fill(r, Index(expr, at.expr), type.element)
    test = Binary("<", at.expr, Literal("int", type.size or 0))
    r.emitter.emit(For(head[0], test, Increment("++", at.expr), Block(tuple(body))))


def _declare_before(
    r: WgslReader, body: Sequence[Statement], later: Sequence[Statement | Expression]
) -> None:
    """Declare what a loop's body declares and its continuing part uses, where these share
    no scope.
    """
    used = {r.typing.symbols.get(id(below)) for node in later for below in walk(node)}
    for node in body:
        for variable in node.variables if isinstance(node, Declare) else ():
            symbol = r.typing.declared[id(variable)]
            type = stored_type(symbol.type)
            if symbol in used and variable.kind != "const" and not isinstance(type, Pointer):
                r.bound[symbol] = r.emitter.variable(type, None, variable.name).expr


# ---- assignments


def _assign(r: WgslReader, node: Assign) -> None:
    if node.target is None:
        value = r.value(node.value)
        if isinstance(value.expr, Call):
            r.emitter.emit(CallStatement(value.expr))
        elif not r.emitter.is_fixed(value.expr):
            r.emitter.emit(Evaluate(value.expr))
        return
    place = place_of(r, node.target, fix=r.facts.may_change(node.value))
    if node.op == "=":
        r.emitter.assign(place, r.value_as(node.value, place.type).expr)
        return
    _compound(r, node, place)


def _compound(r: WgslReader, node: Assign, place: TranslatedPlace) -> None:
    emitter = r.emitter
    op = node.op[:-1]
    held = [TranslatedValue(emitter.target(place), place.type)]
    mark = len(emitter.out)
    right = r.value_as(node.value, _right_type(r, op, place.type, node.value))
    emitter.keep_before(mark, held)
    found = emitter.binary(op, held[0], right, place.type)
    expr = found.expr
    if isinstance(expr, Binary) and expr.op == op and expr.left is place.expr:
        emitter.emit(Assign(node.op, place.expr, expr.right))
    else:
        emitter.assign(place, expr)


def _right_type(r: WgslReader, op: str, type: Type, node: Expression) -> Type:
    given = r.type_of(node)
    if op in ("<<", ">>"):
        return with_element(given, UINT)
    element = element_of(type)
    assert element is not None
    return with_element(given, element)


def _increment(r: WgslReader, node: Increment) -> None:
    r.emitter.emit(Increment(node.op, r.emitter.target(place_of(r, node.target))))


def _call_statement(r: WgslReader, node: CallStatement) -> None:
    call_alone(r, node.call)


# ---- loops


def _loop(r: WgslReader, node: Loop) -> None:
    continuing = () if node.continuing is None else node.continuing.statements
    later: list[Statement | Expression] = [*continuing]
    if node.break_if is not None:
        later.append(node.break_if)
    _declare_before(r, node.body.statements, later)
    body = r.block(node.body.statements)
    with r.emitter.collecting() as step:
        step += r.block(continuing).statements
        if node.break_if is not None:
            test = r.value(node.break_if).expr
            step.append(If(test, Block((Break(),))))
    r.emitter.loop([], None, list(body.statements), step)


# ---- switch


def _switch(r: WgslReader, node: Switch) -> None:
    types = [
        r.type_of(one) for one in (node.selector, *(x for c in node.clauses for x in c.labels))
    ]
    type = UINT if UINT in types else INT
    selector = r.value_as(node.selector, type)
    clauses = [_clause(r, clause, type) for clause in node.clauses]
    r.emitter.switch(selector.expr, clauses)


def _clause(r: WgslReader, node: Clause, type: Scalar) -> Clause:
    labels = tuple(r.value_as(label, type).expr for label in node.labels)
    body = [*r.block(node.body.statements).statements]
    if body and isinstance(body[-1], Break):
        body.pop()
    return Clause(labels, Block(tuple(body)), node.has_default)


# ---- jumps


def _return(r: WgslReader, node: Return) -> None:
    if r.function is r.shader.entry:
        r.emitter.emit(*r.leave_entry(node.value))
    elif node.value is None:
        r.emitter.emit(Return())
    else:
        r.emitter.emit(Return(r.value_as(node.value, r.function.result).expr))


def _nothing(r: WgslReader, node: Statement) -> None:
    """What was asserted held, or the source would be refused."""


def element_count(type: Type) -> int:
    """Return how many scalars, vectors and matrices a value holds."""
    if isinstance(type, Array):
        return (type.size or 1) * element_count(type.element)
    if isinstance(type, Struct):
        return sum(element_count(member.type) for member in type.members)
    return 1


READERS: Final[Mapping[type[Statement], ReadStatement]] = {
    **SHARED,
    Declare: _declare,
    Assign: _assign,
    Increment: _increment,
    CallStatement: _call_statement,
    Loop: _loop,
    Switch: _switch,
    Discard: read_jump,
    Return: _return,
    ConstAssert: _nothing,
}
