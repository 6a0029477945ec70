"""Propose to use a synonym instead of an id."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.place import Use, can_replace
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
    user = users[rng.below(len(users))]
    operand = _operand(draw, user, value)
    if operand < 0:
        return None
    synonyms = module.facts.synonym_class(value)
    for _ in range(TRIES):
        other = rng.choose(synonyms)
        if other != value and module.available_at_use(other, user, operand):
            return ReplaceIdWithSynonym(Use.of(module, user, operand), other)
    return None


def _operand(draw: Draw, user: Instruction, value: int) -> int:
    """Return an operand that is the value and may be another one; -1 if there is none."""
    if user.block is None:
        return -1
    operands = [k for k in draw.module.id_positions(user) if user.ops[k] == value]
    operand = draw.rng.choose(operands)
    return operand if can_replace(draw.module, user, operand) else -1
