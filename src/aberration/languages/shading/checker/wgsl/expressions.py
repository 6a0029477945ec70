"""The types of all expressions of WGSL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...builtins.values import fitted
from ...source import quoted
from ...tree import AddressOf, Binary, Call, Deref, Expression, Field, Index, Literal, Name, Unary
from ...types import ABSTRACT_FLOAT, ABSTRACT_INT, BOOL, FLOAT, HALF, INT, UINT, Scalar, Type
from ..arithmetic import overflows
from .calls import CallsPart

_LITERALS: Final[dict[str, Scalar]] = {
    "bool": BOOL,
    "int": INT,
    "uint": UINT,
    "float": FLOAT,
    "half": HALF,
    "abstract_int": ABSTRACT_INT,
    "abstract_float": ABSTRACT_FLOAT,
}


class ExpressionsPart(CallsPart):
    """Expressions."""

    def expression(self, node: Expression) -> Type:
        typer = _TYPERS.get(type(node))
        if typer is None:
            self.refuse(node, f"WGSL has no {type(node).__name__}")
        found = self.types[id(node)] = typer(self, node)
        return found

    def literal(self, node: Literal) -> Type:
        type = _LITERALS[node.kind]
        if type is HALF and "f16" not in self.enabled:
            self.refuse(node, "a literal of type 'f16' needs `enable f16;`")
        if overflows(node.value, type):
            self.refuse(
                node, f"the value {quoted(str(node.value))} cannot be represented as {self.a(type)}"
            )
        self.constants[id(node)] = fitted(node.value, type)
        return type


_TYPERS: Final[dict[type[Expression], Callable[[ExpressionsPart, Any], Type]]] = {
    Literal: ExpressionsPart.literal,
    Name: ExpressionsPart.name,
    Unary: ExpressionsPart.unary,
    Binary: ExpressionsPart.binary,
    Call: ExpressionsPart.call,
    Index: ExpressionsPart.index,
    Field: ExpressionsPart.field,
    AddressOf: ExpressionsPart.address_of,
    Deref: ExpressionsPart.deref,
}
