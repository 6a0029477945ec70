"""Sample the nearest texel in its middle instead of fetching it."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.image_reads import image_operands, with_image_operands
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpImageSampleExplicitLod
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.texel_places import (
    KnownFetch,
    is_nearest,
    known_fetch,
)
from aberration.methods.transform.building.texel_coordinates import (
    COUNT,
    can_be_coordinate,
    coordinate_lines,
)
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.make_lod_explicit import level_zero

MIDDLE: Final = 0.5


class SampleFetchedTexel(Transformation, frozen=True, gc=False):
    """Precondition: `at` fetches from an image that was taken of one with a sampler, which its
    block may use; the inputs of the seed program give both, and the nearest texel is sampled. Its
    level is the constant 0, and its offset, if it has one, a ConstOffset of integer constants. The
    type of as many floats as the coordinate has numbers exists, and relevant constants of it: the
    middle of a texel, and what a texel is of each side of the texture (of a layer, 0 and 1); the
    float 0 too. `fresh` are COUNT ids.
    Effect: samples the middle of the texel at Lod 0, with the offset of the fetch. As a fetch lies
    inside of its texture, nothing is wrapped.
    Facts: uses what is known of the texture, adds none.
    """

    at: Place
    fresh: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        if len(self.fresh) != COUNT or not all_fresh(module, *self.fresh):
            return False
        fetch = self.at.find(module)
        known = None if fetch is None else known_fetch(module, fetch)
        if known is None or not is_nearest(known.texture) or not level_zero(module):
            return False
        return can_be_coordinate(module, known.texture, known.place, middle(known))

    def apply(self, module: Module) -> None:
        fetch = self.at.get(module)
        known, given = must_exist(known_fetch(module, fetch)), must_exist(image_operands(fetch))
        lines = coordinate_lines(module, known.texture, known.place, middle(known), self.fresh)
        module.insert_before(fetch, *lines)
        given[ImageOperands.LOD] = [level_zero(module)]
        first = [known.sampled, self.fresh[-1]]
        operands = [*first, *with_image_operands(fetch, given)[len(first) :]]
        sample = Instruction(OpImageSampleExplicitLod, fetch.type_id, fetch.result_id, operands)
        module.replace(fetch, sample)


def middle(known: KnownFetch) -> list[float]:
    """Return how far the middle of a texel lies from where it begins."""
    return [MIDDLE] * len(known.offset)
