"""Sample with a coordinate that is divided by a number again by which it was multiplied."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from aberration.core.errors import must_exist
from aberration.core.textures import Texture
from aberration.languages.spirv import types
from aberration.languages.spirv.image_reads import image_operands
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCompositeConstruct,
    OpImageSampleExplicitLod,
    OpImageSampleImplicitLod,
    OpImageSampleProjExplicitLod,
    OpImageSampleProjImplicitLod,
    OpTypeFloat,
    OpVectorTimesScalar,
)
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.images import find_words
from aberration.methods.transform.analysis.texel_places import (
    PLACE,
    coordinate_count,
    is_nearest,
    sampled_as,
)
from aberration.methods.transform.building.texel_coordinates import (
    float_words,
    vector_of_floats,
)
from aberration.methods.transform.known_textures import has_one_level
from aberration.methods.transform.transformation import Transformation, all_fresh

LEAST: Final = -3
MOST: Final = 3
"""Exponents of divisors."""
PROJECTIVE: Final = MappingProxyType(
    {
        OpImageSampleImplicitLod: OpImageSampleProjImplicitLod,
        OpImageSampleExplicitLod: OpImageSampleProjExplicitLod,
    }
)


class MakeSampleProjective(Transformation, frozen=True, gc=False):
    """Precondition: `at` samples a texture without layers that the inputs of the seed program give
    with its sampler, not projectively; the nearest texel is sampled, it has one level, and the
    image operands are known. The coordinate has no more numbers than it needs. 2 to the power
    `exponent`, from LEAST to MOST, is a relevant float constant, and the type of one float more
    than the coordinate's exists. The two ids are fresh.
    Effect: multiplies the coordinate by the power, which is exact, and samples at the product
    divided by it again (SPIR-V, OpImageSampleProjExplicitLod). That division may be rounded, by far
    less than any two texels are apart.
    Facts: uses what is known of the texture, adds none.
    """

    at: Place
    exponent: int
    product: int
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        sample = self.at.find(module)
        texture = None if sample is None else projectable(module, sample)
        if sample is None or texture is None or not all_fresh(module, self.product, self.fresh):
            return False
        if not LEAST <= self.exponent <= MOST or not self._divisor(module):
            return False
        return vector_of_floats(module, coordinate_count(texture) + 1) != 0

    def _divisor(self, module: Module) -> int:
        number = module.find(OpTypeFloat, 0, 32)
        return find_words(module, number, float_words([2.0**self.exponent])) if number else 0

    def apply(self, module: Module) -> None:
        sample = self.at.get(module)
        texture = must_exist(projectable(module, sample))
        place, divisor = sample.ops[PLACE], self._divisor(module)
        whole = vector_of_floats(module, coordinate_count(texture) + 1)
        product = Instruction(
            OpVectorTimesScalar, module.type_of(place), self.product, [place, divisor]
        )
        made = Instruction(OpCompositeConstruct, whole, self.fresh, [self.product, divisor])
        module.insert_before(sample, product, made)
        operands = [sample.ops[0], self.fresh, *sample.ops[PLACE + 1 :]]
        opcode = PROJECTIVE[sample.op]
        module.replace(sample, Instruction(opcode, sample.type_id, sample.result_id, operands))


def projectable(module: Module, sample: Instruction) -> Texture | None:
    """Return the texture of a sample whose coordinate may be divided by a number; None if it is not
    known, or the sample may not be projective.
    """
    texture = sampled_as(module, sample.ops[0]) if sample.op in PROJECTIVE else None
    if sample.block is None or texture is None or texture.shape == "2DArray":
        return None
    if not is_nearest(texture) or not has_one_level(texture) or image_operands(sample) is None:
        return None
    count = types.component_count(module, module.type_of(sample.ops[PLACE]))
    return texture if count and count == coordinate_count(texture) else None
