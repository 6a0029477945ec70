"""Reading WGSL's expressions, those that are no constants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...checker.wgsl.conversion_rank import concrete
from ...tree import Binary, Deref, Expression, Field, Index, Literal, Name, Unary
from ...types import UINT, Scalar, Type, element_of, with_element
from ..reader import element_type, lazy, part_of
from ..values import Value
from .places import is_memory, name_of, value_at
from .reader import ReadExpression, WgslReader

_SHIFTS: Final = ("<<", ">>")


def _name(r: WgslReader, node: Name) -> Value:
    symbol = r.typing.symbol_of(node)
    return Value(name_of(r, symbol, node), r.type_of(node))


def _literal(r: WgslReader, node: Literal) -> Value:
    type = r.type_of(node)
    assert isinstance(type, Scalar)
    return Value(r.emitter.constant(node.value, type), type)


# ---- operators


def _unary(r: WgslReader, node: Unary) -> Value:
    return r.emitter.unary(node.op, r.value(node.operand))


def _binary(r: WgslReader, node: Binary) -> Value:
    if node.op in ("&&", "||"):
        return lazy(r, node)
    left, right = r.values(
        (node.left, node.right), _operand_types(r, node.op, node.left, node.right)
    )
    return r.emitter.binary(node.op, left, right, concrete(r.type_of(node)))


def _operand_types(
    r: WgslReader, op: str, left: Expression, right: Expression
) -> tuple[Type, Type]:
    """Return the types of both operands: an abstract one becomes what the other one is made
    of.
    """
    first, second = r.type_of(left), r.type_of(right)
    if op in _SHIFTS:
        return concrete(first), with_element(second, UINT)
    one, other = element_of(first), element_of(second)
    assert one is not None
    assert other is not None
    element = element_of(concrete(first if not one.is_abstract else second))
    assert element is not None
    return with_element(first, element), with_element(second, element)


# ---- parts


def _index(r: WgslReader, node: Index) -> Value:
    if is_memory(r, node):
        return value_at(r, node)
    types = (concrete(r.type_of(node.base)), concrete(r.type_of(node.index)))
    base, index = r.values((node.base, node.index), types)
    return Value(Index(base.expr, index.expr), element_type(base.type))


def _field(r: WgslReader, node: Field) -> Value:
    if is_memory(r, node):
        return value_at(r, node)
    return part_of(r.emitter, r.value(node.base), node.name)


READERS: Final[Mapping[type[Expression], ReadExpression]] = {
    Literal: _literal,
    Name: _name,
    Unary: _unary,
    Binary: _binary,
    Index: _index,
    Field: _field,
    Deref: value_at,
}
