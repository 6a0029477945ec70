"""Reorder the pairs of an OpPhi (catalogue: PermutePhiOperands)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpPhi
from aberration.methods.transform.transformation import Transformation


class PermutePhiOperands(Transformation, frozen=True, gc=False):
    """Precondition: `phi` is an OpPhi, `order` a permutation of its pairs.
    Effect: pair `order[i]` becomes pair i.
    Facts: none used, none added.
    """

    phi: int
    order: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        phi = module.definition(self.phi)
        if phi is None or phi.op != OpPhi or len(phi.ops) != 2 * len(self.order):
            return False
        return sorted(self.order) == list(range(len(self.order)))

    def apply(self, module: Module) -> None:
        phi = must_exist(module.definition(self.phi))
        module.set_operands(phi, [word for k in self.order for word in phi.ops[2 * k : 2 * k + 2]])
