"""Propose to put composites together."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpTypeVector
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.parts import COMPOSITES, parts_to_make
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.composite_values import value_or_zero
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.composite_construct import CompositeConstruct

MOST: Final = 16
"""So many parts are put together at most."""
PACKED: Final = 0.25
"""Chance to try a shorter vector in the place of a component of a vector."""


@fuzzer_pass(chance=(0.2, 0.5), followed_by=("apply_id_synonyms",))
def construct_composites(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point and any type, of values that are available; what is
    missing is irrelevant.
    """
    anchor, declared = draw.insertion_point(), draw.instruction(COMPOSITES)
    if anchor is None or declared is None:
        return None
    wanted = parts_to_make(draw.module, declared.result_id)
    if not 0 < len(wanted) <= MOST:
        return None
    if declared.op == OpTypeVector:
        parts = _components(draw, anchor, wanted)
    else:
        parts = [value_or_zero(draw, part, anchor, irrelevant=True) for part in wanted]
    if not all(parts):
        return None
    return CompositeConstruct(
        draw.fresh(), declared.result_id, tuple(parts), Place.of(draw.module, anchor)
    )


def _components(draw: Draw, anchor: Instruction, wanted: list[int]) -> list[int]:
    """Return scalars and shorter vectors that fill a vector."""
    parts: list[int] = []
    left = len(wanted)
    while left:
        most, packed = min(left, len(wanted) - 1), 0
        if most >= 2 and draw.rng.chance(PACKED):
            vector = draw.module.find(OpTypeVector, 0, wanted[0], draw.rng.between(2, most))
            packed = draw.available_id(vector, anchor) if vector else 0
        parts.append(packed or value_or_zero(draw, wanted[0], anchor, irrelevant=True))
        left -= types.component_count(draw.module, draw.module.type_of(packed)) if packed else 1
    return parts
