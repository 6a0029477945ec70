"""Propose to compute whether any or all components are true one by one."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpAll, OpAny
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.expand_vector_reduction import (
    ExpandVectorReduction,
    reduced_components,
)


@fuzzer_pass(chance=(0.2, 0.9), followed_by=("apply_id_synonyms",))
def expand_vector_reductions(draw: Draw) -> Transformation | None:
    """One attempt: any OpAny or OpAll."""
    found = draw.instruction((OpAll, OpAny))
    count = reduced_components(draw.module, found)
    if found is None or not count:
        return None
    return ExpandVectorReduction(found.result_id, tuple(draw.fresh() for _ in range(2 * count - 1)))
