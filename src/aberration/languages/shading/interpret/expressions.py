"""All expressions, by kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..tree import (
    AddressOf,
    AssignExpr,
    Binary,
    Call,
    Comma,
    Conditional,
    Deref,
    Expression,
    Field,
    IncrementExpr,
    Index,
    InitList,
    Literal,
    Name,
    Unary,
)
from .calls import CallsPart
from .value import Value


class ExpressionsPart(CallsPart):
    """Expressions."""

    def value(self, node: Expression) -> Value:
        if self.options.count and not isinstance(node, Name | Literal):
            self.writer.line("counted[0] += 1")
        return _MAKERS[type(node)](self, node)

    def condition(self, node: Expression) -> str:
        """Return a condition as text."""
        return self.settled(self.shallow(self.value(node)), node).text


_MAKERS: Final[dict[type[Expression], Callable[[ExpressionsPart, Any], Value]]] = {
    Literal: ExpressionsPart.literal,
    Name: ExpressionsPart.name,
    Unary: ExpressionsPart.unary,
    Binary: ExpressionsPart.binary,
    Conditional: ExpressionsPart.conditional,
    Call: ExpressionsPart.call,
    Index: ExpressionsPart.index,
    Field: ExpressionsPart.field,
    AddressOf: ExpressionsPart.address_of,
    Deref: ExpressionsPart.deref,
    AssignExpr: ExpressionsPart.assign,
    IncrementExpr: ExpressionsPart.increment,
    Comma: ExpressionsPart.comma,
    InitList: ExpressionsPart.init_list,
}
