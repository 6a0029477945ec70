"""Values that a step is to be made of, with the operand that then uses what the step makes."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpLoopMerge, OpSelectionMerge
from aberration.languages.spirv.place import Use, can_replace
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_id_with_synonym import (
    ReplaceIdWithSynonym,
)

MERGES: Final = (OpLoopMerge, OpSelectionMerge)


class Drawn(msgspec.Struct, frozen=True):
    """A value that is available before an insertion point, and the instruction whose operand it
    is, if it is one.
    """

    value: int
    user: Instruction | None = None
    operand: int = -1


def value_at(draw: Draw, anchor: Instruction, share: float) -> Drawn:
    """Return a value before an insertion point: by a chance of `share` an operand of what follows,
    if it has one, else any; 0 if there is none.
    """
    user = anchor.block.terminator if anchor.op in MERGES and anchor.block is not None else anchor
    operands = [k for k in draw.module.id_positions(user) if can_replace(draw.module, user, k)]
    if not operands or not draw.rng.chance(share):
        return Drawn(draw.value_before(anchor))
    operand = draw.rng.choose(operands)
    return Drawn(user.ops[operand], user, operand)


def use_of(draw: Draw, constant: Instruction) -> Drawn | None:
    """Draw a user of a constant, and one of its operands that are the constant; None if it is in no
    block.
    """
    users = draw.module.users(constant.result_id)
    user = users[draw.rng.below(len(users))] if users else None
    if user is None or user.block is None:
        return None
    operands = [k for k in draw.module.id_positions(user) if user.ops[k] == constant.result_id]
    return Drawn(constant.result_id, user, draw.rng.choose(operands))


def use_at_once(draw: Draw, drawn: Drawn, step: Transformation, made: int) -> Transformation | None:
    """Return a step that makes a synonym of a drawn value; if that was an operand, apply it, and
    return the one that lets the operand be the synonym.
    """
    if drawn.user is None:
        return step
    if not draw.apply(step):
        return None
    return ReplaceIdWithSynonym(Use.of(draw.module, drawn.user, drawn.operand), made)
