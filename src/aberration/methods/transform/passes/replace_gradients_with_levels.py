"""Propose to name levels in place of slopes."""

from __future__ import annotations

from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.texel_places import EXPLICIT, chooses_level_by
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_gradients_with_level import (
    ReplaceGradientsWithLevel,
)


@fuzzer_pass(chance=(0.05, 0.3), followed_by=("replace_levels_with_gradients",))
def replace_gradients_with_levels(draw: Draw) -> Transformation | None:
    """One attempt: any sample with slopes; the level is made if need be."""
    sample = draw.instruction(EXPLICIT)
    if sample is None or not chooses_level_by(draw.module, sample, ImageOperands.GRAD):
        return None
    draw.zero_constant(draw.float_type())
    return ReplaceGradientsWithLevel(Place.of(draw.module, sample))
