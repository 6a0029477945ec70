"""Divide the coordinate of a projective sample before it is sampled."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from aberration.core.errors import must_exist
from aberration.core.textures import Texture
from aberration.languages.spirv import types
from aberration.languages.spirv.image_reads import image_operands
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpFDiv, OpVectorShuffle
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.texel_places import (
    PLACE,
    coordinate_count,
    is_nearest,
    sampled_as,
)
from aberration.methods.transform.building.texel_coordinates import vector_of_floats
from aberration.methods.transform.known_textures import has_one_level
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.make_sample_projective import PROJECTIVE

PLAIN: Final = MappingProxyType({after: before for before, after in PROJECTIVE.items()})
COUNT: Final = 3
"""How many instructions it takes."""


class DivideBeforeSample(Transformation, frozen=True, gc=False):
    """Precondition: `at` samples a texture projectively that the inputs of the seed program give
    with its sampler; the nearest texel is sampled, it has one level, and the image operands are
    known. The type of as many floats exists as the divided coordinate has. `fresh` are COUNT ids.
    Effect: divides the coordinate, all of its numbers but the divisor, and samples at the quotient
    (SPIR-V, OpImageSampleProjExplicitLod). Either division may be rounded, by far less than any
    two texels are apart.
    Facts: uses what is known of the texture, adds none.
    """

    at: Place
    fresh: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        if len(self.fresh) != COUNT or not all_fresh(module, *self.fresh):
            return False
        sample = self.at.find(module)
        texture = None if sample is None else divided_texture(module, sample)
        return texture is not None and vector_of_floats(module, coordinate_count(texture)) != 0

    def apply(self, module: Module) -> None:
        sample = self.at.get(module)
        count = coordinate_count(must_exist(divided_texture(module, sample)))
        vector, place = vector_of_floats(module, count), sample.ops[PLACE]
        dividend, divisor, quotient = self.fresh
        module.insert_before(
            sample,
            Instruction(OpVectorShuffle, vector, dividend, [place, place, *range(count)]),
            Instruction(OpVectorShuffle, vector, divisor, [place, place, *[count] * count]),
            Instruction(OpFDiv, vector, quotient, [dividend, divisor]),
        )
        operands = [sample.ops[0], quotient, *sample.ops[PLACE + 1 :]]
        opcode = PLAIN[sample.op]
        module.replace(sample, Instruction(opcode, sample.type_id, sample.result_id, operands))


def divided_texture(module: Module, sample: Instruction) -> Texture | None:
    """Return the texture of a projective sample; None if it is not known, or it matters by how
    little its coordinate changes.
    """
    texture = sampled_as(module, sample.ops[0]) if sample.op in PLAIN else None
    if sample.block is None or not is_nearest(texture) or not has_one_level(texture):
        return None
    count = types.component_count(module, module.type_of(sample.ops[PLACE]))
    if texture is None or image_operands(sample) is None or count <= coordinate_count(texture):
        return None
    return texture if coordinate_count(texture) else None
