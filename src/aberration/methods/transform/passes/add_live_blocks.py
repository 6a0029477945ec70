"""Propose blocks that are executed and whose effects cancel out."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpBranch, OpFunctionParameter, OpVariable
from aberration.languages.spirv.types import pointee, pointee_of
from aberration.methods.transform.draw import TRIES, Draw
from aberration.methods.transform.drawing.conditions import condition_before
from aberration.methods.transform.drawing.variables import LARGEST, scalars
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_block import can_hold_dead_block
from aberration.methods.transform.transformations.add_live_block import (
    AddLiveBlock,
    Change,
    may_change,
)

MOST_CHANGES: Final = 3
POINTERS: Final = (OpVariable, OpFunctionParameter)


@fuzzer_pass(
    chance=(0.2, 0.7), followed_by=("apply_id_synonyms", "add_stores", "add_function_calls")
)
def add_live_blocks(draw: Draw) -> Transformation | None:
    """One attempt: after any block that can hold another one, with one to three changes of
    variables.
    """
    for _ in range(TRIES):
        branch = draw.instruction((OpBranch,))
        block = None if branch is None else branch.block
        if block is not None and can_hold_dead_block(draw.module, block):
            break
    else:
        return None
    condition = condition_before(draw, block.terminator)
    if condition is None:
        return None
    changes: list[Change] = []
    for _ in range(1 + draw.rng.below(MOST_CHANGES)):
        change = _change(draw, block.terminator, changes)
        if change is not None:
            changes.append(change)
    return AddLiveBlock(draw.fresh(), block.id, condition, tuple(changes)) if changes else None


def _change(draw: Draw, before: Instruction, earlier: list[Change]) -> Change | None:
    """Return a change of any variable that may be changed, to any value of its type."""
    module = draw.module
    for _ in range(2 * TRIES):
        pointer = draw.instruction(POINTERS)
        if pointer is None or not may_change(module, pointer.result_id, before):
            continue
        type_id = pointee(module, pointer.type_id)
        if not 0 < scalars(draw, type_id) <= LARGEST:
            continue
        # Half the time, what an earlier change of the same type loads.
        seen = [each.seen for each in earlier if pointee_of(module, each.variable) == type_id]
        value = (
            (draw.rng.choose(seen) if seen and draw.rng.bits() & 1 else 0)
            or draw.available_id(type_id, before)
            or draw.zero_constant(type_id)
        )
        return Change(pointer.result_id, value, draw.fresh(), draw.fresh()) if value else None
    return None
