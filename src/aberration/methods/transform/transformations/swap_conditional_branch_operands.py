"""Negate the condition of a branch (catalogue: SwapConditionalBranchOperands)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import last_insertion_point
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpBranchConditional, OpLogicalNot
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformation import Transformation


class SwapConditionalBranchOperands(Transformation, frozen=True, gc=False):
    """Precondition: `at` is an OpBranchConditional.
    Effect: it depends on the negated condition, computed before it and its merge instruction; its
    targets and weights change places.
    Facts: none used, none added.
    """

    at: Place
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        branch = self.at.find(module)
        return (
            branch is not None and branch.op == OpBranchConditional and module.is_fresh(self.fresh)
        )

    def apply(self, module: Module) -> None:
        branch = self.at.get(module)
        condition, first, second, *weights = branch.ops
        negation = Instruction(OpLogicalNot, module.type_of(condition), self.fresh, [condition])
        module.insert_before(last_insertion_point(must_exist(branch.block)), negation)
        module.set_operands(branch, [self.fresh, second, first, *reversed(weights)])
