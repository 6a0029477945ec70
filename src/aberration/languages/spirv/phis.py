"""The OpPhis of a block."""

from __future__ import annotations

from . import opcodes
from .availability import available_before
from .control_flow import ControlFlow
from .instruction import Block, Instruction


def phis(block: Block) -> list[Instruction]:
    """Return the OpPhis of a block, in order."""
    found: list[Instruction] = []
    for instruction in block.instructions:
        if instruction.op == opcodes.OpPhi:
            found.append(instruction)
        elif instruction.op != opcodes.OpLine and instruction.op != opcodes.OpNoLine:
            break
    return found


def phi_ids_fit(
    module: ControlFlow, from_block: Block, to_block: Block, phi_ids: list[int]
) -> bool:
    """Say whether `phi_ids` serve the OpPhis of `to_block` for a new edge; an edge that
    exists needs none.
    """
    if to_block in module.successors(from_block):
        return not phi_ids
    merging = phis(to_block)
    if len(phi_ids) < len(merging):
        return False
    terminator = from_block.instructions[-1]
    for phi, value_id in zip(merging, phi_ids, strict=False):
        if module.type_of(value_id) != phi.type_id or not available_before(
            module, value_id, terminator
        ):
            return False
    return True
