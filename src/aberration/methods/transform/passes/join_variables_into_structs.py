"""Propose to make local variables the members of structures."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.types import pointee
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import (
    LARGEST,
    any_local_variable,
    neighbours,
    prepare_combination,
    scalars,
)
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.join_variables_into_struct import (
    JoinVariablesIntoStruct,
)

MOST_OTHERS: Final = 5


@fuzzer_pass(chance=(0.02, 0.12), followed_by=("propagate_instructions_down", "add_access_chains"))
def join_variables_into_structs(draw: Draw) -> Transformation | None:
    """One attempt: any local variable and others of its function, in any order."""
    module = draw.module
    first = any_local_variable(draw)
    if first is None:
        return None
    found = draw.rng.shuffled(neighbours(draw, first, draw.rng.below(MOST_OTHERS + 1)))
    members = [pointee(module, each.type_id) for each in found]
    if sum([scalars(draw, each) for each in members]) > LARGEST:
        return None
    struct = draw.struct_type(members)
    variables = [each.result_id for each in found]
    if not prepare_combination(draw, struct, variables):
        return None
    return JoinVariablesIntoStruct(draw.fresh(), tuple(variables))
