"""Propose to sample with coordinates that are divided."""

from __future__ import annotations

from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.texel_places import coordinate_count
from aberration.methods.transform.building.texel_coordinates import float_words
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.make_sample_projective import (
    LEAST,
    MOST,
    PROJECTIVE,
    MakeSampleProjective,
    projectable,
)


@fuzzer_pass(chance=(0.05, 0.4), followed_by=("make_lods_explicit", "add_zero_image_offsets"))
def make_samples_projective(draw: Draw) -> Transformation | None:
    """One attempt: any sample, by any of the powers of two; what it needs is made if need be."""
    sample = draw.instruction(tuple(PROJECTIVE))
    texture = None if sample is None else projectable(draw.module, sample)
    if sample is None or texture is None:
        return None
    exponent = draw.rng.between(LEAST, MOST)
    number = draw.float_type()
    draw.scalar_constant(number, float_words([2.0**exponent]))
    draw.vector_type(number, coordinate_count(texture) + 1)
    return MakeSampleProjective(Place.of(draw.module, sample), exponent, draw.fresh(), draw.fresh())
