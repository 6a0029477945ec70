"""Propose other hints for selections."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpSelectionMerge
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.set_selection_control import (
    CONTROLS,
    SetSelectionControl,
)


@fuzzer_pass(chance=(0.2, 0.9), final=True, sites=(OpSelectionMerge,))
def adjust_selection_controls(draw: Draw) -> Transformation | None:
    """One attempt: any selection, any other hint."""
    merge = draw.instruction((OpSelectionMerge,))
    if merge is None or merge.block is None:
        return None
    control = draw.rng.choose([control for control in CONTROLS if control != merge.ops[1]])
    return SetSelectionControl(merge.block.id, control)
