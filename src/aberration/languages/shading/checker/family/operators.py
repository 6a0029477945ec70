"""Which operands the operators of GLSL and ESSL take, and what they give."""

from __future__ import annotations

from typing import NoReturn

from ...source import quote
from ...tree import Binary, Node, Unary
from ...types import (
    BOOL,
    Array,
    Matrix,
    Scalar,
    Struct,
    Type,
    Vector,
    element_of,
    is_opaque,
    with_element,
)
from ..arithmetic import product_type
from ..conversions import common_element, converts
from ..fault import fail, refuse
from .state import FamilyChecker, spelling

_ARITHMETIC = frozenset(("+", "-", "*", "/"))
_SHIFTS = frozenset(("<<", ">>"))
_ORDER = frozenset(("<", ">", "<=", ">="))
_LOGIC = frozenset(("&&", "||", "^^"))


def unary_type(checker: FamilyChecker, node: Unary) -> Type:
    type = checker.expression(node.operand)
    element = element_of(type)
    op = node.op
    if op == "!":
        if type is not BOOL:
            fail(node, "a bool after '!'", spelling(type))
    elif op == "~":
        if element is None or not element.is_integer or isinstance(type, Matrix):
            fail(node, "an integer or a vector of integers after '~'", spelling(type))
    elif element is None or not element.is_numeric:
        fail(node, f"a number, vector or matrix after '{op}'", spelling(type))
    return type


def binary_type(checker: FamilyChecker, node: Binary) -> Type:
    left, right = checker.expression(node.left), checker.expression(node.right)
    return operation_type(checker, node, node.op, left, right)


def operation_type(checker: FamilyChecker, node: Node, op: str, left: Type, right: Type) -> Type:
    """Return what an operator gives for operands of two types."""
    if op in _ARITHMETIC:
        return _arithmetic(checker, node, op, left, right)
    if op in ("==", "!="):
        return _equality(checker, node, op, left, right)
    if op in _ORDER:
        if not isinstance(left, Scalar) or not isinstance(right, Scalar):
            _mismatch(node, op, left, right)
        _element_for(checker, node, op, left, right)
        return BOOL
    if op in _LOGIC:
        if left is not BOOL or right is not BOOL:
            _mismatch(node, op, left, right)
        return BOOL
    if op in _SHIFTS:
        return _shift(node, op, left, right)
    return _integers(checker, node, op, left, right)


def _mismatch(node: Node, op: str, left: Type, right: Type) -> NoReturn:
    refuse(node, f"{quote(op)} takes no operands {spelling(left)} and {spelling(right)}")


def _element_for(checker: FamilyChecker, node: Node, op: str, left: Type, right: Type) -> Scalar:
    """Return the element type that the operands of an operator are brought to."""
    first, second = element_of(left), element_of(right)
    if first is None or second is None:
        _mismatch(node, op, left, right)
    element = common_element(first, second, checker.conversions)
    if element is None or not element.is_numeric:
        _mismatch(node, op, left, right)
    return element


def _arithmetic(checker: FamilyChecker, node: Node, op: str, left: Type, right: Type) -> Type:
    if (
        left is right
        and left.scalar is not None
        and left.scalar.is_numeric
        and not isinstance(left, Matrix)
    ):
        return left
    element = _element_for(checker, node, op, left, right)
    if isinstance(left, Scalar):
        return with_element(right, element)
    if isinstance(right, Scalar):
        return with_element(left, element)
    if op == "*" and (isinstance(left, Matrix) or isinstance(right, Matrix)):
        found = product_type(left, right, element)
        if found is None:
            _mismatch(node, op, left, right)
        return found
    first, second = with_element(left, element), with_element(right, element)
    if first is not second:
        _mismatch(node, op, left, right)
    return first


def _equality(checker: FamilyChecker, node: Node, op: str, left: Type, right: Type) -> Type:
    if not converts(left, right, checker.conversions) and not converts(
        right, left, checker.conversions
    ):
        _mismatch(node, op, left, right)
    if is_opaque(left) or left.glsl == "void":
        _mismatch(node, op, left, right)
    if not checker.features.arrays_are_values and holds_array(left):
        _mismatch(node, op, left, right)
    if isinstance(left, Array) and left.size is None:
        _mismatch(node, op, left, right)
    return BOOL


def _shift(node: Node, op: str, left: Type, right: Type) -> Type:
    first, second = element_of(left), element_of(right)
    if first is None or second is None or not first.is_integer or not second.is_integer:
        _mismatch(node, op, left, right)
    if isinstance(right, Vector) and (not isinstance(left, Vector) or left.size != right.size):
        _mismatch(node, op, left, right)
    return left


def _integers(checker: FamilyChecker, node: Node, op: str, left: Type, right: Type) -> Type:
    element = _element_for(checker, node, op, left, right)
    if not element.is_integer:
        _mismatch(node, op, left, right)
    if isinstance(left, Scalar):
        return with_element(right, element)
    if (
        isinstance(right, Vector)
        and left is not right
        and with_element(left, element) is not with_element(right, element)
    ):
        _mismatch(node, op, left, right)
    return with_element(left, element)


def holds_array(type: Type) -> bool:
    """Whether a type is an array or a structure with one inside."""
    if isinstance(type, Struct):
        return any(holds_array(member.type) for member in type.members)
    return isinstance(type, Array)
