"""Propose to sample texels that are fetched."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpImageFetch
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.texel_places import known_fetch
from aberration.methods.transform.building.texel_coordinates import COUNT
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.texels import prepare_coordinate
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.sample_fetched_texel import (
    SampleFetchedTexel,
    middle,
)


@fuzzer_pass(chance=(0.05, 0.4), followed_by=("add_zero_image_offsets",))
def sample_fetched_texels(draw: Draw) -> Transformation | None:
    """One attempt: any fetch."""
    fetch = draw.instruction((OpImageFetch,))
    known = None if fetch is None else known_fetch(draw.module, fetch)
    if fetch is None or known is None:
        return None
    prepare_coordinate(draw, known.texture, middle(known))
    draw.zero_constant(draw.float_type())
    fresh = tuple(draw.fresh() for _ in range(COUNT))
    return SampleFetchedTexel(Place.of(draw.module, fetch), fresh)
