"""Propose other places for the members of uniform blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.standard_layout import (
    EXTENDED,
    Member,
    alignment_of,
    members_of,
    size_of,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.uniform_blocks import uniform_struct
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.move_uniform_members import MoveUniformMembers

SHUFFLED: Final = 0.3
"""Chance that members change places; else only the room between them does."""
CLOSE: Final = 0.4
"""Chance that a member follows the one before it as closely as it may."""
MOST_STEPS: Final = 5
"""So many times its alignment, and 16 bytes, a member is farther away, at most."""


@fuzzer_pass(chance=(0.02, 0.15), followed_by=("obfuscate_constants",))
def move_uniform_members(draw: Draw) -> Transformation | None:
    """One attempt: any uniform block, with any gaps and often in the same order."""
    module = draw.module
    struct = uniform_struct(draw)
    if not struct:
        return None
    offsets = _offsets(draw, module, members_of(module, struct))
    return MoveUniformMembers(struct, offsets) if offsets else None


def _offsets(draw: Draw, module: Module, members: Sequence[Member]) -> tuple[int, ...]:
    """Draw the offsets; none if a member's alignment is not known."""
    rng = draw.rng
    order = sorted(range(len(members)), key=lambda k: members[k].offset)
    if rng.chance(SHUFFLED):
        order = rng.shuffled(order)
    found = dict.fromkeys(order, 0)
    end = 0
    for k in order:
        alignment = alignment_of(module, members[k])
        if not alignment:
            return ()
        start = -(-end // alignment) * alignment
        if not rng.chance(CLOSE):
            start += rng.choose((alignment, EXTENDED)) * rng.between(1, MOST_STEPS)
            start = -(-start // alignment) * alignment
        found[k] = start
        end = start + size_of(module, members[k])
        if members[k].is_composite(module):
            end = -(-end // alignment) * alignment
    return tuple(found[k] for k in range(len(members)))
