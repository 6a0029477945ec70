"""Propose to use a synonym instead of an id."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.place import Use
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_id_with_synonym import ReplaceIdWithSynonym

TRIES: Final = 4


@fuzzer_pass(chance=(0.1, 0.9))
def apply_id_synonyms(draw: Draw) -> Transformation | None:
    """One attempt: any id with synonyms, any use of it, any synonym that is available there."""
    module, rng = draw.module, draw.rng
    known = module.facts.synonym_ids
    if not known:
        return None
    value = rng.choose(known)
    users = module.users(value)
    if not users:
        return None
    use = _use(draw, users[rng.below(len(users))], value)
    others = [other for other in module.facts.synonyms(value) if other != value]
    if use is None or not others:
        return None
    for _ in range(TRIES):
        found = ReplaceIdWithSynonym(use, rng.choose(others))
        if found.is_applicable(module):
            return found
    return None


def _use(draw: Draw, user: Instruction, value: int) -> Use | None:
    if user.block is None:
        return None
    operands = [k for k in draw.module.id_positions(user) if user.ops[k] == value]
    return Use.of(draw.module, user, draw.rng.choose(operands)) if operands else None
