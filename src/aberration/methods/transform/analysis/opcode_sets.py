"""Opcodes by what they may do: which have defined behaviour whatever their operands are."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.glsl_functions import glsl_number
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

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
STRUCTURE: Final = frozenset(
    (
        o.OpNop,
        o.OpLabel,
        o.OpFunction,
        o.OpFunctionParameter,
        o.OpSelectionMerge,
        o.OpLoopMerge,
        o.OpBranch,
        o.OpBranchConditional,
        o.OpSwitch,
        o.OpReturn,
        o.OpReturnValue,
        o.OpKill,
        o.OpUnreachable,
        o.OpTerminateInvocation,
        o.OpPhi,
    )
)
CONVERSIONS: Final = frozenset(
    (
        o.OpConvertSToF,
        o.OpConvertUToF,
        o.OpUConvert,
        o.OpSConvert,
        o.OpFConvert,
        o.OpQuantizeToF16,
    )
)
"""Those that are defined for every number."""
ARITHMETIC: Final = frozenset(
    (
        o.OpSNegate,
        o.OpFNegate,
        o.OpIAdd,
        o.OpFAdd,
        o.OpISub,
        o.OpFSub,
        o.OpIMul,
        o.OpFMul,
        o.OpFDiv,
        o.OpFRem,
        o.OpFMod,
        o.OpVectorTimesScalar,
        o.OpMatrixTimesScalar,
        o.OpVectorTimesMatrix,
        o.OpMatrixTimesVector,
        o.OpMatrixTimesMatrix,
        o.OpOuterProduct,
        o.OpDot,
    )
)
BITWISE: Final = frozenset(
    (o.OpBitwiseOr, o.OpBitwiseXor, o.OpBitwiseAnd, o.OpNot, o.OpBitReverse, o.OpBitCount)
)
COMPARISONS: Final = frozenset(range(o.OpIEqual, o.OpFUnordGreaterThanEqual + 1))
HARMLESS: Final = (
    STRUCTURE
    | CONVERSIONS
    | ARITHMETIC
    | BITWISE
    | COMPARISONS
    | {
        o.OpSelect,
        o.OpCopyObject,
        o.OpCopyLogical,
        o.OpBitcast,
        o.OpCompositeConstruct,
        o.OpCompositeExtract,
        o.OpCompositeInsert,
        o.OpTranspose,
        o.OpIAddCarry,
        o.OpISubBorrow,
        o.OpUMulExtended,
        o.OpSMulExtended,
        o.OpAny,
        o.OpAll,
        o.OpIsNan,
        o.OpIsInf,
        o.OpLogicalEqual,
        o.OpLogicalNotEqual,
        o.OpLogicalOr,
        o.OpLogicalAnd,
        o.OpLogicalNot,
    }
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


def is_plain_glsl(module: Module, instruction: Instruction) -> bool:
    """Say whether an extended instruction is of GLSL.std.450, and does nothing but compute its
    result.
    """
    number = glsl_number(module, instruction)
    return 0 < number < GLSL_END and number not in WITH_POINTER
