"""WGSL's operators: their types, and their values where the operands are constants."""

from __future__ import annotations

from typing import NoReturn

from ...builtins.values import fitted
from ...source import quoted
from ...tree import Binary, Expression, Node, Unary
from ...types import (
    ABSTRACT_INT,
    BOOL,
    INT,
    UINT,
    Matrix,
    Scalar,
    Type,
    Vector,
    element_of,
    matrix,
    vector,
    with_element,
)
from .. import arithmetic
from ..arithmetic import UndefinedResult
from ..symbols import UNKNOWN, Constant
from .conversion_rank import common
from .type_syntax import TypesPart

_ARITHMETIC = frozenset("+-*/%")
_COMPARISONS = frozenset(("==", "!=", "<", ">", "<=", ">="))
_DIVISIONS = frozenset("/%")
_SHIFTS = frozenset(("<<", ">>"))
_LAZY = frozenset(("&&", "||"))


class OperatorsPart(TypesPart):
    """Operators."""

    def unary(self, node: Unary) -> Type:
        type = self.value(node.operand)
        element = element_of(type)
        op = node.op
        fits = element is not None and not isinstance(type, Matrix)
        if op == "!":
            fits = fits and element is BOOL
        elif op == "~":
            fits = fits and element is not None and element.is_integer
        else:
            fits = fits and element is not None and element.is_numeric and element is not UINT
        if not fits:
            self.fail(node, f"another operand of {quoted(op)}", self.a(type))
        value = self.constants.get(id(node.operand))
        if value is not None:
            assert element is not None
            self.constants[id(node)] = self._negated(node, op, value, element)
        return type

    def _negated(self, node: Node, op: str, value: Constant, element: Scalar) -> Constant:
        if value is UNKNOWN:
            return UNKNOWN
        if isinstance(value, tuple):
            return tuple(self._negated(node, op, part, element) for part in value)
        if op == "!":
            return not value
        made = -value if op == "-" else ~int(value)
        if element.is_abstract and arithmetic.overflows(made, element):
            self.refuse(node, f"the value {made} cannot be represented as {self.a(element)}")
        return fitted(made, element)

    def binary(self, node: Binary) -> Type:
        first, second, constants = node.left, node.right, self.constants
        left, right = self.value(first), self.value(second)
        type = self.operation(node, node.op, left, right, first, second)
        if id(first) in constants and id(second) in constants:
            self.constants[id(node)] = self._folded(node, left, right, type)
        return type

    def operation(
        self, node: Node, op: str, left: Type, right: Type, first: Expression, second: Expression
    ) -> Type:
        """Return the type of `left op right`; `first` and `second` are the operands, for their
        constants.
        """
        if op in _SHIFTS:
            return self._shift(node, op, left, right, first, second)
        if op in _LAZY:
            if left is not BOOL or right is not BOOL:
                self._mismatch(node, op, left, right)
            return BOOL
        given, other = element_of(left), element_of(right)
        if given is None or other is None:
            self._mismatch(node, op, left, right)
        element = given if given is other else common((given, other))
        if not isinstance(element, Scalar):
            self._mismatch(node, op, left, right)
        if given is not other:
            self.fitting(first, left, with_element(left, element))
            self.fitting(second, right, with_element(right, element))
        if op in _ARITHMETIC:
            if op in _DIVISIONS:
                self._check_divisor(node, op, second, element)
            return self._arithmetic(node, op, left, right, element)
        alike = left is right or with_element(left, element) is with_element(right, element)
        if not alike or isinstance(left, Matrix):
            self._mismatch(node, op, left, right)
        if op in _COMPARISONS:
            if element is BOOL and op not in ("==", "!="):
                self._mismatch(node, op, left, right)
            return with_element(left, BOOL)
        allowed = element.is_integer or (element is BOOL and op != "^")
        if not allowed:
            self._mismatch(node, op, left, right)
        return with_element(left, element)

    def _check_divisor(self, node: Node, op: str, second: Expression, element: Scalar) -> None:
        value = self.constants.get(id(second))
        if value is None or value is UNKNOWN or not element.is_integer:
            return
        if any(part == 0 for part in arithmetic.flat(value)):
            self.refuse(node, f"expected a divisor other than 0 after {quoted(op)}, came 0")

    def _mismatch(self, node: Node, op: str, left: Type, right: Type) -> NoReturn:
        self.refuse(node, f"{quoted(op)} takes no operands {self.a(left)} and {self.a(right)}")

    def _arithmetic(self, node: Node, op: str, left: Type, right: Type, element: Scalar) -> Type:
        if left is right and element.is_numeric and not isinstance(left, Matrix):
            return left
        first, second = with_element(left, element), with_element(right, element)
        if not element.is_numeric:
            self._mismatch(node, op, left, right)
        if isinstance(left, Matrix) or isinstance(right, Matrix):
            return self._linear(node, op, first, second, element)
        if first is second or isinstance(second, Scalar):
            return first
        if isinstance(first, Scalar):
            return second
        self._mismatch(node, op, left, right)
        return None

    def _linear(self, node: Node, op: str, left: Type, right: Type, element: Scalar) -> Type:
        if op in "+-" and left is right:
            return left
        if op == "*":
            if isinstance(left, Scalar):
                return right
            if isinstance(right, Scalar):
                return left
            found = _product(left, right, element)
            if found is not None:
                return found
        self._mismatch(node, op, left, right)
        return None

    def _shift(
        self, node: Node, op: str, left: Type, right: Type, first: Expression, second: Expression
    ) -> Type:
        given, other = element_of(left), element_of(right)
        if given is None or not given.is_integer or other not in (UINT, ABSTRACT_INT):
            self._mismatch(node, op, left, right)
        if isinstance(left, Matrix) or with_element(left, BOOL) is not with_element(right, BOOL):
            self._mismatch(node, op, left, right)
        self.fitting(second, right, with_element(right, UINT))
        if given.is_abstract and id(second) not in self.constants:
            self.fitting(first, left, with_element(left, INT))
            return with_element(left, INT)
        self._check_amount(second, given)
        return left

    def _check_amount(self, node: Expression, element: Scalar) -> None:
        value = self.constants.get(id(node))
        if value is None or value is UNKNOWN or not element.bits:
            return
        for part in arithmetic.flat(value):
            if part >= element.bits:
                self.refuse(node, f"expected a shift by less than {element.bits}, came {part}")

    # ---- constants

    def _folded(self, node: Binary, left: Type, right: Type, type: Type) -> Constant:
        x, y = self.constants[id(node.left)], self.constants[id(node.right)]
        if x is UNKNOWN or y is UNKNOWN:
            return UNKNOWN
        given, other = element_of(left), element_of(right)
        element = (
            given if node.op in _SHIFTS else common((given, other)) if given and other else None
        )
        assert isinstance(element, Scalar)
        assert given is not None
        assert other is not None
        x = arithmetic.converted_all(x, given, element)
        if node.op not in _SHIFTS:
            y = arithmetic.converted_all(y, other, element)
        try:
            return self._computed(node, x, y, left, right, type, element)
        except (UndefinedResult, OverflowError) as error:
            self.refuse(node, f"a constant expression may not hold {error}")

    def _computed(
        self,
        node: Binary,
        x: Constant,
        y: Constant,
        left: Type,
        right: Type,
        type: Type,
        element: Scalar,
    ) -> Constant:
        op = node.op
        if (
            op == "*"
            and _product(with_element(left, element), with_element(right, element), element)
            is not None
        ):
            made = arithmetic.product(x, y, left, right, element)
            return self.finite(node, made, element)
        return self._each(node, op, x, y, element)

    def _each(self, node: Node, op: str, x: Constant, y: Constant, element: Scalar) -> Constant:
        if isinstance(x, tuple) or isinstance(y, tuple):
            size = len(x) if isinstance(x, tuple) else len(y)
            rows = zip(arithmetic.spread(x, size), arithmetic.spread(y, size), strict=True)
            return tuple(self._each(node, op, a, b, element) for a, b in rows)
        if op in arithmetic.COMPARISONS:
            return arithmetic.COMPARISONS[op](x, y)
        if op in _LAZY or element is BOOL:
            return arithmetic.scalar_binary(op, x, y, element)
        exact = arithmetic.exact_binary(op, x, y, element)
        if self._is_error(op, x, y, exact, element):
            self.refuse(
                node, f"the value of '{x} {op} {y}' cannot be represented as {self.a(element)}"
            )
        return fitted(exact, element)

    def _is_error(
        self, op: str, x: Constant, y: Constant, exact: Constant, element: Scalar
    ) -> bool:
        """Concrete integers wrap, but for quotients and shifts to the left that lose bits."""
        if element.is_abstract or element.is_float:
            return arithmetic.overflows(exact, element) or arithmetic.overflows(
                fitted(exact, element), element
            )
        return op in ("/", "%", "<<") and arithmetic.overflows(exact, element)

    def finite(self, node: Node, value: Constant, element: Scalar) -> Constant:
        """Return a constant; refuse one with an infinity or NaN in it."""
        for part in arithmetic.flat(value):
            if isinstance(part, float) and arithmetic.overflows(part, element):
                self.refuse(node, f"the value {part} cannot be represented as {self.a(element)}")
        return value


def _product(left: Type, right: Type, element: Scalar) -> Type | None:
    """Return the type of the linear algebra of `*`, None where it is not that."""
    if isinstance(left, Matrix) and isinstance(right, Matrix) and left.columns == right.rows:
        return matrix(element, right.columns, left.rows)
    if isinstance(left, Matrix) and isinstance(right, Vector) and left.columns == right.size:
        return vector(element, left.rows)
    if isinstance(left, Vector) and isinstance(right, Matrix) and left.size == right.rows:
        return vector(element, right.columns)
    return None
