"""What leaves memory as it is: an opcode does because it is listed."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.availability import precedes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.opcode_sets import (
    BIT_FIELDS,
    DIVISIONS,
    GLSL_END,
    GLSL_NAME,
    HARMLESS,
    SHIFTS,
    WITH_POINTER,
)

KEEPS: Final = (
    HARMLESS
    | SHIFTS
    | DIVISIONS
    | frozenset(BIT_FIELDS)
    | frozenset(
        (
            *(
                o.OpUndef,
                o.OpLine,
                o.OpNoLine,
                o.OpLoad,
                o.OpAccessChain,
                o.OpInBoundsAccessChain,
                o.OpArrayLength,
            ),
            *(o.OpVectorExtractDynamic, o.OpVectorInsertDynamic, o.OpVectorShuffle),
            *(
                o.OpSampledImage,
                o.OpImage,
                o.OpImageSampleImplicitLod,
                o.OpImageSampleExplicitLod,
                o.OpImageFetch,
            ),
            *(
                o.OpImageSampleDrefImplicitLod,
                o.OpImageSampleDrefExplicitLod,
                o.OpImageGather,
                o.OpImageDrefGather,
            ),
            *(o.OpImageQuerySize, o.OpImageQuerySizeLod, o.OpImageQueryLod, o.OpImageQueryLevels),
            *(o.OpDPdx, o.OpDPdy, o.OpFwidth, o.OpDPdxFine, o.OpDPdyFine, o.OpFwidthFine),
            *(o.OpDPdxCoarse, o.OpDPdyCoarse, o.OpFwidthCoarse),
        )
    )
)
"""They write no memory and order none; loads of volatile memory are among them."""


def keeps_memory(module: Module, instruction: Instruction) -> bool:
    """Say whether an instruction surely writes no memory and does not synchronise with other
    invocations.
    """
    if instruction.op != o.OpExtInst:
        return instruction.op in KEEPS
    imported = module.definition(instruction.ops[0])
    if imported is None or imported.op != o.OpExtInstImport or imported.ops != GLSL_NAME:
        return False
    return 0 < instruction.ops[1] < GLSL_END and instruction.ops[1] not in WITH_POINTER


def keep_memory_between(module: Module, first: Instruction, last: Instruction) -> bool:
    """Say whether all instructions between two of one block, the first of which comes first,
    keep memory.
    """
    if first.block is None or not precedes(module, first, last):
        return False
    between = first.block.instructions[module.position(first) + 1 : module.position(last)]
    return all(keeps_memory(module, each) for each in between)
