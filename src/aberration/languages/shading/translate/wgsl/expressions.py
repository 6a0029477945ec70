"""Reading WGSL's expressions, those that are no constants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...checker.wgsl.conversion_rank import concrete
from ...tree import Binary, Deref, Expression, Field, Index, Literal, Name, Unary
from ...types import UINT, Scalar, Type, element_of, with_element
from ..reader import element_type, lazy, part_of
from ..values import TranslatedValue
from .places import is_memory, name_of, value_at
from .reader import ReadExpression, WgslReader

_SHIFTS: Final = ("<<", ">>")


def _name(r: WgslReader, node: Name) -> TranslatedValue:
    symbol = r.typing.symbol_of(node)
    return TranslatedValue(name_of(r, symbol, node), r.type_of(node))


def _literal(r: WgslReader, node: Literal) -> TranslatedValue:
    type = r.type_of(node)
    assert isinstance(type, Scalar)
    return TranslatedValue(r.emitter.constant(node.value, type), type)


# ---- operators


def _unary(r: WgslReader, node: Unary) -> TranslatedValue:
    return r.emitter.unary(node.op, r.value(node.operand))


def _binary(r: WgslReader, node: Binary) -> TranslatedValue:
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


def _index(r: WgslReader, node: Index) -> TranslatedValue:
    if is_memory(r, node):
        return value_at(r, node)
    types = (concrete(r.type_of(node.base)), concrete(r.type_of(node.index)))
    base, index = r.values((node.base, node.index), types)
    return TranslatedValue(Index(base.expr, index.expr), element_type(base.type))


def _field(r: WgslReader, node: Field) -> TranslatedValue:
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
