"""Propose to store values and load them again."""

from __future__ import annotations

from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory import may_be_undefined, value_type
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import passing_variable
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.push_id_through_variable import PushIdThroughVariable


@fuzzer_pass(chance=(0.05, 0.5), followed_by=("apply_id_synonyms",))
def push_ids_through_variables(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point and any value there, through a local or a private variable."""
    module = draw.module
    anchor = draw.insertion_point()
    if anchor is None or anchor.block is None:
        return None
    value = draw.value_before(anchor)
    if not value or may_be_undefined(module, value):
        return None
    storage_class, zero = passing_variable(draw, value_type(module, value))
    if not zero:
        return None
    return PushIdThroughVariable(value, draw.fresh(), draw.fresh(), storage_class, zero, Place.of(module, anchor))
