"""Propose to hand arguments over in global variables."""

from __future__ import annotations

from aberration.languages.spirv.enums import StorageClass
from aberration.methods.transform.analysis.signatures import changeable
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_parameter_with_global import (
    ReplaceParameterWithGlobal,
    can_be_global,
)


@fuzzer_pass(chance=(0.3, 0.7))
def replace_parameter_with_global(draw: Draw) -> Transformation | None:
    """One attempt: any parameter of any function."""
    function = changeable(draw.module, draw.rng.choose(draw.module.functions).id)
    if function is None or not function.parameters:
        return None
    parameter = draw.rng.choose(function.parameters)
    if not can_be_global(draw.module, parameter.type_id):
        return None
    draw.pointer_type(StorageClass.PRIVATE, parameter.type_id)
    draw.null_constant(parameter.type_id)
    others = [each.type_id for each in function.parameters if each is not parameter]
    draw.function_type(function.definition.type_id, others)
    return ReplaceParameterWithGlobal(draw.fresh(), function.id, parameter.result_id)
