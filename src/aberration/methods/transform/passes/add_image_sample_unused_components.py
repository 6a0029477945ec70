"""Propose coordinates of images with components that nobody reads."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_image_sample_unused_components import (
    COORDINATE,
    SAMPLES,
    AddImageSampleUnusedComponents,
    missing_components,
)
from aberration.methods.transform.transformations.composite_construct import CompositeConstruct


@fuzzer_pass(chance=(0.2, 0.9))
def add_image_sample_unused_components(draw: Draw) -> Transformation | None:
    """One attempt: any sampling instruction, with irrelevant zeros after its coordinate."""
    module = draw.module
    sample = draw.instruction(SAMPLES)
    missing = 0 if sample is None else missing_components(module, sample)
    if sample is None or not missing:
        return None
    coordinate, place = sample.ops[COORDINATE], Place.of(module, sample)
    type_id, more = module.type_of(coordinate), draw.rng.between(1, missing)
    scalar = types.component_type(module, type_id) or type_id
    wider = draw.vector_type(scalar, more + max(1, types.component_count(module, type_id)))
    parts = (coordinate, *[draw.zero_constant(scalar, irrelevant=True)] * more)
    fresh = draw.fresh()
    if not draw.apply(CompositeConstruct(fresh, wider, parts, place)):
        return None
    return AddImageSampleUnusedComponents(fresh, place)
