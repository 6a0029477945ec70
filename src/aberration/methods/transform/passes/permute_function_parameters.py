"""Propose other orders of parameters."""

from __future__ import annotations

from aberration.methods.transform.analysis.signatures import changeable, parameter_types
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.permute_function_parameters import (
    PermuteFunctionParameters,
)


@fuzzer_pass(chance=(0.3, 0.9))
def permute_function_parameters(draw: Draw) -> Transformation | None:
    """One attempt: any order for any function with two parameters or more."""
    function = changeable(draw.module, draw.rng.choose(draw.module.functions).id)
    if function is None or len(function.parameters) < 2:
        return None
    order = draw.rng.shuffled(list(range(len(function.parameters))))
    parameters = [function.parameters[k] for k in order]
    draw.function_type(function.definition.type_id, parameter_types(parameters))
    return PermuteFunctionParameters(function.id, tuple(order))
