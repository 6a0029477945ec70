"""Propose computations that differ between invocations, but give a value again."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.opcodes import OpTypeInt
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.types import scalar_of
from aberration.methods.transform.analysis.synonymy import can_be_operand
from aberration.methods.transform.building.computing import WIDTH, may_be_other
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.divergence import divergent_value
from aberration.methods.transform.drawing.identities import choose_pair
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_divergent_synonym import AddDivergentSynonym

TRIES: Final = 4
SOME_OTHER: Final = 0.3
"""Share of the attempts that take any integer there is."""


@fuzzer_pass(chance=(0.05, 0.25), followed_by=("apply_id_synonyms", "add_op_phi_synonyms"))
def add_divergent_synonyms(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point, any value there, and an integer that differs between
    invocations, which is made of a built-in input, or any other.
    """
    module = draw.module
    for _ in range(TRIES):
        anchor = draw.insertion_point()
        if anchor is None or anchor.block is None or anchor.block.dead:
            continue
        source = draw.value_before(anchor)
        scalar = scalar_of(module, module.type_of(source)) if source else 0
        if not types.is_scalar(module, scalar) or not can_be_operand(module, source):
            continue
        signed = (
            types.is_signed(module, scalar)
            if types.is_int(module, scalar)
            else bool(draw.rng.bits() & 1)
        )
        other = 0
        if draw.rng.chance(SOME_OTHER):
            other = draw.available_id(module.find(OpTypeInt, 0, WIDTH, int(signed)), anchor)
        if not other or not may_be_other(module, other):
            other = divergent_value(draw, anchor, signed)
        chosen = choose_pair(draw, source, module.type_of(other)) if other else None
        if chosen is not None:
            place = Place.of(module, anchor)
            return AddDivergentSynonym(
                source, other, chosen.name, chosen.k, chosen.fresh_ids, place
            )
    return None
