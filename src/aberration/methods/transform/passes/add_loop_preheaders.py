"""Propose blocks in front of loops."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpLoopMerge
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_loop_preheader import AddLoopPreheader, blocks_before_loop


@fuzzer_pass(chance=(0.2, 0.9), followed_by=("duplicate_regions_with_selections", "wrap_regions_in_selections"))
def add_loop_preheaders(draw: Draw) -> Transformation | None:
    """One attempt: any loop."""
    merge = draw.instruction((OpLoopMerge,))
    header = None if merge is None else merge.block
    if header is None:
        return None
    outside = blocks_before_loop(draw.module, header)
    phis = draw.module.phis(header) if len(outside) > 1 else []
    return AddLoopPreheader(header.id, draw.fresh(), tuple(draw.fresh() for _ in phis))
