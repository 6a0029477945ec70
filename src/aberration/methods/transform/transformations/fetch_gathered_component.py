"""Fetch the texel of which a gather is known to give a component."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.core.textures import CHANNELS, Texture
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpCompositeExtract
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.images import relevant_words
from aberration.methods.transform.analysis.texel_places import (
    Texel,
    gathered_texel_places,
    is_usable_in,
    sampled_as,
)
from aberration.methods.transform.building.texel_fetches import (
    can_fetch,
    fetch_line,
    image_line,
)
from aberration.methods.transform.transformation import Transformation, all_fresh

_CHANNEL: Final = 2


class FetchGatheredComponent(Transformation, frozen=True, gc=False):
    """Precondition: `at` takes one of the four numbers that a gather gives, of a texture that the
    inputs of the seed program give with its sampler, which the block may use. The gather's
    coordinate is a constant, as its offset is if it has one, farther from the middle of a texel,
    where other four begin, than any implementation errs; the component is a relevant constant.
    Relevant signed constants exist of the texel's place, wrapped as the sampler says, and of the
    level 0. `image` and `fetch` are fresh.
    Effect: inserts the image of the one with a sampler, and the fetch of the texel; takes the
    component of that.
    Facts: uses what is known of the texture, adds none.
    """

    at: Place
    image: int
    fetch: int

    def is_applicable(self, module: Module) -> bool:
        extract = self.at.find(module)
        found = None if extract is None else gathered_component(module, extract)
        if found is None or not all_fresh(module, self.image, self.fetch):
            return False
        texture, place, _ = found
        return can_fetch(module, texture, place)

    def apply(self, module: Module) -> None:
        extract = self.at.get(module)
        texture, place, channel = must_exist(gathered_component(module, extract))
        gather = must_exist(module.definition(extract.ops[0]))
        module.insert_before(
            extract,
            image_line(module, gather.ops[0], self.image),
            fetch_line(module, texture, place, self.image, gather.type_id, self.fetch),
        )
        module.set_operands(extract, [self.fetch, channel])


def gathered_component(module: Module, extract: Instruction) -> tuple[Texture, Texel, int] | None:
    """Return of which texture, texel and component one of the four numbers of a gather is; None if
    that is not known, or the texel cannot be fetched there.
    """
    if extract.op != OpCompositeExtract or len(extract.ops) != 2 or extract.block is None:
        return None
    gather = module.definition(extract.ops[0])
    places = None if gather is None else gathered_texel_places(module, gather)
    if gather is None or places is None:
        return None
    texture, sampled = sampled_as(module, gather.ops[0]), module.definition(gather.ops[0])
    channel = relevant_words(module, gather.ops[_CHANNEL])
    if texture is None or sampled is None or not is_usable_in(sampled, extract):
        return None
    if len(channel) != 1 or channel[0] >= CHANNELS:
        return None
    return texture, places[extract.ops[1]], channel[0]
