"""WGSL's operators: their types, and their values where the operands are constants."""

from __future__ import annotations

from typing import NoReturn

from ...builtins.values import fit_value
from ...source import quote
from ...tree import Binary, Expression, Node, Unary
from ...types import (
    ABSTRACT_INT,
    BOOL,
    INT,
    UINT,
    Matrix,
    Scalar,
    Type,
    element_of,
    with_element,
)
from .. import arithmetic
from ..arithmetic import UndefinedResult, is_linear, product_type
from ..fault import fail, refuse
from ..symbols import UNKNOWN, Constant
from .conversion_rank import common
from .state import WgslChecker, spelling
from .values import fitting_constant, value_type

Operands = tuple[Expression, Expression]
_ARITHMETIC = frozenset("+-*/%")
_COMPARISONS = frozenset(("==", "!=", "<", ">", "<=", ">="))
_DIVISIONS = frozenset("/%")
_SHIFTS = frozenset(("<<", ">>"))
_LAZY = frozenset(("&&", "||"))


def unary_type(checker: WgslChecker, node: Unary) -> Type:
    type = value_type(checker, node.operand)
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
        fail(node, f"another operand of {quote(op)}", spelling(type))
    value = checker.constants.get(id(node.operand))
    if value is not None:
        assert element is not None
        checker.constants[id(node)] = _negation(node, op, value, element)
    return type


def _negation(node: Node, op: str, value: Constant, element: Scalar) -> Constant:
    if value is UNKNOWN:
        return UNKNOWN
    if isinstance(value, tuple):
        return tuple(_negation(node, op, part, element) for part in value)
    if op == "!":
        return not value
    made = -value if op == "-" else ~int(value)
    if element.is_abstract and arithmetic.overflows(made, element):
        refuse(node, f"the value {made} cannot be represented as {spelling(element)}")
    return fit_value(made, element)


def binary_type(checker: WgslChecker, node: Binary) -> Type:
    first, second, constants = node.left, node.right, checker.constants
    left, right = value_type(checker, first), value_type(checker, second)
    type = operation_type(checker, node, node.op, left, right, (first, second))
    if id(first) in constants and id(second) in constants:
        checker.constants[id(node)] = _binary_value(checker, node, left, right)
    return type


def operation_type(
    checker: WgslChecker, node: Node, op: str, left: Type, right: Type, operands: Operands
) -> Type:
    """Return the type of `left op right`, with the operands for their constants."""
    if op in _SHIFTS:
        return _shift(checker, node, op, left, right, operands)
    if op in _LAZY:
        if left is not BOOL or right is not BOOL:
            _mismatch(node, op, left, right)
        return BOOL
    given, other = element_of(left), element_of(right)
    if given is None or other is None:
        _mismatch(node, op, left, right)
    element = given if given is other else common((given, other))
    if not isinstance(element, Scalar):
        _mismatch(node, op, left, right)
    first, second = operands
    if given is not other:
        fitting_constant(checker, first, left, with_element(left, element))
        fitting_constant(checker, second, right, with_element(right, element))
    if op in _ARITHMETIC:
        if op in _DIVISIONS:
            _check_divisor(checker, node, op, second, element)
        return _arithmetic(node, op, left, right, element)
    same = left is right or with_element(left, element) is with_element(right, element)
    if not same or isinstance(left, Matrix):
        _mismatch(node, op, left, right)
    if op in _COMPARISONS:
        if element is BOOL and op not in ("==", "!="):
            _mismatch(node, op, left, right)
        return with_element(left, BOOL)
    allowed = element.is_integer or (element is BOOL and op != "^")
    if not allowed:
        _mismatch(node, op, left, right)
    return with_element(left, element)


def _check_divisor(
    checker: WgslChecker, node: Node, op: str, second: Expression, element: Scalar
) -> None:
    value = checker.constants.get(id(second))
    if value is None or value is UNKNOWN or not element.is_integer:
        return
    if any(part == 0 for part in arithmetic.flat(value)):
        refuse(node, f"expected a divisor other than 0 after {quote(op)}, came 0")


def _mismatch(node: Node, op: str, left: Type, right: Type) -> NoReturn:
    refuse(node, f"{quote(op)} takes no operands {spelling(left)} and {spelling(right)}")


def _arithmetic(node: Node, op: str, left: Type, right: Type, element: Scalar) -> Type:
    if left is right and element.is_numeric and not isinstance(left, Matrix):
        return left
    first, second = with_element(left, element), with_element(right, element)
    if not element.is_numeric:
        _mismatch(node, op, left, right)
    if isinstance(left, Matrix) or isinstance(right, Matrix):
        return _linear(node, op, first, second, element)
    if first is second or isinstance(second, Scalar):
        return first
    if isinstance(first, Scalar):
        return second
    _mismatch(node, op, left, right)
    return None


def _linear(node: Node, op: str, left: Type, right: Type, element: Scalar) -> Type:
    if op in "+-" and left is right:
        return left
    if op == "*":
        if isinstance(left, Scalar):
            return right
        if isinstance(right, Scalar):
            return left
        found = product_type(left, right, element)
        if found is not None:
            return found
    _mismatch(node, op, left, right)
    return None


def _shift(
    checker: WgslChecker, node: Node, op: str, left: Type, right: Type, operands: Operands
) -> Type:
    first, second = operands
    given, other = element_of(left), element_of(right)
    if given is None or not given.is_integer or other not in (UINT, ABSTRACT_INT):
        _mismatch(node, op, left, right)
    if isinstance(left, Matrix) or with_element(left, BOOL) is not with_element(right, BOOL):
        _mismatch(node, op, left, right)
    fitting_constant(checker, second, right, with_element(right, UINT))
    if given.is_abstract and id(second) not in checker.constants:
        fitting_constant(checker, first, left, with_element(left, INT))
        return with_element(left, INT)
    _check_amount(checker, second, given)
    return left


def _check_amount(checker: WgslChecker, node: Expression, element: Scalar) -> None:
    value = checker.constants.get(id(node))
    if value is None or value is UNKNOWN or not element.bits:
        return
    for part in arithmetic.flat(value):
        if part >= element.bits:
            refuse(node, f"expected a shift by less than {element.bits}, came {part}")


# ---- constants


def _binary_value(checker: WgslChecker, node: Binary, left: Type, right: Type) -> Constant:
    x, y = checker.constants[id(node.left)], checker.constants[id(node.right)]
    if x is UNKNOWN or y is UNKNOWN:
        return UNKNOWN
    given, other = element_of(left), element_of(right)
    element = given if node.op in _SHIFTS else common((given, other)) if given and other else None
    assert isinstance(element, Scalar)
    assert given is not None
    assert other is not None
    x = arithmetic.convert(x, given, element)
    if node.op not in _SHIFTS:
        y = arithmetic.convert(y, other, element)
    try:
        if node.op == "*" and is_linear(left, right):
            return finite_constant(node, arithmetic.product(x, y, left, right, element), element)
        return _componentwise_value(node, node.op, x, y, element)
    except (UndefinedResult, OverflowError) as error:
        refuse(node, f"a constant expression may not hold {error}")


def _componentwise_value(
    node: Node, op: str, x: Constant, y: Constant, element: Scalar
) -> Constant:
    if isinstance(x, tuple) or isinstance(y, tuple):
        size = len(x) if isinstance(x, tuple) else len(y)
        rows = zip(arithmetic.splat(x, size), arithmetic.splat(y, size), strict=True)
        return tuple(_componentwise_value(node, op, a, b, element) for a, b in rows)
    if op in arithmetic.COMPARISONS:
        return arithmetic.COMPARISONS[op](x, y)
    if op in _LAZY or element is BOOL:
        return arithmetic.scalar_binary(op, x, y, element)
    exact = arithmetic.exact_binary(op, x, y, element)
    if _is_error(op, exact, element):
        refuse(node, f"the value of '{x} {op} {y}' cannot be represented as {spelling(element)}")
    return fit_value(exact, element)


def _is_error(op: str, exact: Constant, element: Scalar) -> bool:
    """Concrete integers wrap, but for quotients and shifts to the left that lose bits."""
    if element.is_abstract or element.is_float:
        return arithmetic.overflows(exact, element) or arithmetic.overflows(
            fit_value(exact, element), element
        )
    return op in ("/", "%", "<<") and arithmetic.overflows(exact, element)


def finite_constant(node: Node, value: Constant, element: Scalar) -> Constant:
    """Return a constant; refuse one with an infinity or NaN in it."""
    for part in arithmetic.flat(value):
        if isinstance(part, float) and arithmetic.overflows(part, element):
            refuse(node, f"the value {part} cannot be represented as {spelling(element)}")
    return value
