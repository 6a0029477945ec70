"""Propose loops that are left at their end, after a test before them."""

from __future__ import annotations

from aberration.languages.spirv.instruction import Block
from aberration.methods.transform.building.copying import ids_in
from aberration.methods.transform.building.loop_shape import (
    Loop,
    Round,
    can_be_phi,
    needed_after,
    upper_blocks,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.loops import any_loop
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.rotate_loop import RotateLoop


@fuzzer_pass(chance=(0.05, 0.3))
def rotate_loops(draw: Draw) -> Transformation | None:
    """One attempt: any small loop with something to do in a round after its exit."""
    loop = any_loop(draw)
    if loop is None or loop.exit is loop.back or is_rotated(loop):
        return None
    needed = needed_after(draw.module, loop)
    if not all(can_be_phi(draw.module, each) for each in needed):
        return None
    upper = upper_blocks(draw.module, loop)
    merge, back = draw.fresh(), draw.fresh()
    guard = Round(_copies(draw, upper), tuple((old, draw.fresh()) for old in needed))
    return RotateLoop(loop.header.id, merge, back, guard, Round(_copies(draw, upper)))


def is_rotated(loop: Loop) -> bool:
    """Say whether nothing is left of a round after its exit."""
    return loop.onward is loop.back and len(loop.back.instructions) == 1


def _copies(draw: Draw, blocks: list[Block]) -> tuple[tuple[int, int], ...]:
    return tuple((old, draw.fresh()) for old in ids_in(blocks))
