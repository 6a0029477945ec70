"""Opcodes by what they may do: which have defined behaviour whatever their operands are."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o

DATA_TYPES: Final = frozenset(
    (
        o.OpTypeBool,
        o.OpTypeInt,
        o.OpTypeFloat,
        o.OpTypeVector,
        o.OpTypeMatrix,
        o.OpTypeArray,
        o.OpTypeStruct,
    )
)
HARMLESS: Final = frozenset(
    (
        *(
            o.OpNop,
            o.OpLabel,
            o.OpFunction,
            o.OpFunctionParameter,
            o.OpSelectionMerge,
            o.OpLoopMerge,
            o.OpBranch,
        ),
        *(
            o.OpBranchConditional,
            o.OpSwitch,
            o.OpReturn,
            o.OpReturnValue,
            o.OpKill,
            o.OpUnreachable,
        ),
        *(o.OpTerminateInvocation, o.OpPhi, o.OpSelect, o.OpCopyObject, o.OpCopyLogical),
        *(o.OpCompositeConstruct, o.OpCompositeExtract, o.OpCompositeInsert, o.OpTranspose),
        *(o.OpConvertSToF, o.OpConvertUToF, o.OpUConvert, o.OpSConvert, o.OpFConvert, o.OpBitcast),
        *(
            o.OpQuantizeToF16,
            o.OpSNegate,
            o.OpFNegate,
            o.OpIAdd,
            o.OpFAdd,
            o.OpISub,
            o.OpFSub,
            o.OpIMul,
        ),
        *(o.OpFMul, o.OpFDiv, o.OpFRem, o.OpFMod, o.OpVectorTimesScalar, o.OpMatrixTimesScalar),
        *(
            o.OpVectorTimesMatrix,
            o.OpMatrixTimesVector,
            o.OpMatrixTimesMatrix,
            o.OpOuterProduct,
            o.OpDot,
        ),
        *(
            o.OpIAddCarry,
            o.OpISubBorrow,
            o.OpUMulExtended,
            o.OpSMulExtended,
            o.OpAny,
            o.OpAll,
            o.OpIsNan,
        ),
        *(
            o.OpIsInf,
            o.OpLogicalEqual,
            o.OpLogicalNotEqual,
            o.OpLogicalOr,
            o.OpLogicalAnd,
            o.OpLogicalNot,
        ),
        *(o.OpIEqual, o.OpINotEqual, o.OpUGreaterThan, o.OpSGreaterThan, o.OpUGreaterThanEqual),
        *(
            o.OpSGreaterThanEqual,
            o.OpULessThan,
            o.OpSLessThan,
            o.OpULessThanEqual,
            o.OpSLessThanEqual,
        ),
        *(o.OpFOrdEqual, o.OpFUnordEqual, o.OpFOrdNotEqual, o.OpFUnordNotEqual, o.OpFOrdLessThan),
        *(o.OpFUnordLessThan, o.OpFOrdGreaterThan, o.OpFUnordGreaterThan, o.OpFOrdLessThanEqual),
        *(o.OpFUnordLessThanEqual, o.OpFOrdGreaterThanEqual, o.OpFUnordGreaterThanEqual),
        *(o.OpBitwiseOr, o.OpBitwiseXor, o.OpBitwiseAnd, o.OpNot, o.OpBitReverse, o.OpBitCount),
    )
)
"""No operand of these leads to undefined behaviour; a pointer among their types is looked at
apart.
"""
SHIFTS: Final = frozenset((o.OpShiftLeftLogical, o.OpShiftRightLogical, o.OpShiftRightArithmetic))
DIVISIONS: Final = frozenset((o.OpUDiv, o.OpSDiv, o.OpUMod, o.OpSRem, o.OpSMod))
BIT_FIELDS: Final = {o.OpBitFieldInsert: 2, o.OpBitFieldSExtract: 1, o.OpBitFieldUExtract: 1}
"""Position of the offset; the count follows."""
WITH_POINTER: Final = frozenset((35, 51, *range(76, 79)))
"""GLSL.std.450: Modf, Frexp, InterpolateAt*."""
GLSL_END: Final = 82
GLSL_NAME: Final = [
    *[int.from_bytes(b"GLSL.std.450\0\0\0\0"[i : i + 4], "little") for i in range(0, 16, 4)]
]
