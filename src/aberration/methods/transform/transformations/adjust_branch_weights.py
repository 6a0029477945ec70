"""Say how likely the targets of a branch are (catalogue: AdjustBranchWeights)."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpBranchConditional
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformation import Transformation

LARGEST_SUM: Final = 0xFFFFFFFF


class AdjustBranchWeights(Transformation, frozen=True, gc=False):
    """Precondition: `at` is an OpBranchConditional; the weights are not negative, not both 0, their
    sum fits 32 bits.
    Effect: the branch has these weights.
    Facts: none used, none added.
    """

    at: Place
    weights: tuple[int, int]

    def is_applicable(self, module: Module) -> bool:
        branch = self.at.find(module)
        if branch is None or branch.op != OpBranchConditional or min(self.weights) < 0:
            return False
        return 0 < sum(self.weights) <= LARGEST_SUM

    def apply(self, module: Module) -> None:
        branch = self.at.get(module)
        module.set_operands(branch, [*branch.ops[:3], *self.weights])
