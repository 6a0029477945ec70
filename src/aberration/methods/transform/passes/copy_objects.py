"""Propose copies of values and pointers."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.operands import use_at_once, value_at
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_synonym import AddSynonym

OPERANDS: Final = 0.4
"""Share of attempts that take an operand of what follows, which then is what was made."""


@fuzzer_pass(
    chance=(0.2, 0.5), followed_by=("apply_id_synonyms", "replace_copy_objects_with_stores_loads")
)
def copy_objects(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point; an operand of what follows, which is replaced then, or
    any value there.
    """
    anchor = draw.insertion_point()
    if anchor is None or anchor.block is None or anchor.block.dead:
        return None
    drawn = value_at(draw, anchor, OPERANDS)
    step = AddSynonym(drawn.value, "copy", draw.fresh(), Place.of(draw.module, anchor))
    return use_at_once(draw, drawn, step, step.fresh) if drawn.value else None
