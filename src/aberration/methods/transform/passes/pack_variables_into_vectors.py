"""Propose to make local variables the components of vectors."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import (
    any_local_variable,
    neighbours,
    prepare_combination,
)
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.pack_variable_into_vector import (
    COUNTS,
    PackVariableIntoVector,
)

FULL: Final = 0.6
"""Chance that another variable is looked for, for each component."""


@fuzzer_pass(chance=(0.02, 0.12), followed_by=("propagate_instructions_down", "add_access_chains"))
def pack_variables_into_vectors(draw: Draw) -> Transformation | None:
    """One attempt: any local scalar, and others of its type, in any order."""
    module, rng = draw.module, draw.rng
    first = any_local_variable(draw)
    if first is None or not types.is_scalar(module, types.pointee(module, first.type_id)):
        return None
    count = rng.choose(COUNTS)
    tries = sum([rng.chance(FULL) for _ in range(count - 1)])
    slots = [
        each.result_id for each in neighbours(draw, first, tries) if each.type_id == first.type_id
    ]
    slots += [0] * (count - len(slots))
    slots = rng.shuffled(slots)
    vector = draw.vector_type(types.pointee(module, first.type_id), count)
    if not prepare_combination(draw, vector, slots):
        return None
    return PackVariableIntoVector(draw.fresh(), tuple(slots))
