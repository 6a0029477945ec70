"""Operations on floats whose results leave the finite numbers."""

from __future__ import annotations

from typing import Final

from ...checker.arithmetic import is_linear
from ...tree import Node
from ...types import Scalar
from ..context import Context
from ..floats import factors, is_small, limiter
from ..operations import KINDS, Operation, operation_of, operator_of, with_function
from ..rule import rule
from ..widths import is_single
from ..wrappers import function, name_for, number, spread

_STEMS: Final = {
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "/": "divide",
    "%": "remainder",
}


@rule(
    "a float becomes infinite, or none, by a sum, a product or a division",
    "a function that returns 1.0 where the result would be very large",
    KINDS,
    "nan",
    "division",
)
def finite_operators(context: Context, old: Node, new: Node) -> Node | None:
    """Call a function in place of `a + b`, `a - b`, `a * b`, `a / b`, `a % b` on floats."""
    operation = operation_of(context, old) if operator_of(old) in _STEMS else None
    if operation is None or not operation.element.is_float:
        return None
    if context.settings.exact and is_single(operation.result):
        return None
    if operation.op == "*" and is_linear(*operation.operands):
        name = _product(context, operation)
    else:
        scalar = _scalar(context, operation.op, operation.element)
        stem = _STEMS[operation.op]
        name = spread(context, stem, scalar, operation.result, operation.operands)
    return with_function(context, operation, old, new, name)


def _scalar(context: Context, op: str, element: Scalar) -> str:
    types = (element, element)
    wanted = name_for(context, _STEMS[op], element, types)
    test = is_small(context, op, element)
    return function(context, wanted, element, types, (test, f"a {op} b"), last=number(1.0, element))


def _product(context: Context, operation: Operation) -> str:
    """Sums of products: each operand is limited so that no sum of four can be too large."""
    wanted = name_for(context, "multiply", operation.result, operation.operands)
    if operation.left is operation.right is operation.result:
        wanted = name_for(context, "product", operation.result, operation.operands)
    exponent = factors(operation.element, 2)
    left, right = (limiter(context, one, exponent) for one in operation.operands)
    made = f"{left}(a) * {right}(b)"
    return function(context, wanted, operation.result, operation.operands, last=made)
