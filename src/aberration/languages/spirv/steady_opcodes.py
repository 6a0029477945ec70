"""Opcodes whose result is exact: no implementation may give another one for the same operands."""

from __future__ import annotations

from typing import Final

from . import opcodes as o
from .enums import GlslStd450

INTEGERS: Final = frozenset(
    (
        *(o.OpIAdd, o.OpISub, o.OpIMul, o.OpSNegate, o.OpUDiv, o.OpSDiv, o.OpUMod, o.OpSRem, o.OpSMod),
        *(o.OpIAddCarry, o.OpISubBorrow, o.OpUMulExtended, o.OpSMulExtended),
        *(o.OpShiftRightLogical, o.OpShiftRightArithmetic, o.OpShiftLeftLogical),
        *(o.OpBitwiseOr, o.OpBitwiseXor, o.OpBitwiseAnd, o.OpNot, o.OpBitFieldInsert, o.OpBitFieldSExtract),
        *(o.OpBitFieldUExtract, o.OpBitReverse, o.OpBitCount, o.OpUConvert, o.OpSConvert),
        *(o.OpIEqual, o.OpINotEqual, *range(o.OpUGreaterThan, o.OpSLessThanEqual + 1)),
        *(o.OpLogicalEqual, o.OpLogicalNotEqual, o.OpLogicalOr, o.OpLogicalAnd, o.OpLogicalNot, o.OpAny, o.OpAll),
    )
)
MOVES: Final = frozenset(
    (
        *(o.OpLoad, o.OpCopyObject, o.OpCopyLogical, o.OpSelect, o.OpBitcast, o.OpTranspose, o.OpArrayLength),
        *(o.OpCompositeConstruct, o.OpCompositeExtract, o.OpCompositeInsert, o.OpVectorShuffle),
        *(o.OpVectorExtractDynamic, o.OpVectorInsertDynamic),
    )
)
FLOATS: Final = frozenset(
    (o.OpFNegate, o.OpConvertFToS, o.OpConvertFToU, *range(o.OpFOrdEqual, o.OpFUnordGreaterThanEqual + 1))
)
"""Exact for operands that are: no other instruction on floats is, as roundings may differ."""
EXACT: Final = INTEGERS | MOVES | FLOATS
EXACT_EXTENDED: Final = frozenset(
    (
        *(GlslStd450.TRUNC, GlslStd450.F_ABS, GlslStd450.S_ABS, GlslStd450.S_SIGN, GlslStd450.FLOOR, GlslStd450.CEIL),
        *(GlslStd450.F_MIN, GlslStd450.U_MIN, GlslStd450.S_MIN, GlslStd450.F_MAX, GlslStd450.U_MAX, GlslStd450.S_MAX),
        *(GlslStd450.F_CLAMP, GlslStd450.U_CLAMP, GlslStd450.S_CLAMP),
        *(GlslStd450.FIND_I_LSB, GlslStd450.FIND_S_MSB, GlslStd450.FIND_U_MSB),
    )
)
POINTER_EXTENDED: Final = frozenset((GlslStd450.MODF, GlslStd450.FREXP))
