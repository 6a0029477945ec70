"""What each instruction is in NumPy: an expression on leaves, and the lanes for which SPIR-V leaves it undefined.

Expressions are templates for generated code, with `{0}`, `{1}` ... for the operands.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv import opcodes as op


class Operation(msgspec.Struct, frozen=True):
    """`views` gives the type of each operand: `s` int32, `u` uint32, `r` as the result, `=` as the first one, `.` as
    it is. `gives` is the type of the expression in the same letters, or `f`, `b`.

    `fails` are conditions, each a conjunction, that make a lane suspicious: the scalar engine then decides. `nan`
    are the operands that may not be NaN.
    """

    expression: str
    views: str
    gives: str
    fails: tuple[tuple[str, ...], ...] = ()
    nan: str = ""


def _same(expression: str, count: int = 2) -> Operation:
    return Operation(expression, "r" * count, "r")


def _integer(expression: str, view: str, *fails: tuple[str, ...], count: int = 2) -> Operation:
    return Operation(expression, view * count, view, fails)


def _shift(expression: str, view: str) -> Operation:
    return Operation(expression, view * 2, view, (("too_wide({1})",),))


def _compare(sign: str, view: str) -> Operation:
    return Operation(f"{{0}} {sign} {{1}}", view * 2, "b")


def _float(expression: str, count: int, *fails: str, nan: str = "") -> Operation:
    return Operation(expression, "." * count, "f", tuple((fail,) for fail in fails), nan)


def _float_compare(sign: str) -> Operation:
    return Operation(f"{{0}} {sign} {{1}}", "..", "b", (), "01")


_NO_DIVISOR: Final = ("{1} == 0",)
_OVERFLOW: Final = ("{1} == -1", "{0} == LEAST")

CORE: Final[dict[int, Operation]] = {
    op.OpIAdd: _same("{0} + {1}"),
    op.OpISub: _same("{0} - {1}"),
    op.OpIMul: _same("{0} * {1}"),
    op.OpSNegate: _same("-{0}", 1),
    op.OpUDiv: _integer("udiv({0}, {1})", "u", _NO_DIVISOR),
    op.OpUMod: _integer("umod({0}, {1})", "u", _NO_DIVISOR),
    op.OpSDiv: _integer("sdiv({0}, {1})", "s", _NO_DIVISOR, _OVERFLOW),
    op.OpSRem: _integer("srem({0}, {1})", "s", _NO_DIVISOR, _OVERFLOW),
    op.OpSMod: _integer("smod({0}, {1})", "s", _NO_DIVISOR, _OVERFLOW),
    op.OpShiftLeftLogical: _shift("np.left_shift({0}, {1})", "r"),
    op.OpShiftRightLogical: _shift("np.right_shift({0}, {1})", "u"),
    op.OpShiftRightArithmetic: _shift("np.right_shift({0}, {1})", "s"),
    op.OpBitwiseOr: _same("{0} | {1}"),
    op.OpBitwiseXor: _same("{0} ^ {1}"),
    op.OpBitwiseAnd: _same("{0} & {1}"),
    op.OpNot: _same("~{0}", 1),
    op.OpBitReverse: _integer("bit_reverse({0})", "u", count=1),
    op.OpBitCount: Operation("bit_count({0})", "u", "s"),
    op.OpBitFieldInsert: _integer("insert_bits({0}, {1}, {2}, {3})", "u", ("field_fails({2}, {3})",), count=4),
    op.OpBitFieldUExtract: _integer("extract_unsigned({0}, {1}, {2})", "u", ("field_fails({1}, {2})",), count=3),
    op.OpBitFieldSExtract: _integer("extract_signed({0}, {1}, {2})", "u", ("field_fails({1}, {2})",), count=3),
    op.OpIEqual: _compare("==", "="),
    op.OpINotEqual: _compare("!=", "="),
    op.OpUGreaterThan: _compare(">", "u"),
    op.OpUGreaterThanEqual: _compare(">=", "u"),
    op.OpULessThan: _compare("<", "u"),
    op.OpULessThanEqual: _compare("<=", "u"),
    op.OpSGreaterThan: _compare(">", "s"),
    op.OpSGreaterThanEqual: _compare(">=", "s"),
    op.OpSLessThan: _compare("<", "s"),
    op.OpSLessThanEqual: _compare("<=", "s"),
    op.OpLogicalOr: Operation("{0} | {1}", "..", "b"),
    op.OpLogicalAnd: Operation("{0} & {1}", "..", "b"),
    op.OpLogicalEqual: Operation("{0} == {1}", "..", "b"),
    op.OpLogicalNotEqual: Operation("{0} ^ {1}", "..", "b"),
    op.OpLogicalNot: Operation("~{0}", ".", "b"),
    op.OpFNegate: _float("-{0}", 1),
    op.OpFAdd: _float("{0} + {1}", 2),
    op.OpFSub: _float("{0} - {1}", 2),
    op.OpFMul: _float("{0} * {1}", 2),
    op.OpFDiv: _float("{0} / {1}", 2, "{1} == 0"),
    op.OpFRem: _float("frem({0}, {1})", 2, "{1} == 0"),
    op.OpFMod: _float("fmod({0}, {1})", 2, "{1} == 0"),
    op.OpFOrdEqual: _float_compare("=="),
    op.OpFOrdNotEqual: _float_compare("!="),
    op.OpFOrdLessThan: _float_compare("<"),
    op.OpFOrdLessThanEqual: _float_compare("<="),
    op.OpFOrdGreaterThan: _float_compare(">"),
    op.OpFOrdGreaterThanEqual: _float_compare(">="),
    op.OpFUnordEqual: _float_compare("=="),
    op.OpFUnordNotEqual: _float_compare("!="),
    op.OpFUnordLessThan: _float_compare("<"),
    op.OpFUnordLessThanEqual: _float_compare("<="),
    op.OpFUnordGreaterThan: _float_compare(">"),
    op.OpFUnordGreaterThanEqual: _float_compare(">="),
    op.OpIsNan: Operation("({0} != {0})", ".", "b", (), "0"),
    op.OpIsInf: Operation("is_infinite({0})", ".", "b", (("is_infinite({0})",),), "0"),
    op.OpOrdered: Operation("({0} == {0}) & ({1} == {1})", "..", "b", (), "01"),
    op.OpUnordered: Operation("({0} != {0}) | ({1} != {1})", "..", "b", (), "01"),
    op.OpQuantizeToF16: _float("{0}.astype(np.float16).astype(SINGLE)", 1),
    op.OpConvertFToS: Operation("to_signed({0})", ".", "s", (("signed_fails({0})",),)),
    op.OpConvertFToU: Operation("to_unsigned({0})", ".", "u", (("unsigned_fails({0})",),)),
    op.OpConvertSToF: Operation("{0}.astype(SINGLE)", "s", "f"),
    op.OpConvertUToF: Operation("{0}.astype(SINGLE)", "u", "f"),
}
"""Instructions that work on each component by itself."""


def _wide(function: str, *fails: str, count: int = 1) -> Operation:
    """A function computed in 64 bits; what is not finite is left to the scalar engine."""
    operands = ", ".join(f"{{{k}}}" for k in range(count))
    finite = tuple(f"~np.isfinite({{{k}}})" for k in range(count))
    return _float(f"{function}({operands})", count, *fails, *finite)


LIBRARY: Final[dict[int, Operation]] = {
    1: _float("np.rint({0})", 1),
    2: _float("np.rint({0})", 1),
    3: _float("np.trunc({0})", 1),
    4: _float("np.abs({0})", 1),
    5: _integer("np.abs({0})", "s", count=1),
    6: _float("fsign({0})", 1, nan="0"),
    7: _integer("np.sign({0})", "s", count=1),
    8: _float("np.floor({0})", 1),
    9: _float("np.ceil({0})", 1),
    10: _float("{0} - np.floor({0})", 1),
    11: _float("radians({0})", 1),
    12: _float("degrees({0})", 1),
    13: _wide("sin"),
    14: _wide("cos"),
    15: _wide("tan"),
    16: _wide("asin", "np.abs({0}) > 1"),
    17: _wide("acos", "np.abs({0}) > 1"),
    18: _wide("atan"),
    19: _wide("sinh"),
    20: _wide("cosh"),
    21: _wide("tanh"),
    22: _wide("asinh"),
    23: _wide("acosh", "{0} < 1"),
    24: _wide("atanh", "np.abs({0}) >= 1"),
    25: _wide("atan2", "({0} == 0) & ({1} == 0)", count=2),
    26: _wide("power", "({0} < 0) | (({0} == 0) & ({1} <= 0))", count=2),
    27: _wide("exp"),
    28: _wide("log", "{0} <= 0"),
    29: _wide("exp2"),
    30: _wide("log2", "{0} <= 0"),
    31: _float("np.sqrt({0})", 1, "{0} < 0"),
    32: _float("inverse_sqrt({0})", 1, "{0} <= 0"),
    37: _float("least({0}, {1})", 2, nan="01"),
    38: _integer("np.minimum({0}, {1})", "u"),
    39: _integer("np.minimum({0}, {1})", "s"),
    40: _float("greatest({0}, {1})", 2, nan="01"),
    41: _integer("np.maximum({0}, {1})", "u"),
    42: _integer("np.maximum({0}, {1})", "s"),
    43: _float("fclamp({0}, {1}, {2})", 3, "{1} > {2}", nan="012"),
    44: _integer("np.minimum(np.maximum({0}, {1}), {2})", "u", ("{1} > {2}",), count=3),
    45: _integer("np.minimum(np.maximum({0}, {1}), {2})", "s", ("{1} > {2}",), count=3),
    46: _float("{0} * (ONE - {2}) + {1} * {2}", 3),
    48: _float("({1} >= {0}).astype(SINGLE)", 2, nan="01"),
    49: _float(
        "smooth_step({0}, {1}, {2})",
        3,
        "{0} >= {1}",
        "~np.isfinite({0} + {1} + {2})",
        "~np.isfinite(({2} - {0}) / ({1} - {0}))",
    ),
    50: _float("{0} * {1} + {2}", 3),
    73: Operation("find_lsb({0})", "u", "s"),
    74: Operation("find_signed_msb({0})", "s", "s"),
    75: Operation("find_msb({0})", "u", "s"),
    79: _float("least({0}, {1})", 2, nan="01"),
    80: _float("greatest({0}, {1})", 2, nan="01"),
    81: _float("least(greatest({0}, {1}), {2})", 3, "{1} > {2}", nan="012"),
}
"""Functions of GLSL.std.450, by number, that work on each component by itself."""
