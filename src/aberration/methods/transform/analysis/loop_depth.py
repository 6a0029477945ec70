"""How many loops are around a block: drivers count the rounds of all loops together."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.call_graph import callers
from aberration.languages.spirv.constructs import loop_header
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.module import Module

DEEPEST: Final = 4
"""More loops than that are not counted."""
CALLERS: Final = 4
HOPS: Final = 4
"""Callers of a function, and calls in a row, that are looked at."""


def loops_around(module: Module, block: Block, hops: int = HOPS) -> int:
    """Return how many loops are around a block, callers included; `DEEPEST` where that is hard
    to say.
    """
    depth = 0
    loop = loop_header(module, block)
    while loop is not None:
        depth += 1
        loop = loop_header(module, loop)
    calls = callers(module, block.function.id)
    if depth >= DEEPEST or len(calls) > CALLERS or (calls and not hops):
        return DEEPEST
    outer = [loops_around(module, call.block, hops - 1) for call in calls if call.block is not None]
    return min(DEEPEST, depth + max(outer, default=0))
