"""Numbers that become floats of a smaller type, which cannot hold them."""

from __future__ import annotations

from msgspec.structs import replace

from ...checker.arithmetic import flat
from ...tree import Call, Expression, Node
from ...types import Matrix, Scalar, Type, Vector
from ..argument_repairs import each
from ..context import Context
from ..floats import SIZES, limiter
from ..rule import rule
from ..wrappers import call


@rule(
    "a number is converted to a float type that cannot hold it",
    "a function that returns 1.0 for such a number",
    (Call,),
    "nan",
)
def narrow_floats(context: Context, old: Node, new: Node) -> Node | None:
    """Limit what becomes smaller by a constructor: doubles to floats, numbers to 16 bits."""
    assert isinstance(old, Call)
    assert isinstance(new, Call)
    type = context.typing.callees.get(id(old))
    if not isinstance(type, Scalar | Vector | Matrix) or not context.may_call(old):
        return None
    if type.scalar is None or type.scalar.kind not in ("float", "half"):
        return None
    pairs = zip(old.args, new.args, strict=True)
    args = tuple(_limit(context, given, arg, type.scalar) for given, arg in pairs)
    return None if args == new.args else replace(new, args=args)


def _limit(context: Context, given: Expression, arg: Expression, element: Scalar) -> Expression:
    type = context.type_of(given)
    if not isinstance(type, Scalar | Vector | Matrix):
        return arg
    assert type.scalar is not None
    if type.scalar.is_abstract or type.scalar.kind == "bool" or type.scalar.bits <= element.bits:
        return arg
    known, limit = context.constant_of(given), 2.0 ** SIZES[element.kind].limit
    if known is not None and all(abs(part) <= limit for part in flat(known)):
        return arg
    return call(_function(context, type, type.scalar, element), arg)


def _function(context: Context, type: Type, source: Scalar, target: Scalar) -> str:
    exponent = SIZES[target.kind].limit
    if source.is_float:
        return limiter(context, type, exponent)
    end = "u" if source.kind == "uint" else ""
    test = f"a <= {2**exponent}{end}"
    if source.kind == "int":
        test = f"{test} && a >= -{2**exponent}"
    return each(context, type, f"limit_{exponent}", test, f"1{end}")
