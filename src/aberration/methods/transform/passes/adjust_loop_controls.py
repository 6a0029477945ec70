"""Propose other hints for loops."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import LoopControl
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.opcodes import OpLoopMerge
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.set_loop_control import (
    ALWAYS_TRUE,
    DEPENDENCIES,
    PROMISED,
    VERSION_1_1,
    VERSION_1_4,
    SetLoopControl,
)

UNROLLINGS: Final = (*[LoopControl.UNROLL] * 8, *[LoopControl.DONT_UNROLL] * 2, LoopControl.NONE)
"""Few compilers do anything about a hint not to unroll; most loops have no hint to begin with."""
LARGEST_COUNT: Final = 99
PROMISING: Final = 0.25
"""Share of the attempts that add a promise."""


@fuzzer_pass(chance=(0.5, 1.0), final=True, sites=(OpLoopMerge,))
def adjust_loop_controls(draw: Draw) -> Transformation | None:
    """One attempt: any loop; each promise that it makes is kept or dropped, and one that is
    true may be added.
    """
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
    promise = _promise(draw, merge.block) if rng.chance(PROMISING) else None
    if (
        promise is None
        or promise[0] & merge.ops[2]
        or (promise[0] & DEPENDENCIES and control & DEPENDENCIES)
    ):
        return (
            None
            if control == merge.ops[2]
            else SetLoopControl(merge.block.id, control, peel, partial)
        )
    literals = () if promise[0] == LoopControl.DEPENDENCY_INFINITE else (promise,)
    return SetLoopControl(merge.block.id, control | promise[0], peel, partial, literals)


def _promise(draw: Draw, header: Block) -> tuple[int, int] | None:
    """Return a promise that is true of a loop, as a bit and its literal: any of one that is
    never executed.
    """
    rng, version = draw.rng, draw.module.version
    if not header.dead:
        return rng.choose(tuple(ALWAYS_TRUE.items())) if version >= VERSION_1_4 else None
    if version < VERSION_1_1:
        return None
    known = [LoopControl.DEPENDENCY_INFINITE, LoopControl.DEPENDENCY_LENGTH]
    known += ALWAYS_TRUE if version >= VERSION_1_4 else []
    return rng.choose(known), rng.between(1, LARGEST_COUNT)
