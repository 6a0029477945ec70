"""How many bits the floats of a program need, where all that it stores are small dyadic numbers.

A float of 32 bits holds a sum, a difference or a product as it is, however a compiler orders or
fuses the operations, while the result is a multiple of 2^-f below 2^w with w + f <= 24. Variables
hold `LEAF`; what is computed of them needs more bits with each operation. The rule `exact-floats`
limits what needs too many, and what is stored.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from ..builtins.signature import Overload, is_result_struct
from ..checker.arithmetic import flat, is_linear
from ..checker.symbols import VariableSymbol
from ..checker.wgsl.conversion_rank import concrete
from ..tree import (
    AddressOf,
    Binary,
    Call,
    Comma,
    Conditional,
    Expression,
    Field,
    Index,
    Name,
    Node,
    Unary,
    Variable,
)
from ..types import Matrix, Scalar, Type, Vector
from .context import Context

SIGNIFICAND: Final = 24
_SUM_OF_FOUR: Final = 2
"""Bits that a product with a matrix, which adds up four products at most, needs more."""


class Width(msgspec.Struct, frozen=True):
    """Numbers below 2^`whole` in magnitude that are multiples of 2^-`fraction`."""

    whole: int
    fraction: int

    @property
    def bits(self) -> int:
        return self.whole + self.fraction


LEAF: Final = Width(8, 3)
"""What variables hold: two of them multiplied, and four products added up, are exact."""
_BOOL: Final = Width(1, 0)
_TEXEL: Final = Width(1, 8)
"""What textures hold (`core.textures`), and what comparisons with them give."""
_PARTS: Final = frozenset(
    (
        "abs", "min", "max", "clamp", "clamp of floats", "mix by bool", "transpose", "saturate",
        "modf", "faceforward",
    )
)  # fmt: skip
"""Functions whose result is one of the arguments, or a part of one."""
_WHOLE: Final = frozenset(("floor", "ceil", "trunc", "round", "roundEven"))
_SIGNS: Final = frozenset(("sign", "step"))
PRODUCTS: Final[Mapping[str, Width]] = {
    "dot": Width(2 * LEAF.whole + _SUM_OF_FOUR, 2 * LEAF.fraction),
    "cross": Width(2 * LEAF.whole + 1, 2 * LEAF.fraction),
    "fma": Width(2 * LEAF.whole + 1, 2 * LEAF.fraction),
    "matrixCompMult": Width(2 * LEAF.whole, 2 * LEAF.fraction),
    "outerProduct": Width(2 * LEAF.whole, 2 * LEAF.fraction),
}
"""Functions that are sums of products, whose arguments are limited to `LEAF`: what they give."""


def is_leaf(value: float) -> bool:
    """Whether a number is one that variables hold."""
    return abs(value) <= 2.0**LEAF.whole and value * 2.0**LEAF.fraction % 1.0 == 0.0


def is_single(type: Type | None) -> bool:
    """Whether a type is one of floats of 32 bits: a scalar, a vector or a matrix."""
    # Only scalars, vectors and matrices have a scalar; abstract ones are of another kind.
    return type is not None and type.scalar is not None and type.scalar.kind == "float"


def single_type(context: Context, type: Type | None) -> Type | None:
    """Return the type of floats of 32 bits that a value has; None where it has another. WGSL's
    constants without a type count where the program has no floats of 16 bits.
    """
    if type is None or type.scalar is None or not type.scalar.is_abstract:
        return type if is_single(type) else None
    if not type.scalar.is_float or context.once(_has_halves):
        return None
    found = concrete(type)
    return found if is_single(found) else None


def _has_halves(context: Context) -> bool:
    return any(one.kind == "enable" and "f16" in one.args for one in context.module.directives)


def width_of(context: Context, node: Expression) -> Width | None:
    """Return the bits that an expression of floats needs, with its operands limited; None for one
    that compilers round as they like.
    """
    known = context.once(_widths)
    if id(node) not in known:
        known[id(node)] = _find(context, node)
    return known[id(node)]


def too_wide(context: Context, node: Expression) -> bool:
    """Whether what is stored has to be limited first."""
    if single_type(context, context.type_of(node)) is None:
        return False
    found = width_of(context, node)
    return found is None or found.whole > LEAF.whole or found.fraction > LEAF.fraction


def limited_operands(context: Context, node: Binary) -> tuple[bool, bool]:
    """Return which operands of a sum, a difference or a product have to be limited, so that the
    result is exact: the wider one first.
    """
    left, right = width_of(context, node.left), width_of(context, node.right)
    if left is None or right is None:
        return False, False
    if _combine(context, node, left, right).bits <= SIGNIFICAND:
        return False, False
    if left.bits >= right.bits and _combine(context, node, LEAF, right).bits <= SIGNIFICAND:
        return True, False
    if right.bits >= left.bits and _combine(context, node, left, LEAF).bits <= SIGNIFICAND:
        return False, True
    return True, True


def keeps_its_value(context: Context, symbol: VariableSymbol) -> bool:
    """Whether a variable of a function has the value that it was declared with, as long as it
    lives: what it holds may be as wide as an expression.
    """
    node = symbol.node
    if not isinstance(node, Variable) or node.init is None or symbol in context.assigned:
        return False
    is_local = context.typing.names.get(symbol.name) is not symbol
    return is_local and symbol not in context.once(_with_addresses)


def _with_addresses(context: Context) -> frozenset[VariableSymbol]:
    if not context.wgsl:
        return frozenset()
    places = (context.facts.access.place_of(one.operand) for one in context.nodes.of(AddressOf))
    return frozenset(place.symbol for place in places if place is not None)


def _widths(_context: Context) -> dict[int, Width | None]:
    return {}


def _find(context: Context, node: Expression) -> Width | None:
    value = context.constant_of(node)
    if value is not None:
        return _of_constant(value)
    find = _WIDTHS.get(type(node))
    return LEAF if find is None else find(context, node)


def _of_constant(value: Any) -> Width | None:
    whole = fraction = 0
    for part in flat(value):
        numerator, denominator = float(part).as_integer_ratio()
        whole = max(whole, math.ceil(abs(numerator) / denominator).bit_length())
        fraction = max(fraction, denominator.bit_length() - 1)
    # What needs more is rounded where it is written down.
    return Width(whole, fraction) if whole + fraction <= SIGNIFICAND else None


def _binary(context: Context, node: Expression) -> Width | None:
    assert isinstance(node, Binary)
    if node.op not in ("+", "-", "*"):
        return LEAF
    widths = width_of(context, node.left), width_of(context, node.right)
    if None in widths:
        return None
    one, other = (
        LEAF if is_limited else width
        for is_limited, width in zip(limited_operands(context, node), widths, strict=True)
    )
    assert one is not None
    assert other is not None
    return _combine(context, node, one, other)


def _combine(context: Context, node: Binary, one: Width, other: Width) -> Width:
    if node.op != "*":
        return Width(max(one.whole, other.whole) + 1, max(one.fraction, other.fraction))
    left, right = context.type_of(node.left), context.type_of(node.right)
    more = _SUM_OF_FOUR if left and right and is_linear(left, right) else 0
    return Width(one.whole + other.whole + more, one.fraction + other.fraction)


def _widest(widths: list[Width | None]) -> Width | None:
    if not widths:
        return LEAF
    found = [one for one in widths if one is not None]
    if len(found) < len(widths):
        return None
    return Width(max(one.whole for one in found), max(one.fraction for one in found))


def _name(context: Context, node: Expression) -> Width | None:
    symbol = context.typing.symbols.get(id(node))
    if symbol is None or not keeps_its_value(context, symbol):
        return LEAF
    assert isinstance(symbol.node, Variable)
    assert symbol.node.init is not None
    found = width_of(context, symbol.node.init)
    return LEAF if found is None else found


def _conditional(context: Context, node: Expression) -> Width | None:
    assert isinstance(node, Conditional)
    return _widest([width_of(context, node.then), width_of(context, node.otherwise)])


def _unary(context: Context, node: Expression) -> Width | None:
    assert isinstance(node, Unary)
    return width_of(context, node.operand)


def _comma(context: Context, node: Expression) -> Width | None:
    assert isinstance(node, Comma)
    return width_of(context, node.right)


def _part(context: Context, node: Expression) -> Width | None:
    assert isinstance(node, Index | Field)
    if is_single(context.type_of(node.base)):
        return width_of(context, node.base)
    # A member of what a built-in function gave, such as `frexp(x).fract`, has any bits.
    return None if is_result_struct(context.type_of(node.base)) else LEAF


def _call(context: Context, node: Expression) -> Width | None:
    assert isinstance(node, Call)
    callee = context.typing.callees.get(id(node))
    if isinstance(callee, Scalar | Vector | Matrix):
        return _widest([_of_argument(context, one) for one in node.args])
    if isinstance(callee, Overload):
        return _of_builtin(context, node, callee)
    return LEAF


def _of_argument(context: Context, node: Expression) -> Width | None:
    """Return the width of what is converted to floats."""
    type = context.type_of(node)
    if is_single(type):
        return width_of(context, node)
    if type is not None and type.scalar is not None and type.scalar.kind == "bool":
        return _BOOL
    value = context.constant_of(node)
    if value is not None:
        return _of_constant(value)
    return _integer(context, node)


def _integer(context: Context, node: Expression) -> Width | None:
    """Return the bits of an integer: of constants, and of what they mask; None for any other."""
    value = context.constant_of(node)
    if isinstance(value, int):
        return Width(value.bit_length(), 0) if 0 <= value < 1 << SIGNIFICAND else None
    if not isinstance(node, Binary) or node.op not in ("&", "|"):
        return None
    widths = [_integer(context, one) for one in (node.left, node.right)]
    known = [one.whole for one in widths if one is not None]
    if node.op == "&":
        return Width(min(known), 0) if known else None
    return Width(max(known), 0) if len(known) == len(widths) else None


def _of_builtin(context: Context, node: Call, callee: Overload) -> Width | None:
    name = callee.builtin.name
    if name in PRODUCTS:
        return PRODUCTS[name]
    if "texture" in callee.builtin.theme:
        return _TEXEL
    if name in _SIGNS:
        return _BOOL
    args = [one for one in node.args if is_single(context.type_of(one))]
    found = _widest([width_of(context, one) for one in args])
    if found is None:
        return None
    if name in _WHOLE:
        return Width(found.whole + 1, 0)
    if name == "fract":
        return Width(1, found.fraction)
    return found if name in _PARTS else None


_WIDTHS: Final[Mapping[type[Node], Callable[[Context, Expression], Width | None]]] = {
    Binary: _binary,
    Call: _call,
    Comma: _comma,
    Conditional: _conditional,
    Field: _part,
    Index: _part,
    Name: _name,
    Unary: _unary,
}
