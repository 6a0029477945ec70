"""What leaves memory as it is: an opcode does because it is listed."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.availability import precedes
from aberration.languages.spirv.grammar import DERIVATIVES
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.opcode_sets import (
    BIT_FIELDS,
    DIVISIONS,
    HARMLESS,
    SHIFTS,
    is_plain_glsl,
)

KEEPS: Final = (
    HARMLESS
    | SHIFTS
    | DIVISIONS
    | DERIVATIVES
    | frozenset(BIT_FIELDS)
    | {
        o.OpUndef,
        o.OpLine,
        o.OpNoLine,
        o.OpLoad,
        o.OpAccessChain,
        o.OpInBoundsAccessChain,
        o.OpArrayLength,
        o.OpVectorExtractDynamic,
        o.OpVectorInsertDynamic,
        o.OpVectorShuffle,
        o.OpSampledImage,
        o.OpImage,
        o.OpImageSampleImplicitLod,
        o.OpImageSampleExplicitLod,
        o.OpImageFetch,
        o.OpImageSampleDrefImplicitLod,
        o.OpImageSampleDrefExplicitLod,
        o.OpImageGather,
        o.OpImageDrefGather,
        o.OpImageQuerySize,
        o.OpImageQuerySizeLod,
        o.OpImageQueryLod,
        o.OpImageQueryLevels,
    }
)
"""They write no memory and order none; loads of volatile memory are among them."""


def keeps_memory(module: Module, instruction: Instruction) -> bool:
    """Say whether an instruction surely writes no memory and does not synchronise with other
    invocations.
    """
    return instruction.op in KEEPS or is_plain_glsl(module, instruction)


def keep_memory_between(module: Module, first: Instruction, last: Instruction) -> bool:
    """Say whether all instructions between two of one block, the first of which comes first,
    keep memory.
    """
    if first.block is None or not precedes(module, first, last):
        return False
    between = first.block.instructions[module.position(first) + 1 : module.position(last)]
    return all(keeps_memory(module, each) for each in between)
