"""Propose to append blocks to their predecessors."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpBranch
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.merge_blocks import MergeBlocks


@fuzzer_pass(chance=(0.2, 0.95), followed_by=("split_blocks",))
def merge_blocks(draw: Draw) -> Transformation | None:
    """One attempt: the target of any OpBranch."""
    branch = draw.instruction((OpBranch,))
    return None if branch is None else MergeBlocks(branch.ops[0])
