"""The operations that a specialisation constant may compute, on single leaves.

Division by zero, a shift too wide and the like give 0 here: specialisation constants are folded by
the driver before anything runs.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.floats import bits_of_float, float_of_bits

from .undefined import Refused

Number = bool | int | float


def as_signed(value: int, width: int) -> int:
    """Return the value of an unsigned integer read as two's complement."""
    return value - (1 << width) if value >> (width - 1) else value


def divide(a: int, b: int) -> int:
    """Return the quotient rounded towards zero; 0 where it is not defined."""
    if b == 0:
        return 0
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a: int, b: int) -> int:
    """Return the remainder of two integers, neither negative; Vulkan does not define others."""
    if a < 0 or b < 0:
        raise Refused("a specialisation constant that is the remainder of a negative integer")
    return a % b if b else 0


_UNSIGNED: Final[dict[int, Callable[[int, int], int]]] = {
    op.OpIAdd: operator.add,
    op.OpISub: operator.sub,
    op.OpIMul: operator.mul,
    op.OpUDiv: divide,
    op.OpUMod: remainder,
    op.OpBitwiseOr: operator.or_,
    op.OpBitwiseXor: operator.xor,
    op.OpBitwiseAnd: operator.and_,
    op.OpIEqual: operator.eq,
    op.OpINotEqual: operator.ne,
    op.OpUGreaterThan: operator.gt,
    op.OpUGreaterThanEqual: operator.ge,
    op.OpULessThan: operator.lt,
    op.OpULessThanEqual: operator.le,
    op.OpLogicalOr: operator.or_,
    op.OpLogicalAnd: operator.and_,
    op.OpLogicalEqual: operator.eq,
    op.OpLogicalNotEqual: operator.ne,
}
_SIGNED: Final[dict[int, Callable[[int, int], int]]] = {
    op.OpSDiv: divide,
    op.OpSRem: remainder,
    op.OpSMod: remainder,
    op.OpSGreaterThan: operator.gt,
    op.OpSGreaterThanEqual: operator.ge,
    op.OpSLessThan: operator.lt,
    op.OpSLessThanEqual: operator.le,
}
_COMPARISONS: Final = frozenset(code for code in (*_UNSIGNED, *_SIGNED) if 170 <= code <= 179)
_BOOLEAN: Final = _COMPARISONS | {
    op.OpLogicalOr,
    op.OpLogicalAnd,
    op.OpLogicalEqual,
    op.OpLogicalNotEqual,
}


def evaluate(opcode: int, width: int, widths: list[int], row: tuple[Number | None, ...]) -> Number:
    """Return one leaf of the result; `width` is that of the result, `widths` those of the
    operands.
    """
    if opcode == op.OpSelect:
        return _or_zero(row[1] if row[0] else row[2])
    if opcode == op.OpFConvert or opcode == op.OpQuantizeToF16:
        return _round_to_width(
            float(_or_zero(row[0])), 16 if opcode == op.OpQuantizeToF16 else width
        )
    a, *rest = [int(cell or 0) for cell in row]
    if opcode == op.OpLogicalNot:
        return not a
    if not rest:
        return _unary(opcode, a, width, widths[0]) & ((1 << width) - 1)
    b = rest[0]
    if opcode in (op.OpShiftLeftLogical, op.OpShiftRightLogical, op.OpShiftRightArithmetic):
        result = _shift(opcode, a, b, widths[0])
    elif opcode in _UNSIGNED:
        result = _UNSIGNED[opcode](a, b)
    elif opcode in _SIGNED:
        result = _SIGNED[opcode](as_signed(a, widths[0]), as_signed(b, widths[1]))
    else:
        raise Refused(f"an OpSpecConstantOp with opcode {opcode}")
    return bool(result) if opcode in _BOOLEAN else result & ((1 << width) - 1)


def _or_zero(cell: Number | None) -> Number:
    return 0 if cell is None else cell


def _unary(opcode: int, a: int, width: int, source: int) -> int:
    if opcode == op.OpSNegate:
        return -a
    if opcode == op.OpNot:
        return ~a
    if opcode == op.OpUConvert:
        return a
    if opcode == op.OpSConvert:
        return as_signed(a, source)
    raise Refused(f"an OpSpecConstantOp with opcode {opcode}")


def _shift(opcode: int, a: int, b: int, width: int) -> int:
    if b >= width:
        return 0
    if opcode == op.OpShiftLeftLogical:
        return a << b
    return (as_signed(a, width) if opcode == op.OpShiftRightArithmetic else a) >> b


def _round_to_width(value: float, width: int) -> float:
    try:
        return float_of_bits(bits_of_float(value, width), width)
    except OverflowError:
        return value * float("inf")
