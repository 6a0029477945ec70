"""Propose to divide coordinates before projective samples."""

from __future__ import annotations

from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.texel_places import coordinate_count
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.divide_before_sample import (
    COUNT,
    PLAIN,
    DivideBeforeSample,
    divided_texture,
)


@fuzzer_pass(chance=(0.05, 0.4), followed_by=("make_samples_projective",))
def divide_before_samples(draw: Draw) -> Transformation | None:
    """One attempt: any projective sample."""
    sample = draw.instruction(tuple(PLAIN))
    texture = None if sample is None else divided_texture(draw.module, sample)
    if sample is None or texture is None:
        return None
    draw.vector_type(draw.float_type(), coordinate_count(texture))
    fresh = tuple(draw.fresh() for _ in range(COUNT))
    return DivideBeforeSample(Place.of(draw.module, sample), fresh)
