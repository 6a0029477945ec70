"""Propose to gather components of texels that are fetched."""

from __future__ import annotations

from aberration.core.texels import CORNERS
from aberration.languages.spirv.opcodes import OpImageFetch
from aberration.languages.spirv.place import Place
from aberration.methods.transform.building.texel_coordinates import COUNT
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.texels import component_of, prepare_coordinate
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.gather_fetched_component import (
    GatherFetchedComponent,
    corner_shift,
    fetched_component,
)


@fuzzer_pass(chance=(0.1, 0.5), followed_by=("add_zero_image_offsets",))
def gather_fetched_components(draw: Draw) -> Transformation | None:
    """One attempt: any component that is taken of any fetch, at any of the four corners."""
    module = draw.module
    extract = component_of(draw, OpImageFetch)
    known = None if extract is None else fetched_component(module, extract)
    if extract is None or known is None:
        return None
    corner = draw.rng.below(len(CORNERS))
    prepare_coordinate(draw, known.texture, corner_shift(known, corner))
    draw.int_constant(draw.int_type(), extract.ops[1])
    fresh = tuple(draw.fresh() for _ in range(COUNT))
    return GatherFetchedComponent(Place.of(module, extract), corner, fresh, draw.fresh())
