"""Propose other values for what does not matter."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.availability import available_at_use
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.place import Use, can_replace
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_irrelevant_id import ReplaceIrrelevantId

TRIES: Final = 6


@fuzzer_pass(chance=(0.35, 0.95))
def replace_irrelevant_ids(draw: Draw) -> Transformation | None:
    """One attempt: any use of an id declared irrelevant or of a dead block, and any value
    available there.
    """
    module, rng = draw.module, draw.rng
    use = _replaceable_use(draw)
    user = None if use is None else use.find(module)
    if use is None or user is None:
        return None
    values = module.values_of_type(module.type_of(use.id))
    for _ in range(TRIES if values else 0):
        value = rng.choose(values)
        if value != use.id and available_at_use(module, value, user, use.operand):
            return ReplaceIrrelevantId(use, value)
    return None


def _replaceable_use(draw: Draw) -> Use | None:
    """Return any use of an id declared irrelevant or, as often, of one of a dead block; None if
    none was found.
    """
    known = draw.module.facts.irrelevant_ids()
    block = draw.dead_block()
    for _ in range(TRIES):
        if draw.rng.bits() & 1:
            value = draw.rng.choose(known) if known else 0
            users = draw.module.users(value)
            use = _use(draw, draw.rng.choose(users), value) if users else None
        else:
            use = _use_in_dead_block(draw, block)
        if use is not None:
            return use
    return None


def _use_in_dead_block(draw: Draw, block: Block | None) -> Use | None:
    """Return a use of a result of a dead block, or an operand in one."""
    if block is None:
        return None
    found = draw.rng.choose(block.instructions)
    if found.result_id and draw.module.users(found.result_id):
        return _use(draw, draw.rng.choose(draw.module.users(found.result_id)), found.result_id)
    used = draw.module.operand_ids(found)
    return _use(draw, found, draw.rng.choose(used)) if used else None


def _use(draw: Draw, user: Instruction, value: int) -> Use | None:
    module = draw.module
    if user.block is None or not module.facts.is_irrelevant(module, value):
        return None
    operands = [
        k
        for k in module.id_positions(user)
        if user.ops[k] == value and can_replace(module, user, k)
    ]
    return Use.of(module, user, draw.rng.choose(operands)) if operands else None
