"""Propose to store values and load them again."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory import may_be_undefined, value_type
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.operands import use_at_once, value_at
from aberration.methods.transform.drawing.variables import passing_variable
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.push_id_through_variable import (
    PushIdThroughVariable,
)

OPERANDS: Final = 0.5
"""Share of attempts that take an operand of what follows, which then is what was made."""


@fuzzer_pass(chance=(0.05, 0.5), followed_by=("apply_id_synonyms",))
def push_ids_through_variables(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point; an operand of what follows, which is replaced then, or any
    value there; through a local or a private variable.
    """
    module = draw.module
    anchor = draw.insertion_point()
    if anchor is None or anchor.block is None:
        return None
    drawn = value_at(draw, anchor, OPERANDS)
    value = drawn.value
    if not value or may_be_undefined(module, value):
        return None
    storage_class, zero = passing_variable(draw, value_type(module, value))
    if not zero:
        return None
    made, place = draw.fresh(), Place.of(module, anchor)
    step = PushIdThroughVariable(value, made, draw.fresh(), storage_class, zero, place)
    return use_at_once(draw, drawn, step, made)
