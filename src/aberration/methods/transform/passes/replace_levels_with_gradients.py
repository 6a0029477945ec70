"""Propose to give slopes in place of levels."""

from __future__ import annotations

from aberration.languages.spirv.enums import ImageOperands
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.images import texture_of_image
from aberration.methods.transform.analysis.texel_places import (
    EXPLICIT,
    axis_count,
    chooses_level_by,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_level_with_gradients import (
    ReplaceLevelWithGradients,
)


@fuzzer_pass(chance=(0.05, 0.4), followed_by=("replace_gradients_with_levels",))
def replace_levels_with_gradients(draw: Draw) -> Transformation | None:
    """One attempt: any sample at a level; the zero is made if need be."""
    sample = draw.instruction(EXPLICIT)
    texture = None if sample is None else texture_of_image(draw.module, sample.ops[0])
    if sample is None or texture is None:
        return None
    if not chooses_level_by(draw.module, sample, ImageOperands.LOD):
        return None
    if axis_count(texture):
        draw.zero_constant(draw.vector_type(draw.float_type(), axis_count(texture)))
    return ReplaceLevelWithGradients(Place.of(draw.module, sample))
