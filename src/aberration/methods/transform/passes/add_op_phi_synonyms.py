"""Propose OpPhis of synonyms."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Block
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_op_phi_synonym import (
    AddOpPhiSynonym,
    may_choose,
)

TRIES: Final = 6


@fuzzer_pass(
    chance=(0.05, 0.7),
    followed_by=("apply_id_synonyms", "replace_op_phi_ids_from_dead_predecessors"),
)
def add_op_phi_synonyms(draw: Draw) -> Transformation | None:
    """One attempt: any block, any id with synonyms, for each predecessor any of them that is
    available there.
    """
    block, known = draw.block(), draw.module.facts.synonym_ids
    if block is None or not known or not may_choose(draw.module, block):
        return None
    predecessors = draw.module.predecessors(block)
    for _ in range(TRIES):
        value = draw.rng.choose(known)
        values = [_synonym(draw, value, each) for each in predecessors]
        if all(values):
            pairs = zip([each.id for each in predecessors], values, strict=True)
            return AddOpPhiSynonym(block.id, tuple(pairs), draw.fresh())
    return None


def _synonym(draw: Draw, value: int, predecessor: Block) -> int:
    """Return any synonym of a value, of its type, that is available at the end of a block; 0 if
    none was found.
    """
    module = draw.module
    type_id = module.type_of(value)
    if not type_id:
        return 0
    synonyms = module.facts.synonym_class(value)
    for other in [draw.rng.choose(synonyms) for _ in range(TRIES)] + [value]:
        if module.type_of(other) == type_id and available_before(
            module, other, predecessor.terminator
        ):
            return other
    return 0
