"""Propose other orders of OpPhi pairs."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpPhi
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.permute_phi_operands import PermutePhiOperands


@fuzzer_pass(chance=(0.3, 0.9), final=True, sites=(OpPhi,))
def permute_phi_operands(draw: Draw) -> Transformation | None:
    """One attempt: any OpPhi of two pairs or more, any other order."""
    phi = draw.instruction((OpPhi,))
    if phi is None or len(phi.ops) < 4:
        return None
    same = list(range(len(phi.ops) // 2))
    order = draw.rng.shuffled(same)
    if order == same:
        order.reverse()
    return PermutePhiOperands(phi.result_id, tuple(order))
