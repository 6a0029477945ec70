"""Propose to fetch texels that are sampled at constants."""

from __future__ import annotations

from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.texel_places import (
    SAMPLES,
    sampled_as,
    sampled_texel_place,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.texels import prepare_fetch
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.fetch_sampled_texel import FetchSampledTexel


@fuzzer_pass(chance=(0.05, 0.4), followed_by=("shift_fetch_offsets", "sample_fetched_texels"))
def fetch_sampled_texels(draw: Draw) -> Transformation | None:
    """One attempt: any sample."""
    sample = draw.instruction(SAMPLES)
    texture = None if sample is None else sampled_as(draw.module, sample.ops[0])
    place = None if sample is None else sampled_texel_place(draw.module, sample)
    if sample is None or texture is None or place is None:
        return None
    prepare_fetch(draw, texture, place)
    return FetchSampledTexel(Place.of(draw.module, sample), draw.fresh())
