"""Fetch the texel that a sample is known to give."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.texel_places import sampled_as, sampled_texel_place
from aberration.methods.transform.building.texel_fetches import (
    can_fetch,
    fetch_line,
    image_line,
)
from aberration.methods.transform.transformation import Transformation, all_fresh


class FetchSampledTexel(Transformation, frozen=True, gc=False):
    """Precondition: `at` samples a texture that the inputs of the seed program give with its
    sampler, at a constant, of which what it is divided by and a constant offset are a part. The
    nearest texel is sampled, and the constant is farther from the border to another one than any
    implementation errs. The level is the constant 0, or the texture has one level. Relevant signed
    constants exist of the texel's place, wrapped as the sampler says, and of the level 0. `image`
    is fresh.
    Effect: takes the image of the one with a sampler, and fetches the texel.
    Facts: uses what is known of the texture, adds none.
    """

    at: Place
    image: int

    def is_applicable(self, module: Module) -> bool:
        sample = self.at.find(module)
        place = None if sample is None else sampled_texel_place(module, sample)
        if sample is None or place is None or not all_fresh(module, self.image):
            return False
        texture = sampled_as(module, sample.ops[0])
        return texture is not None and can_fetch(module, texture, place)

    def apply(self, module: Module) -> None:
        sample = self.at.get(module)
        texture = must_exist(sampled_as(module, sample.ops[0]))
        place = must_exist(sampled_texel_place(module, sample))
        module.insert_before(sample, image_line(module, sample.ops[0], self.image))
        fetch = fetch_line(module, texture, place, self.image, sample.type_id, sample.result_id)
        module.replace(sample, fetch)
