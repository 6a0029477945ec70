"""Drawing of composites and of parts in them."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.methods.transform.analysis.parts import COMPOSITES
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import LARGEST, scalars

DEEPER: Final = 0.5
"""Chance to go on from a part that is a composite to a part of it."""
TRIES: Final = 4


def composite_before(draw: Draw, anchor: Instruction) -> int:
    """Return a composite value that is available before an instruction; 0 if none was found."""
    for _ in range(TRIES):
        declared = draw.instruction(COMPOSITES)
        found = 0 if declared is None else draw.available_id(declared.result_id, anchor)
        if found:
            return found
    return 0


def draw_path(draw: Draw, type_id: int) -> tuple[int, ...]:
    """Return the path to any part of a type, at any depth; empty if it has none."""
    path: list[int] = []
    while not path or draw.rng.chance(DEEPER):
        count = types.component_count(draw.module, type_id)
        if not count:
            break
        path.append(draw.rng.below(count))
        type_id = types.walk(draw.module, type_id, path[-1])
    return tuple(path)


def value_or_zero(draw: Draw, type_id: int, anchor: Instruction, irrelevant: bool = False) -> int:
    """Return an available value of the type, or a zero, which may be irrelevant; 0 if there is
    none of modest size.
    """
    found = draw.available_id(type_id, anchor)
    if found or not 0 < scalars(draw, type_id) <= LARGEST:
        return found
    return draw.zero_constant(type_id, irrelevant)
