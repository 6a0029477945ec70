"""Propose to negate the conditions of branches."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpBranchConditional
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.swap_conditional_branch_operands import (
    SwapConditionalBranchOperands,
)


@fuzzer_pass(chance=(0.1, 0.7))
def swap_branch_conditional_operands(draw: Draw) -> Transformation | None:
    """One attempt: any conditional branch."""
    branch = draw.instruction((OpBranchConditional,))
    return (
        None
        if branch is None
        else SwapConditionalBranchOperands(Place.of(draw.module, branch), draw.fresh())
    )
