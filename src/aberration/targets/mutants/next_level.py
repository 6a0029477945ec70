"""A sample at a named level is lowered to the level behind it where there is an offset of zero."""

from __future__ import annotations

import struct

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.declaring import declare
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.image_reads import image_operands, with_image_operands
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions, is_scalar_constant


def rewrite(module: Module) -> None:
    """Add one to the constant level of a sample with a constant offset of zeros."""
    for sample in instructions(module, opcodes.OpImageSampleExplicitLod):
        given = image_operands(sample) or {}
        offset, level = given.get(ImageOperands.CONST_OFFSET), given.get(ImageOperands.LOD)
        if offset is None or level is None or not is_scalar_constant(module, offset[0], 0):
            continue
        given[ImageOperands.LOD] = [_next(module, level[0])]
        module.set_operands(sample, with_image_operands(sample, given))


def _next(module: Module, level_id: int) -> int:
    """Return the constant that is one more; of another value, the value itself."""
    found = module.definition(level_id)
    if found is None or found.op != opcodes.OpConstant or len(found.ops) != 1:
        return level_id
    (number,) = struct.unpack("<f", struct.pack("<I", found.ops[0]))
    (word,) = struct.unpack("<I", struct.pack("<f", number + 1.0))
    return declare(module, opcodes.OpConstant, found.type_id, word)


MUTANT = Mutant(
    "next-level",
    "a level of a sample that is off by one",
    ("AddZeroImageOffset",),
    rewrite,
    textures=True,
)
