"""The types of all expressions of WGSL."""

from __future__ import annotations

from typing import Final

from ...builtins.values import fit_value
from ...source import quote
from ...tree import AddressOf, Binary, Call, Deref, Expression, Field, Index, Literal, Name, Unary
from ...types import ABSTRACT_FLOAT, ABSTRACT_INT, BOOL, FLOAT, HALF, INT, UINT, Scalar, Type
from ..arithmetic import overflows
from ..fault import refuse
from .calls import call_type
from .operators import binary_type, unary_type
from .places import address_type, deref_type, field_type, index_type, name_type
from .state import Typer, WgslChecker, spelling

_LITERALS: Final[dict[str, Scalar]] = {
    "bool": BOOL,
    "int": INT,
    "uint": UINT,
    "float": FLOAT,
    "half": HALF,
    "abstract_int": ABSTRACT_INT,
    "abstract_float": ABSTRACT_FLOAT,
}


def literal_type(checker: WgslChecker, node: Literal) -> Type:
    type = _LITERALS[node.kind]
    if type is HALF and "f16" not in checker.enabled:
        refuse(node, "a literal of type 'f16' needs `enable f16;`")
    if overflows(node.value, type):
        refuse(
            node, f"the value {quote(str(node.value))} cannot be represented as {spelling(type)}"
        )
    checker.constants[id(node)] = fit_value(node.value, type)
    return type


EXPRESSIONS: Final[dict[type[Expression], Typer]] = {
    Literal: literal_type,
    Name: name_type,
    Unary: unary_type,
    Binary: binary_type,
    Call: call_type,
    Index: index_type,
    Field: field_type,
    AddressOf: address_type,
    Deref: deref_type,
}
