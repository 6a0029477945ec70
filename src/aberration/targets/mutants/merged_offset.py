"""An offset is moved into the coordinate of a fetch, where a constant is subtracted already, and
gets lost on the way.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.image_reads import image_operands, with_image_operands
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions, is_constant


def rewrite(module: Module) -> None:
    """Drop the constant offset of a fetch whose coordinate is a difference with a constant."""
    for fetch in instructions(module, opcodes.OpImageFetch):
        place, given = module.definition(fetch.ops[1]), image_operands(fetch)
        if place is None or place.op != opcodes.OpISub or not is_constant(module, place.ops[1]):
            continue
        if given is None or given.pop(ImageOperands.CONST_OFFSET, None) is None:
            continue
        module.set_operands(fetch, with_image_operands(fetch, given))


MUTANT = Mutant(
    "merged-offset",
    "two offsets merged, of which one is kept",
    ("ShiftFetchOffset",),
    rewrite,
    textures=True,
)
