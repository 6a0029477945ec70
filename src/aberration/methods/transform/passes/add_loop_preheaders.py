"""Propose blocks in front of loops."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpLoopMerge
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.regions import preheader_for
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation


@fuzzer_pass(
    chance=(0.2, 0.9),
    followed_by=("duplicate_regions_with_selections", "wrap_regions_in_selections"),
)
def add_loop_preheaders(draw: Draw) -> Transformation | None:
    """One attempt: any loop."""
    merge = draw.instruction((OpLoopMerge,))
    header = None if merge is None else merge.block
    return None if header is None else preheader_for(draw, header)
