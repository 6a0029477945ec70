"""Gather a component of a texel that is fetched, as one of four."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.core.texels import CORNERS
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpCompositeExtract, OpImageGather, OpTypeInt
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.images import find_integers
from aberration.methods.transform.analysis.texel_places import KnownFetch, is_usable_in, known_fetch
from aberration.methods.transform.building.texel_coordinates import (
    COUNT,
    can_be_coordinate,
    coordinate_lines,
)
from aberration.methods.transform.transformation import Transformation, all_fresh


class GatherFetchedComponent(Transformation, frozen=True, gc=False):
    """Precondition: `at` takes a component of what is fetched from an image that was taken of one
    with a sampler, which its block may use; the inputs of the seed program give both. The texture
    is 2D, with layers or without. The level of the fetch is the constant 0, and its offset, if it
    has one, a ConstOffset of integer constants. `corner` is 0 to 3. The type of as many floats as
    the coordinate has numbers exists, and relevant constants of it: how far the middle of the four
    texels lies from where the one at this corner begins, with the offset, and what a texel is of
    each side of the texture (of a layer, 0 and 1); so does the component as a signed integer.
    `fresh` are COUNT ids, `gather` is another one.
    Effect: gathers the component, whatever the filter (Vulkan, "Texel Gathering"), and takes that
    corner. As the fetch lies inside of its texture, this corner is not wrapped.
    Facts: uses what is known of the texture, adds none.
    """

    at: Place
    corner: int
    fresh: tuple[int, ...]
    gather: int

    def is_applicable(self, module: Module) -> bool:
        if len(self.fresh) != COUNT or not all_fresh(module, *self.fresh, self.gather):
            return False
        extract = self.at.find(module)
        known = None if extract is None else fetched_component(module, extract)
        if extract is None or known is None or not 0 <= self.corner < len(CORNERS):
            return False
        shift = corner_shift(known, self.corner)
        return _channel(module, extract) != 0 and can_be_coordinate(
            module, known.texture, known.place, shift
        )

    def apply(self, module: Module) -> None:
        extract = self.at.get(module)
        known = must_exist(fetched_component(module, extract))
        shift = corner_shift(known, self.corner)
        type_id = module.type_of(extract.ops[0])
        operands = [known.sampled, self.fresh[-1], _channel(module, extract)]
        module.insert_before(
            extract,
            *coordinate_lines(module, known.texture, known.place, shift, self.fresh),
            Instruction(OpImageGather, type_id, self.gather, operands),
        )
        module.set_operands(extract, [self.gather, self.corner])


def fetched_component(module: Module, extract: Instruction) -> KnownFetch | None:
    """Return the fetch of which an instruction takes a component; None if it is not known, or of a
    texture that cannot be gathered from there.
    """
    if extract.op != OpCompositeExtract or len(extract.ops) != 2 or extract.block is None:
        return None
    fetch = module.definition(extract.ops[0])
    known = None if fetch is None else known_fetch(module, fetch)
    sampled = None if known is None else module.definition(known.sampled)
    if known is None or sampled is None or known.texture.shape == "3D":
        return None
    return known if is_usable_in(sampled, extract) else None


def corner_shift(known: KnownFetch, corner: int) -> list[float]:
    """Return how far the middle of four texels lies from where the one of a fetch begins, if that
    is at this corner of the four.
    """
    steps = zip(known.offset, CORNERS[corner], strict=True)
    return [offset + 0.5 - step for offset, step in steps]


def _channel(module: Module, extract: Instruction) -> int:
    integer = module.find(OpTypeInt, 0, 32, 1)
    return find_integers(module, integer, (extract.ops[1],)) if integer else 0
