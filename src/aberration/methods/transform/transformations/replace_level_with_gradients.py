"""Give the slopes of a coordinate, which are zero, instead of a level."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.image_reads import image_operands, with_image_operands
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.constants import find_zero
from aberration.methods.transform.analysis.images import texture_of_image
from aberration.methods.transform.analysis.texel_places import axis_count, chooses_level_by
from aberration.methods.transform.building.texel_coordinates import vector_of_floats
from aberration.methods.transform.transformation import Transformation


class ReplaceLevelWithGradients(Transformation, frozen=True, gc=False):
    """Precondition: `at` samples at a level that is named, from a texture that the inputs of the
    seed program give: it has one level, so that any slopes give the same, for textures are
    magnified and minified alike. Its image operands are known, and MinLod is none of them. The
    relevant zero of as many floats as the texture has directions exists.
    Effect: Grad with that zero, twice, stands in place of Lod (SPIR-V 3.14).
    Facts: uses what is known of the texture, adds none.
    """

    at: Place

    def is_applicable(self, module: Module) -> bool:
        sample = self.at.find(module)
        if sample is None or not chooses_level_by(module, sample, ImageOperands.LOD):
            return False
        return _zero(module, sample) != 0

    def apply(self, module: Module) -> None:
        sample = self.at.get(module)
        given = must_exist(image_operands(sample))
        given.pop(ImageOperands.LOD)
        given[ImageOperands.GRAD] = [_zero(module, sample)] * 2
        module.set_operands(sample, with_image_operands(sample, given))


def _zero(module: Module, sample: Instruction) -> int:
    texture = texture_of_image(module, sample.ops[0])
    axes = 0 if texture is None else axis_count(texture)
    vector = vector_of_floats(module, axes) if axes else 0
    return find_zero(module, False, vector) if vector else 0
