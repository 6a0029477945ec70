"""Propose to hand arguments over in structures."""

from __future__ import annotations

from typing import Final

from aberration.methods.transform.analysis.composites import can_be_member
from aberration.methods.transform.analysis.signatures import calls_in_order, changeable
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_params_with_struct import (
    ReplaceParamsWithStruct,
)

MOST_MEMBERS: Final = 5


@fuzzer_pass(chance=(0.2, 0.4))
def replace_params_with_struct(draw: Draw) -> Transformation | None:
    """One attempt: some of the parameters of any function."""
    module = draw.module
    function = changeable(module, draw.rng.choose(module.functions).id)
    if function is None:
        return None
    fit = draw.rng.shuffled(
        [each for each in function.parameters if can_be_member(module, each.type_id)]
    )
    if not fit:
        return None
    chosen = fit[: 1 + draw.rng.below(MOST_MEMBERS)]
    struct = draw.struct_type([each.type_id for each in chosen])
    others = [each.type_id for each in function.parameters if each not in chosen]
    draw.function_type(function.definition.type_id, [*others, struct])
    composites = tuple(
        (call.result_id, draw.fresh()) for call in calls_in_order(module, function.id)
    )
    parameters = tuple(each.result_id for each in chosen)
    return ReplaceParamsWithStruct(draw.fresh(), function.id, parameters, composites)
