"""Swap two functions in the text (catalogue: SwapTwoFunctions)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation


class SwapTwoFunctions(Transformation, frozen=True, gc=False):
    """Precondition: both are functions, not the same one; either both have a body or neither has:
    declarations come first.
    Effect: they change places in the text.
    Facts: none used, none added.
    """

    first: int
    second: int

    def is_applicable(self, module: Module) -> bool:
        first, second = module.function(self.first), module.function(self.second)
        if first is None or second is None or first is second:
            return False
        return bool(first.blocks) == bool(second.blocks)

    def apply(self, module: Module) -> None:
        first = must_exist(module.function(self.first))
        second = must_exist(module.function(self.second))
        module.swap_functions(first, second)
