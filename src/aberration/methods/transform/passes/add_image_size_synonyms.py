"""Propose to ask textures for sides that are known."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpConstant, OpTypeInt
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.operands import Drawn, use_at_once, use_of
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_image_query_capability import (
    AddImageQueryCapability,
)
from aberration.methods.transform.transformations.add_image_size_synonym import (
    AddImageSizeSynonym,
    known_sides,
)

TRIES: Final = 8
AT_A_USE: Final = 0.7
"""Chance that a use of the constant, if it has one, is where the texture is asked."""


@fuzzer_pass(chance=(0.1, 0.4), followed_by=("apply_id_synonyms",))
def add_image_size_synonyms(draw: Draw) -> Transformation | None:
    """One attempt: any side of any texture that a constant of the module equals, before any use of
    that constant, for which it stands then, or else at any insertion point.
    """
    found = _known_side(draw)
    if found is None:
        return None
    variable, component, constant = found
    drawn = use_of(draw, constant) if draw.rng.chance(AT_A_USE) else None
    drawn = drawn or Drawn(constant.result_id)
    anchor = drawn.user or draw.insertion_point()
    if anchor is None:
        return None
    step = _step(draw, variable, component, constant, anchor)
    return use_at_once(draw, drawn, step, step.fresh)


def _known_side(draw: Draw) -> tuple[int, int, Instruction] | None:
    """Draw a texture, a component of its size, and a constant that equals it."""
    module, rng = draw.module, draw.rng
    known = list(module.facts.textures)
    for _ in range(TRIES if known else 0):
        variable = rng.choose(known)
        sides = known_sides(module, variable)
        integer = module.find(OpTypeInt, 0, 32, rng.below(2))
        if not sides or not integer:
            continue
        component = rng.below(len(sides))
        side = find_constant(module, False, OpConstant, integer, sides[component])
        constant = module.definition(side)
        if constant is not None:
            return variable, component, constant
    return None


def _step(
    draw: Draw, variable: int, component: int, constant: Instruction, anchor: Instruction
) -> AddImageSizeSynonym:
    """Make sure of what asking needs."""
    draw.apply(AddImageQueryCapability())
    draw.vector_type(constant.type_id, len(known_sides(draw.module, variable)))
    draw.zero_constant(draw.int_type())
    load, image, query, fresh = (draw.fresh() for _ in range(4))
    before = Place.of(draw.module, anchor)
    return AddImageSizeSynonym(
        constant.result_id, variable, component, load, image, query, fresh, before
    )
