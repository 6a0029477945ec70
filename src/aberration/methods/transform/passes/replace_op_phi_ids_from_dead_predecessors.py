"""Propose other values for what OpPhis take from dead blocks."""

from __future__ import annotations

from aberration.languages.spirv.blocks import phis
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_op_phi_id_from_dead_predecessor import (
    ReplaceOpPhiIdFromDeadPredecessor,
)


@fuzzer_pass(chance=(0.2, 0.9))
def replace_op_phi_ids_from_dead_predecessors(draw: Draw) -> Transformation | None:
    """One attempt: any OpPhi after any dead block, any value that is available there."""
    module, rng = draw.module, draw.rng
    block = draw.dead_block()
    block_phis = (
        [] if block is None else [phi for each in module.successors(block) for phi in phis(each)]
    )
    if block is None or not block_phis:
        return None
    phi = rng.choose(block_phis)
    value = draw.available_id(phi.type_id, block.terminator)
    return ReplaceOpPhiIdFromDeadPredecessor(phi.result_id, block.id, value) if value else None
