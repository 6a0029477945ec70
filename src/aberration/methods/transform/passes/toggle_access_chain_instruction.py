"""Propose to promise that access chains are in bounds, or not to."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpAccessChain, OpInBoundsAccessChain
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.toggle_access_chain_instruction import (
    ToggleAccessChainInstruction,
)


@fuzzer_pass(chance=(0.2, 0.9), final=True, sites=(OpAccessChain, OpInBoundsAccessChain))
def toggle_access_chain_instruction(draw: Draw) -> Transformation | None:
    """One attempt: any access chain."""
    chain = draw.instruction((OpAccessChain, OpInBoundsAccessChain))
    return ToggleAccessChainInstruction(chain.result_id) if chain is not None else None
