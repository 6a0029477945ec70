"""Propose to fetch texels that are gathered at constants."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpImageGather
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.texels import component_of, prepare_fetch
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.fetch_gathered_component import (
    FetchGatheredComponent,
    gathered_component,
)


@fuzzer_pass(chance=(0.05, 0.4), followed_by=("shift_fetch_offsets", "gather_fetched_components"))
def fetch_gathered_components(draw: Draw) -> Transformation | None:
    """One attempt: any of the numbers that are taken of any gather."""
    module = draw.module
    extract = component_of(draw, OpImageGather)
    found = None if extract is None else gathered_component(module, extract)
    if extract is None or found is None:
        return None
    texture, place, _ = found
    prepare_fetch(draw, texture, place)
    return FetchGatheredComponent(Place.of(module, extract), draw.fresh(), draw.fresh())
