"""Propose to ask textures for sides that are known."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.opcodes import OpConstant, OpTypeInt
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_image_query_capability import (
    AddImageQueryCapability,
)
from aberration.methods.transform.transformations.add_image_size_synonym import (
    AddImageSizeSynonym,
    side_count,
)

TRIES: Final = 8


@fuzzer_pass(chance=(0.1, 0.4), followed_by=("apply_id_synonyms",))
def add_image_size_synonyms(draw: Draw) -> Transformation | None:
    """One attempt: any side of any texture that a constant of the module equals, at any insertion
    point.
    """
    module, rng = draw.module, draw.rng
    known = list(module.facts.textures)
    anchor = draw.insertion_point() if known else None
    if anchor is None:
        return None
    for _ in range(TRIES):
        variable = rng.choose(known)
        sides = side_count(module, variable)
        component = rng.below(sides) if sides else 0
        integer = module.find(OpTypeInt, 0, 32, rng.below(2))
        side = module.facts.textures[variable].size[component]
        constant = find_constant(module, False, OpConstant, integer, side) if integer else 0
        if sides and constant:
            break
    else:
        return None
    draw.apply(AddImageQueryCapability())
    draw.vector_type(integer, sides)
    draw.zero_constant(draw.int_type())
    load, image, query, fresh = (draw.fresh() for _ in range(4))
    before = Place.of(module, anchor)
    return AddImageSizeSynonym(constant, variable, component, load, image, query, fresh, before)
