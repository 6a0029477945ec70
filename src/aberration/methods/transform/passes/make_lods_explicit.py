"""Propose to name the levels of samples."""

from __future__ import annotations

from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.make_lod_explicit import (
    EXPLICIT,
    MakeLodExplicit,
)


@fuzzer_pass(chance=(0.1, 0.5), followed_by=("add_zero_image_offsets",))
def make_lods_explicit(draw: Draw) -> Transformation | None:
    """One attempt: any sample with an implicit level; the level is made if need be."""
    sample = draw.instruction(tuple(EXPLICIT))
    if sample is None or not draw.zero_constant(draw.float_type()):
        return None
    return MakeLodExplicit(Place.of(draw.module, sample))
