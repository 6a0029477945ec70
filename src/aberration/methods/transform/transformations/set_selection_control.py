"""Change the hint of a selection (catalogue: SetSelectionControl)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import merge_instruction
from aberration.languages.spirv.enums import SelectionControl
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpSelectionMerge
from aberration.methods.transform.transformation import Transformation

CONTROLS: Final = (SelectionControl.NONE, SelectionControl.FLATTEN, SelectionControl.DONT_FLATTEN)


class SetSelectionControl(Transformation, frozen=True, gc=False):
    """Precondition: the block has an OpSelectionMerge; the control is None, Flatten or DontFlatten.
    Effect: sets it.
    Facts: none used, none added.
    """

    block: int
    control: int

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        if block is None or self.control not in CONTROLS:
            return False
        merge = merge_instruction(block)
        return merge is not None and merge.op == OpSelectionMerge

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        merge = must_exist(merge_instruction(block))
        module.set_operand(merge, 1, self.control)
