"""Name the level of a sample instead of the slopes of its coordinate."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.image_reads import image_operands, with_image_operands
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.images import texture_of_image
from aberration.methods.transform.known_textures import has_one_level
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.make_lod_explicit import level_zero
from aberration.methods.transform.transformations.replace_level_with_gradients import EXPLICIT


class ReplaceGradientsWithLevel(Transformation, frozen=True, gc=False):
    """Precondition: `at` samples with slopes that are given, from a texture that the inputs of the
    seed program give: it has one level, so that any level gives the same, for textures are
    magnified and minified alike. Its image operands are known, and MinLod is none of them. The
    relevant float 0 exists.
    Effect: Lod 0 stands in place of Grad (SPIR-V 3.14).
    Facts: uses what is known of the texture, adds none.
    """

    at: Place

    def is_applicable(self, module: Module) -> bool:
        sample = self.at.find(module)
        return sample is not None and has_slopes(module, sample) and level_zero(module) != 0

    def apply(self, module: Module) -> None:
        sample = self.at.get(module)
        given = must_exist(image_operands(sample))
        given.pop(ImageOperands.GRAD)
        given[ImageOperands.LOD] = [level_zero(module)]
        module.set_operands(sample, with_image_operands(sample, given))


def has_slopes(module: Module, sample: Instruction) -> bool:
    """Say whether a sample gives slopes for a texture that is known to have one level."""
    given = image_operands(sample) if sample.op in EXPLICIT else None
    if given is None or sample.block is None or ImageOperands.GRAD not in given:
        return False
    return ImageOperands.MIN_LOD not in given and has_one_level(
        texture_of_image(module, sample.ops[0])
    )
