"""Division of integers by zero, and of the smallest one by -1."""

from __future__ import annotations

from ...tree import Binary, Call, Name, Node
from ...types import Scalar, Vector
from ..context import Context
from ..rule import rule


@rule(
    "an integer is divided by zero, or the smallest one by -1",
    "a function that returns the dividend there",
    (Binary,),
    "division",
)
def integer_division(context: Context, old: Node, new: Node) -> Node | None:
    """Call a function in place of `a / b`."""
    assert isinstance(old, Binary)
    assert isinstance(new, Binary)
    type = context.type_of(old)
    if old.op != "/" or context.wgsl or not isinstance(type, Scalar | Vector):
        return None
    if not type.scalar or not type.scalar.is_integer:
        return None
    name = context.declare("divide_int", "int NAME(int a, int b) { return b == 0 ? a : a / b; }")
    return Call(callee=Name(name=name), args=(new.left, new.right))
