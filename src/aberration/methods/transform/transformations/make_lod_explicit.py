"""Name the level of a sample of a texture that has one level only."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.image_reads import image_operands, with_image_operands
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConstant,
    OpImageSampleExplicitLod,
    OpImageSampleImplicitLod,
    OpImageSampleProjExplicitLod,
    OpImageSampleProjImplicitLod,
    OpTypeFloat,
)
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.images import texture_of_image
from aberration.methods.transform.known_textures import has_one_level
from aberration.methods.transform.transformation import Transformation

EXPLICIT: Final = MappingProxyType(
    {
        OpImageSampleImplicitLod: OpImageSampleExplicitLod,
        OpImageSampleProjImplicitLod: OpImageSampleProjExplicitLod,
    }
)


class MakeLodExplicit(Transformation, frozen=True, gc=False):
    """Precondition: `at` samples with an implicit level, from a texture that the inputs of the seed
    program give and that has one level, so that any level gives the same, for textures are
    magnified and minified alike. Its image operands are known, and MinLod is none of them. The
    relevant float 0 exists.
    Effect: samples at Lod 0; a Bias goes.
    Facts: uses what is known of the texture, adds none.
    """

    at: Place

    def is_applicable(self, module: Module) -> bool:
        sample = self.at.find(module)
        if sample is None or sample.block is None or sample.op not in EXPLICIT:
            return False
        given = image_operands(sample)
        if given is None or ImageOperands.MIN_LOD in given or not level_zero(module):
            return False
        return has_one_level(texture_of_image(module, sample.ops[0]))

    def apply(self, module: Module) -> None:
        sample = self.at.get(module)
        given = must_exist(image_operands(sample))
        given.pop(ImageOperands.BIAS, None)
        given[ImageOperands.LOD] = [level_zero(module)]
        operands = with_image_operands(sample, given)
        explicit = Instruction(EXPLICIT[sample.op], sample.type_id, sample.result_id, operands)
        module.replace(sample, explicit)


def level_zero(module: Module) -> int:
    """Return the relevant float constant 0; 0 if there is none."""
    number = module.find(OpTypeFloat, 0, 32)
    return find_constant(module, False, OpConstant, number, 0) if number else 0
