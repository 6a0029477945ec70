"""Change the hints of a function (catalogue: SetFunctionControl)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv.enums import FunctionControl
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation

INLINING: Final = FunctionControl.INLINE | FunctionControl.DONT_INLINE
PROMISES: Final = FunctionControl.PURE | FunctionControl.CONST


class SetFunctionControl(Transformation, frozen=True, gc=False):
    """Precondition: the mask has of Inline, DontInline at most one, and of the promises Pure, Const
    none that the function does not make already.
    Effect: sets it.
    Facts: none used, none added.
    """

    function: int
    control: int

    def is_applicable(self, module: Module) -> bool:
        function = module.function(self.function)
        if (
            function is None
            or self.control & ~(INLINING | PROMISES)
            or self.control & INLINING == INLINING
        ):
            return False
        return not self.control & PROMISES & ~function.definition.ops[0]

    def apply(self, module: Module) -> None:
        function = must_exist(module.function(self.function))
        module.set_operand(function.definition, 0, self.control)
