"""Propose other hints for loops."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import LoopControl
from aberration.languages.spirv.opcodes import OpLoopMerge
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.set_loop_control import PROMISED, VERSION_1_4, SetLoopControl

UNROLLINGS: Final = (LoopControl.NONE, LoopControl.UNROLL, LoopControl.DONT_UNROLL)
LARGEST_COUNT: Final = 99


@fuzzer_pass(chance=(0.2, 0.9), final=True)
def adjust_loop_controls(draw: Draw) -> Transformation | None:
    """One attempt: any loop; each promise that it makes is kept or dropped."""
    rng = draw.rng
    merge = draw.instruction((OpLoopMerge,))
    if merge is None or merge.block is None:
        return None
    control = rng.choose(UNROLLINGS)
    peel = partial = 0
    if control != LoopControl.DONT_UNROLL and draw.module.version >= VERSION_1_4:
        peel = rng.between(1, LARGEST_COUNT) if rng.bits() & 1 else 0
        partial = rng.between(1, LARGEST_COUNT) if rng.bits() & 1 else 0
    control |= merge.ops[2] & PROMISED & rng.bits()
    control |= LoopControl.PEEL_COUNT if peel else 0
    control |= LoopControl.PARTIAL_COUNT if partial else 0
    return None if control == merge.ops[2] else SetLoopControl(merge.block.id, control, peel, partial)
