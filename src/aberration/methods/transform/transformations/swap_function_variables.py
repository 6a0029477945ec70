"""Swap two local variables in the text (catalogue: SwapFunctionVariables)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpVariable
from aberration.methods.transform.transformation import Transformation


class SwapFunctionVariables(Transformation, frozen=True, gc=False):
    """Precondition: two different OpVariables of the same block.
    Effect: they change places. Initializers are constants or globals, so any order will do.
    Facts: none used, none added.
    """

    first: int
    second: int

    def is_applicable(self, module: Module) -> bool:
        first, second = module.definition(self.first), module.definition(self.second)
        if first is None or second is None or first is second:
            return False
        if first.op != OpVariable or second.op != OpVariable:
            return False
        return first.block is not None and first.block is second.block

    def apply(self, module: Module) -> None:
        first = must_exist(module.definition(self.first))
        second = must_exist(module.definition(self.second))
        block = must_exist(first.block)
        low, high = sorted((module.position(first), module.position(second)))
        upper, lower = block.instructions[low], block.instructions[high]
        module.move(upper, block, high)
        module.move(lower, block, low)
