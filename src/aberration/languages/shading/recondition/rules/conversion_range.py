"""Conversions of floats to integers that cannot hold them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ...checker.arithmetic import flat
from ...tree import Call, Expression, Node
from ...types import Matrix, Scalar, Type, Vector
from ..context import Context
from ..rule import rule
from ..wrappers import call, function, name_for, number, spread

_RANGES: Final = {"int": (-(2.0**31), 2.0**31), "uint": (0.0, 2.0**32)}


@rule(
    "a float is converted to an integer type that cannot hold it",
    "a function that returns 1.0 for such a float",
    (Call,),
    "conversion",
    of_wgsl=False,
)
def conversion_range(context: Context, old: Node, new: Node) -> Node | None:
    """Bring the arguments of `int(x)`, `uvec2(x, y)` within the range; WGSL takes the nearest."""
    assert isinstance(old, Call)
    assert isinstance(new, Call)
    type = context.typing.callees.get(id(old))
    if not isinstance(type, Scalar | Vector) or not context.may_call(old):
        return None
    kind = type.scalar.kind if type.scalar is not None else ""
    if kind not in _RANGES:
        return None
    pairs = zip(old.args, new.args, strict=True)
    args = tuple(_within(context, given, arg, kind) for given, arg in pairs)
    return None if args == new.args else replace(new, args=args)


def _within(context: Context, given: Expression, arg: Expression, kind: str) -> Expression:
    type = context.type_of(given)
    if not isinstance(type, Scalar | Vector | Matrix):
        return arg
    element, (low, high) = type.scalar, _RANGES[kind]
    if element is None or not element.is_float:
        return arg
    known = context.constant_of(given)
    if known is not None and all(low <= part < high for part in flat(known)):
        return arg
    return call(_function(context, type, element, kind), arg)


def _function(context: Context, type: Type, element: Scalar, kind: str) -> str:
    stem, (low, high) = f"within_{kind}", _RANGES[kind]
    inside = f"a >= {number(low, element)} && a < {number(high, element)}"
    wanted = name_for(context, f"{stem}_of", element, (element,))
    scalar = function(
        context, wanted, element, (element,), (inside, "a"), last=number(1.0, element)
    )
    return spread(context, f"{stem}_of", scalar, type, (type,))
