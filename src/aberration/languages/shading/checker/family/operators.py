"""Which operands the operators of GLSL and ESSL take, and what they give."""

from __future__ import annotations

from typing import NoReturn

from ...source import quoted
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
    matrix,
    vector,
    with_element,
)
from ..conversions import common_element, converts
from .constants import ConstantsPart

_ARITHMETIC = frozenset(("+", "-", "*", "/"))
_BITS = frozenset(("&", "|", "^"))
_SHIFTS = frozenset(("<<", ">>"))
_ORDER = frozenset(("<", ">", "<=", ">="))
_LOGIC = frozenset(("&&", "||", "^^"))


class OperatorsPart(ConstantsPart):
    """Operators."""

    def unary(self, node: Unary) -> Type:
        type = self.expression(node.operand)
        element = element_of(type)
        op = node.op
        if op == "!":
            if type is not BOOL:
                self.fail(node, "a bool after '!'", self.a(type))
        elif op == "~":
            if element is None or not element.is_integer or isinstance(type, Matrix):
                self.fail(node, "an integer or a vector of integers after '~'", self.a(type))
        elif element is None or not element.is_numeric:
            self.fail(node, f"a number, vector or matrix after '{op}'", self.a(type))
        return type

    def binary(self, node: Binary) -> Type:
        left, right = self.expression(node.left), self.expression(node.right)
        return self.operation(node, node.op, left, right)

    def operation(self, node: Node, op: str, left: Type, right: Type) -> Type:
        """Return what an operator gives for operands of two types."""
        if op in _ARITHMETIC:
            return self._arithmetic(node, op, left, right)
        if op in ("==", "!="):
            return self._equality(node, op, left, right)
        if op in _ORDER:
            return self._order(node, op, left, right)
        if op in _LOGIC:
            if left is not BOOL or right is not BOOL:
                self._mismatch(node, op, left, right)
            return BOOL
        if op in _SHIFTS:
            return self._shift(node, op, left, right)
        return self._integers(node, op, left, right)

    def _mismatch(self, node: Node, op: str, left: Type, right: Type) -> NoReturn:
        self.refuse(node, f"{quoted(op)} takes no operands {self.a(left)} and {self.a(right)}")

    def _elements(self, node: Node, op: str, left: Type, right: Type) -> Scalar:
        """Return the element type that the operands of an operator are brought to."""
        first, second = element_of(left), element_of(right)
        if first is None or second is None:
            self._mismatch(node, op, left, right)
        element = common_element(first, second, self.conversions)
        if element is None or not element.is_numeric:
            self._mismatch(node, op, left, right)
        return element

    def _arithmetic(self, node: Node, op: str, left: Type, right: Type) -> Type:
        if (
            left is right
            and left.scalar is not None
            and left.scalar.is_numeric
            and not isinstance(left, Matrix)
        ):
            return left
        element = self._elements(node, op, left, right)
        if isinstance(left, Scalar):
            return with_element(right, element)
        if isinstance(right, Scalar):
            return with_element(left, element)
        if op == "*" and (isinstance(left, Matrix) or isinstance(right, Matrix)):
            return self._product(node, left, right, element)
        first, second = with_element(left, element), with_element(right, element)
        if first is not second:
            self._mismatch(node, op, left, right)
        return first

    def _product(self, node: Node, left: Type, right: Type, element: Scalar) -> Type:
        if isinstance(left, Matrix) and isinstance(right, Matrix) and left.columns == right.rows:
            return matrix(element, right.columns, left.rows)
        if isinstance(left, Matrix) and isinstance(right, Vector) and left.columns == right.size:
            return vector(element, left.rows)
        if isinstance(left, Vector) and isinstance(right, Matrix) and left.size == right.rows:
            return vector(element, right.columns)
        self._mismatch(node, "*", left, right)
        return None

    def _equality(self, node: Node, op: str, left: Type, right: Type) -> Type:
        if not converts(left, right, self.conversions) and not converts(
            right, left, self.conversions
        ):
            self._mismatch(node, op, left, right)
        if is_opaque(left) or left.glsl == "void":
            self._mismatch(node, op, left, right)
        if not self.features.arrays_are_values and holds_array(left):
            self._mismatch(node, op, left, right)
        if isinstance(left, Array) and left.size is None:
            self._mismatch(node, op, left, right)
        return BOOL

    def _order(self, node: Node, op: str, left: Type, right: Type) -> Type:
        if not isinstance(left, Scalar) or not isinstance(right, Scalar):
            self._mismatch(node, op, left, right)
        self._elements(node, op, left, right)
        return BOOL

    def _shift(self, node: Node, op: str, left: Type, right: Type) -> Type:
        first, second = element_of(left), element_of(right)
        if first is None or second is None or not first.is_integer or not second.is_integer:
            self._mismatch(node, op, left, right)
        if isinstance(right, Vector) and (not isinstance(left, Vector) or left.size != right.size):
            self._mismatch(node, op, left, right)
        return left

    def _integers(self, node: Node, op: str, left: Type, right: Type) -> Type:
        element = self._elements(node, op, left, right)
        if not element.is_integer:
            self._mismatch(node, op, left, right)
        if isinstance(left, Scalar):
            return with_element(right, element)
        if (
            isinstance(right, Vector)
            and left is not right
            and with_element(left, element) is not with_element(right, element)
        ):
            self._mismatch(node, op, left, right)
        return with_element(left, element)


def holds_array(type: Type) -> bool:
    """Whether a type is an array or a structure with one inside."""
    if isinstance(type, Struct):
        return any(holds_array(member.type) for member in type.members)
    return isinstance(type, Array)
