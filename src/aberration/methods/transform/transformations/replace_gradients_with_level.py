"""Name the level of a sample instead of the slopes of its coordinate."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.image_reads import image_operands, with_image_operands
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.texel_places import chooses_level_by
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.make_lod_explicit import level_zero


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
        if sample is None or not chooses_level_by(module, sample, ImageOperands.GRAD):
            return False
        return level_zero(module) != 0

    def apply(self, module: Module) -> None:
        sample = self.at.get(module)
        given = must_exist(image_operands(sample))
        given.pop(ImageOperands.GRAD)
        given[ImageOperands.LOD] = [level_zero(module)]
        module.set_operands(sample, with_image_operands(sample, given))
