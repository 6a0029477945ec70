"""What passes need to find loops that can be taken apart, and fresh ids for copies of them."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.opcodes import OpLoopMerge
from aberration.methods.transform.building.copying import ids_in
from aberration.methods.transform.building.loop_shape import (
    Loop,
    Round,
    can_be_phi,
    loop_of,
    needed_after,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.regions import preheader_for

MOST_BLOCKS: Final = 100
"""A function with so many blocks gets no more copies of loops."""


def any_loop(draw: Draw) -> Loop | None:
    """Return a loop that can be taken apart; it gets a block before it, if that is all that it
    lacks.
    """
    module = draw.module
    merge = draw.instruction((OpLoopMerge,))
    header = None if merge is None else merge.block
    if header is None or len(header.function.blocks) >= MOST_BLOCKS:
        return None
    found = loop_of(module, header.id)
    if (
        found is None
        and len(module.predecessors(header)) != 2
        and draw.apply(preheader_for(draw, header))
    ):
        found = loop_of(module, header.id)
    return found


def round_for(draw: Draw, loop: Loop) -> Round | None:
    """Return fresh ids for a copy of a round; None if something that is used behind it cannot
    be joined there.
    """
    needed = needed_after(draw.module, loop)
    if not all(can_be_phi(draw.module, each) for each in needed):
        return None
    copies = tuple((old, draw.fresh()) for old in ids_in(loop.blocks))
    return Round(copies, tuple((old, draw.fresh()) for old in needed))
