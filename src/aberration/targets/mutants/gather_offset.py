"""A gather with an offset of zero is lowered to one without, of the first component."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.image_reads import image_operands
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions, is_scalar_constant, null


def rewrite(module: Module) -> None:
    """Let a gather with a constant offset of zeros give red."""
    for gather in instructions(module, opcodes.OpImageGather):
        offset = (image_operands(gather) or {}).get(ImageOperands.CONST_OFFSET)
        if offset is None or not is_scalar_constant(module, offset[0], 0):
            continue
        if not is_scalar_constant(module, gather.ops[2], 0):
            module.set_operand(gather, 2, null(module, module.type_of(gather.ops[2])))


MUTANT = Mutant(
    "gather-offset",
    "a gather lowered with the wrong component",
    ("AddZeroImageOffset",),
    rewrite,
    textures=True,
)
