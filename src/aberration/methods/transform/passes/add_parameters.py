"""Propose more parameters."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.types import pointee
from aberration.methods.transform.analysis.signatures import (
    calls_in_order,
    changeable,
    parameter_types,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.arguments import draw_argument
from aberration.methods.transform.drawing.variables import data_type
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_parameter import AddParameter

CLASSES: Final = (StorageClass.FUNCTION, StorageClass.PRIVATE)


@fuzzer_pass(
    chance=(0.05, 0.7),
    followed_by=("add_synonyms", "replace_params_with_struct", "replace_parameter_with_global"),
)
def add_parameters(draw: Draw) -> Transformation | None:
    """One attempt: a parameter of any plain type, or a pointer to it, for any function."""
    function = changeable(draw.module, draw.rng.choose(draw.module.functions).id)
    type_id = data_type(draw)
    if function is None or not type_id:
        return None
    if draw.rng.below(4) == 0:
        type_id = draw.pointer_type(draw.rng.choose(CLASSES), type_id)
    draw.function_type(
        function.definition.type_id, [*parameter_types(function.parameters), type_id]
    )
    arguments = [
        (call.result_id, _argument(draw, type_id, call))
        for call in calls_in_order(draw.module, function.id)
    ]
    return AddParameter(draw.fresh(), function.id, type_id, tuple(arguments))


def _argument(draw: Draw, type_id: int, call: Instruction) -> int:
    """Return a value; half the time a constant that does not matter, so that it can be replaced
    by anything.
    """
    if pointee(draw.module, type_id) or draw.rng.bits() & 1:
        return draw_argument(draw, type_id, call)
    return draw.zero_constant(type_id, irrelevant=True)
