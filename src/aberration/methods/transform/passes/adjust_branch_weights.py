"""Propose weights of branches."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.opcodes import OpBranchConditional
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.adjust_branch_weights import AdjustBranchWeights

WEIGHTS: Final = (0, 1, 2, 100, 0xFFFF, 0x7FFFFFFF)


@fuzzer_pass(chance=(0.2, 0.9), final=True, sites=(OpBranchConditional,))
def adjust_branch_weights(draw: Draw) -> Transformation | None:
    """One attempt: any conditional branch; weights far apart or equal, not both 0."""
    branch = draw.instruction((OpBranchConditional,))
    if branch is None:
        return None
    weights = (draw.rng.choose(WEIGHTS), draw.rng.choose(WEIGHTS[1:]))
    return AdjustBranchWeights(
        Place.of(draw.module, branch), weights if draw.rng.bits() & 1 else weights[::-1]
    )
