"""Floats that compilers may round differently."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ...builtins.signature import Overload
from ...checker.arithmetic import is_linear
from ...checker.symbols import FunctionSymbol
from ...shrink.subject import root_of
from ...tree import Assign, AssignExpr, Binary, Call, Expression, Function, Node, Return, Variable
from ...types import FLOAT, Array, Matrix, Scalar, Struct, Type, Vector
from ..context import Context
from ..floats import power, within
from ..operations import Operation, operation_of, with_function
from ..rule import rule
from ..widths import (
    LEAF,
    PRODUCTS,
    is_single,
    keeps_its_value,
    limited_operands,
    single_type,
    too_wide,
    width_of,
)
from ..wrappers import call, declare, function, name_for, number, spread

_SUMS: Final = {"+": "add", "-": "subtract", "*": "multiply"}
_QUOTIENTS: Final = {"/": "divide", "%": "remainder"}
_GRAIN: Final = 2.0**LEAF.fraction
# Far from every multiple of the grain that sums and products of variables may be, and more than
# they may be rounded by.
_NUDGE: Final = 2.0**-6
# As an offset of scaled quotients of two variables: none of these, which are k / n with n <= 2^11,
# comes to within its own error of 1 - 77/256, if n is no power of two; divided by one of these, all
# is exact.
_OFFSET: Final = 77 / 256
_LARGEST: Final = 23
"""Beyond 2^23 floats are whole numbers, and integers of 32 bits may have been rounded."""


@rule(
    "a float needs more bits than its type has, and compilers may round it at other places",
    "functions that leave small multiples of 1/8 as they are, and bring others among them",
    (Assign, AssignExpr, Binary, Call, Return, Variable),
    "rounding",
)
def exact_floats(context: Context, old: Node, new: Node) -> Node | None:
    """Limit what is stored, and operands whose sum or product would need more than 24 bits.

    Only by request (`Settings.exact`): it changes what floats are, and not only where something is
    undefined. Of floats of 32 bits it takes the place of the rule `finite-operators`.
    """
    if not context.settings.exact:
        return None
    if isinstance(old, Binary):
        return _operator(context, old, new)
    if isinstance(old, Assign | AssignExpr):
        return _assignment(context, old, new)
    if isinstance(old, Call):
        return _call(context, old, new)
    if isinstance(old, Return):
        assert isinstance(new, Return)
        if _is_entry_point(context, old):
            return None
        value = _storable(context, old.value, new.value)
        return None if value is new.value else replace(new, value=value)
    assert isinstance(old, Variable)
    assert isinstance(new, Variable)
    symbol = context.typing.declared.get(id(old))
    init = _storable(context, old.init, new.init)
    if old.init is not None and symbol is not None and keeps_its_value(context, symbol):
        init = new.init if width_of(context, old.init) else init
    return None if init is new.init else replace(new, init=init)


def _is_entry_point(context: Context, node: Node) -> bool:
    """Whether what is returned goes out of the program."""
    if not context.wgsl:
        return False
    place: Node | None = node
    while place is not None and not isinstance(place, Function):
        place = context.parent_of(place)
    return isinstance(place, Function) and bool(place.attributes)


def _storable(
    context: Context, old: Expression | None, new: Expression | None
) -> Expression | None:
    """Return a value as it may be stored."""
    if old is None or new is None or not too_wide(context, old):
        return new
    return _limit(context, old, new)


def _limit(context: Context, old: Expression, new: Expression) -> Expression:
    """Return an expression of the program among the numbers that variables hold."""
    type = single_type(context, context.type_of(old))
    if type is None or context.is_fixed(old):
        return new
    return call(_limiter(context, type), new)


# ---- operators


def _operator(context: Context, old: Binary, new: Node) -> Node | None:
    if old.op not in _SUMS and old.op not in _QUOTIENTS:
        return None
    operation = operation_of(context, old)
    if operation is None or not is_single(operation.result):
        return None
    assert isinstance(new, Binary)
    if operation.op in _QUOTIENTS:
        left, right = _small(context, old.left, new.left), _small(context, old.right, new.right)
        return call(_quotient(context, operation), left, right)
    is_left, is_right = limited_operands(context, old)
    if not is_left and not is_right:
        return None
    left = _limit(context, old.left, new.left) if is_left else new.left
    right = _limit(context, old.right, new.right) if is_right else new.right
    return replace(new, left=left, right=right)


def _is_output(context: Context, node: Expression | None) -> bool:
    """Whether a place is what the program gives: nothing is computed of that."""
    root = root_of(node)
    symbol = None if root is None else context.typing.symbols.get(id(root))
    return symbol is not None and symbol.role == "out"


def _small(context: Context, old: Expression, new: Expression) -> Expression:
    return _limit(context, old, new) if too_wide(context, old) else new


def _assignment(context: Context, old: Assign | AssignExpr, new: Node) -> Node | None:
    assert isinstance(new, Assign | AssignExpr)
    if old.op == "=" and _is_output(context, old.target):
        return None
    if old.op == "=":
        value = _storable(context, old.value, new.value)
        return None if value is new.value or value is None else replace(new, value=value)
    operation = operation_of(context, old)
    if operation is None or not is_single(operation.result):
        return None
    if operation.op not in _SUMS and operation.op not in _QUOTIENTS:
        return None
    small = replace(new, value=_small(context, old.value, new.value))
    is_sum = operation.op in _SUMS
    name = (_sum if is_sum else _quotient)(context, operation)
    return with_function(context, operation, old, small, name)


def _sum(context: Context, operation: Operation) -> str:
    """Return the function that adds, subtracts or multiplies two of what variables hold."""
    stem = f"exact_{_SUMS[operation.op]}"
    if operation.op == "*" and is_linear(*operation.operands):
        stem = "exact_product"
    wanted = name_for(context, stem, operation.result, operation.operands)
    made = f"{_limiter(context, operation.result)}(a {operation.op} b)"
    return function(context, wanted, operation.result, operation.operands, last=made)


def _quotient(context: Context, operation: Operation) -> str:
    """Return the function that divides two of what variables hold."""
    stem = f"exact_{_QUOTIENTS[operation.op]}"
    wanted = name_for(context, stem, FLOAT, (FLOAT, FLOAT))
    zero = ("b == 0.0", number(1.0, FLOAT))
    if operation.op == "%":
        # x - y * trunc(x / y), where x / y may come out below a whole number: y itself is left.
        steps = (
            f"if ({zero[0]}) {{ return {zero[1]}; }}",
            f"if (abs(a % b) == abs(b)) {{ return {number(0.0, FLOAT)}; }}",
            "return a % b;",
        )
        scalar = declare(context, wanted, FLOAT, (FLOAT, FLOAT), steps)
    else:
        scaled = f"floor(a / b * {number(_GRAIN, FLOAT)} + {number(_OFFSET, FLOAT)})"
        made = f"{_limiter(context, FLOAT)}({scaled} * {number(1 / _GRAIN, FLOAT)})"
        scalar = function(context, wanted, FLOAT, (FLOAT, FLOAT), zero, last=made)
    return spread(context, stem, scalar, operation.result, operation.operands)


# ---- calls


def _call(context: Context, old: Call, new: Node) -> Node | None:
    if not isinstance(new, Call) or len(new.args) != len(old.args) or not context.may_call(old):
        return None
    callee = context.typing.callees.get(id(old))
    if isinstance(callee, Scalar | Vector | Matrix):
        rounds = is_single(callee) and any(_is_wide_integer(context, one) for one in old.args)
        return _limit(context, old, new) if rounds and too_wide(context, old) else None
    if isinstance(callee, Overload) and not _limits_arguments(callee):
        return None
    is_stored = isinstance(callee, Overload | FunctionSymbol | Struct | Array)
    if not is_stored:
        return None
    directions = (
        callee.directions
        if isinstance(callee, Overload | FunctionSymbol)
        else ("in",) * len(old.args)
    )
    rows = zip(old.args, new.args, directions, strict=True)
    args = tuple(
        _small(context, given, arg) if direction in ("in", "const_in") else arg
        for given, arg, direction in rows
    )
    same = all(one is other for one, other in zip(args, new.args, strict=True))
    return None if same else replace(new, args=args)


def _limits_arguments(callee: Overload) -> bool:
    """Whether a built-in function is given what variables hold: it multiplies, or stores a part of
    its argument, as `modf` does.
    """
    return callee.builtin.name in PRODUCTS or "out" in callee.directions


def _is_wide_integer(context: Context, node: Expression) -> bool:
    type = context.type_of(node)
    return type is not None and type.scalar is not None and type.scalar.kind in ("int", "uint")


# ---- the numbers that variables hold


def _limiter(context: Context, type: Type) -> str:
    """Return the function that leaves multiples of 1/8 within 256 as they are, and takes others
    modulo 256 to such a multiple; 1.0 for what is very large.
    """
    known = context.plan(_limiters)
    if type not in known:
        known[type] = _new_limiter(context, type)
    return known[type]


def _limiters(_context: Context) -> dict[Type, str]:
    return {}


def _new_limiter(context: Context, type: Type) -> str:
    element = type.scalar
    assert element is not None
    inside, whole = within(context, element), 2.0**LEAF.whole
    grain, back = number(_GRAIN, element), number(1 / _GRAIN, element)
    near = f"floor(a * {grain} + {number(_NUDGE, element)}) * {back}"
    # Without the nudge: it would make more bits of those that a large number has already.
    turns = f"floor(a * {number(1 / whole, element)}) * {number(whole, element)}"
    far = f"floor((a - {turns}) * {grain}) * {back}"
    scalar = function(
        context,
        name_for(context, "exact", element, (element,)),
        element,
        (element,),
        (f"{inside}(a, {power(LEAF.whole, element)})", near),
        (f"{inside}(a, {power(_LARGEST, element)})", far),
        last=number(1.0, element),
    )
    return spread(context, "exact", scalar, type, (type,))
