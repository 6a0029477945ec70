"""Division of integers by zero, of the smallest one by -1, and remainders of negative ones."""

from __future__ import annotations

from typing import Final

from ...checker.arithmetic import flat
from ...tree import Node
from ...types import Scalar
from ..context import Context
from ..operations import KINDS, Operation, operation_of, operator_of, with_function
from ..rule import rule
from ..wrappers import function, name_for, number, spread

_STEMS: Final = {"/": "divide", "%": "remainder"}


@rule(
    "an integer is divided by zero, or the smallest one by -1, or has a remainder of a negative "
    "operand",
    "a function that returns the dividend there, and the difference for a remainder",
    KINDS,
    "division",
    of_wgsl=False,
)
def integer_division(context: Context, old: Node, new: Node) -> Node | None:
    """Call a function in place of `a / b` and `a % b`; WGSL says what they are."""
    operation = operation_of(context, old) if operator_of(old) in _STEMS else None
    if operation is None or not operation.element.is_integer:
        return None
    if _is_safe(context, operation):
        return None
    stem, element = _STEMS[operation.op], operation.element
    scalar = _scalar(context, operation.op, element)
    name = spread(context, stem, scalar, operation.result, operation.operands)
    return with_function(context, operation, old, new, name)


def _is_safe(context: Context, operation: Operation) -> bool:
    """Whether no dividend is undefined with the divisor, which is constant."""
    found = context.constant_of(operation.right_node)
    if found is None:
        return False
    divisors = flat(found)
    if operation.element.kind == "uint":
        return 0 not in divisors
    return operation.op == "/" and 0 not in divisors and -1 not in divisors


def _scalar(context: Context, op: str, element: Scalar) -> str:
    """The remainder of a negative operand is computed by division, which is defined for it."""
    wanted, types = name_for(context, _STEMS[op], element, (element, element)), (element, element)
    if element.kind == "uint":
        return function(context, wanted, element, types, ("b == 0u", "a"), last=f"a {op} b")
    smallest = number(-(2**31), element)
    if op == "/":
        hazard = f"b == 0 || (b == -1 && a == {smallest})"
        return function(context, wanted, element, types, (hazard, "a"), last="a / b")
    cases = (("a >= 0 && b > 0", "a % b"), ("b == 0 || b == -1", "0"))
    return function(context, wanted, element, types, *cases, last="a - a / b * b")
