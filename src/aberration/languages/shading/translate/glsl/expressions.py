"""Reading the expressions of GLSL and ESSL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...builtins.values import fit_value
from ...tree import (
    AssignExpr,
    Binary,
    Block,
    Call,
    Comma,
    Conditional,
    Expression,
    Field,
    If,
    IncrementExpr,
    Index,
    Literal,
    Name,
    Unary,
)
from ...types import Scalar, Type, Vector, element_of, with_element
from ..reader import element_type, lazy, part_of
from ..values import TranslatedValue, root_name
from .places import (
    assigned_value,
    drop,
    give,
    indexable,
    is_place,
    load,
    next_value,
    operation,
    place_of,
    store,
    value_at,
)
from .reader import FamilyReader, ReadExpression

_CHEAP: Final = ("+", "-", "*", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=")


def _literal(r: FamilyReader, node: Literal) -> TranslatedValue:
    type = r.type_of(node)
    assert isinstance(type, Scalar)
    if type.kind == "double":
        raise r.emitter.refuse("float of another width", "a double", node)
    return TranslatedValue(r.emitter.constant(fit_value(node.value, type), type), type)


# ---- operators


def _unary(r: FamilyReader, node: Unary) -> TranslatedValue:
    return r.emitter.unary(node.op, r.value(node.operand))


def _binary(r: FamilyReader, node: Binary) -> TranslatedValue:
    if node.op in ("&&", "||"):
        return lazy(r, node)
    left, right = r.values((node.left, node.right))
    return operation(r, node.op, left, right, r.type_of(node))


def _conditional(r: FamilyReader, node: Conditional) -> TranslatedValue:
    type = r.type_of(node)
    condition = r.value(node.condition)
    with r.emitter.collecting() as first:
        then = r.value_as(node.then, type)
    with r.emitter.collecting() as second:
        otherwise = r.value_as(node.otherwise, type)
    if not first and not second:
        simple = _simple_conditional(r, condition, then, otherwise, node)
        if simple is not None:
            return TranslatedValue(simple, type)
    result = r.emitter.variable(type, None, "chosen")
    with r.emitter.collecting() as taken:
        r.emitter.emit(*first)
        give(r, result, then)
    with r.emitter.collecting() as left:
        r.emitter.emit(*second)
        give(r, result, otherwise)
    r.emitter.emit(If(condition.expr, Block(tuple(taken)), Block(tuple(left))))
    r.emitter.fixed.add(root_name(result.expr))
    r.memory.add(root_name(result.expr))
    return result


def _simple_conditional(
    r: FamilyReader,
    condition: TranslatedValue,
    then: TranslatedValue,
    otherwise: TranslatedValue,
    node: Conditional,
) -> Expression | None:
    if not r.emitter.rules.reason("Conditional"):
        return Conditional(condition.expr, then.expr, otherwise.expr)
    plain = isinstance(then.type, Scalar | Vector)
    if plain and _is_cheap(r, node.then) and _is_cheap(r, node.otherwise):
        return Call(Name("select"), (otherwise.expr, then.expr, condition.expr))
    return None


# ---- parts


def _index(r: FamilyReader, node: Index) -> TranslatedValue:
    if is_place(node):
        return value_at(r, node)
    base, index = r.values((node.base, node.index))
    held = indexable(r, base, index.expr)
    return TranslatedValue(Index(held.expr, index.expr), element_type(held.type))


def _field(r: FamilyReader, node: Field) -> TranslatedValue:
    if is_place(node):
        return value_at(r, node)
    return part_of(r.emitter, r.value(node.base), node.name)


# ---- writing inside of expressions


def _assign(r: FamilyReader, node: AssignExpr) -> TranslatedValue:
    if not r.hoists:
        place = place_of(r, node.target)
        right = _right(r, node.op, place.type, node.value)
        return TranslatedValue(AssignExpr(node.op, r.emitter.target(place), right.expr), place.type)
    place = place_of(r, node.target, fix=True)
    value = assigned_value(r, node.op, place, node.value, node.target)
    kept = r.emitter.temporary(value)
    store(r, place, kept, node.target)
    return kept


def _right(r: FamilyReader, op: str, type: Type, node: Expression) -> TranslatedValue:
    if op == "=":
        return r.value_as(node, type)
    value = r.value(node)
    element, own = element_of(type), element_of(value.type)
    if op in ("<<=", ">>=") or element is None or own is None:
        return value
    return r.as_type(value, with_element(value.type, element))


def _increment(r: FamilyReader, node: IncrementExpr) -> TranslatedValue:
    if not r.emitter.rules.reason("IncrementExpr"):
        place = place_of(r, node.target)
        return TranslatedValue(
            IncrementExpr(node.op, r.emitter.target(place), node.prefix), place.type
        )
    place = place_of(r, node.target, fix=True)
    before = r.emitter.temporary(load(r, place, node.target))
    after = r.emitter.temporary(next_value(r, node.op, before))
    store(r, place, after, node.target)
    return after if node.prefix else before


def _comma(r: FamilyReader, node: Comma) -> TranslatedValue:
    with r.emitter.collecting() as statements:
        left = r.value(node.left)
    if not statements and not r.emitter.rules.reason("Comma"):
        right = r.value(node.right)
        return TranslatedValue(Comma(left.expr, right.expr), right.type)
    r.emitter.emit(*statements)
    drop(r, left)
    return r.value(node.right)


def _is_cheap(r: FamilyReader, node: Expression) -> bool:
    """Whether evaluating an expression that is not asked for does no harm: no calls, no
    indices, no division.
    """
    if not isinstance(node, Binary):
        return _is_small(node)
    element = element_of(r.type_of(node.left))
    whole = element is not None and element.is_integer and node.op in _CHEAP
    return whole and _is_cheap(r, node.left) and _is_cheap(r, node.right)


def _is_small(node: Expression) -> bool:
    """Whether an expression is a name or number, or a part of a name by name: nothing that
    could fail or cost.
    """
    while isinstance(node, Field):
        node = node.base
    if isinstance(node, Unary):
        return _is_small(node.operand)
    return isinstance(node, Literal | Name)


READERS: Final[Mapping[type[Expression], ReadExpression]] = {
    Literal: _literal,
    Name: value_at,
    Unary: _unary,
    Binary: _binary,
    Conditional: _conditional,
    Index: _index,
    Field: _field,
    AssignExpr: _assign,
    IncrementExpr: _increment,
    Comma: _comma,
}
