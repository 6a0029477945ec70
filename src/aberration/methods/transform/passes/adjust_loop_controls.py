"""Propose other hints for loops."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import LoopControl
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpLoopMerge
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.set_loop_control import PROMISED, VERSION_1_4, SetLoopControl

UNROLLINGS: Final = (LoopControl.NONE, LoopControl.UNROLL, LoopControl.DONT_UNROLL)
LARGEST_COUNT: Final = 99
SMALL: Final = 60
"""Most instructions of a loop that is to be unrolled."""


@fuzzer_pass(chance=(0.2, 0.9), final=True)
def adjust_loop_controls(draw: Draw) -> Transformation | None:
    """One attempt: any loop; each promise that it makes is kept or dropped. Only small loops are to be unrolled:
    drivers do as they are told, however long it takes.
    """
    rng = draw.rng
    merge = draw.instruction((OpLoopMerge,))
    if merge is None or merge.block is None:
        return None
    control = rng.choose(UNROLLINGS)
    if control != LoopControl.DONT_UNROLL and not _is_small(draw.module, merge.block):
        control = LoopControl.DONT_UNROLL
    peel = partial = 0
    if control != LoopControl.DONT_UNROLL and draw.module.version >= VERSION_1_4:
        peel = rng.between(1, LARGEST_COUNT) if rng.bits() & 1 else 0
        partial = rng.between(1, LARGEST_COUNT) if rng.bits() & 1 else 0
    control |= merge.ops[2] & PROMISED & rng.bits()
    control |= LoopControl.PEEL_COUNT if peel else 0
    control |= LoopControl.PARTIAL_COUNT if partial else 0
    return None if control == merge.ops[2] else SetLoopControl(merge.block.id, control, peel, partial)


def _is_small(module: Module, header: Block) -> bool:
    """Say whether the loop has no other loop inside and few instructions."""
    size = 0
    merge = module.merge_instruction(header)
    after = module.block(merge.ops[0]) if merge is not None else None
    for block in module.dominated_blocks(header, after, SMALL + 1):
        if block is not header and module.is_loop_header(block):
            return False
        size += len(block.instructions)
    return size <= SMALL
