"""Let an OpPhi take another value from a dead block (catalogue:
ReplaceOpPhiIdFromDeadPredecessor).
"""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpPhi
from aberration.methods.transform.transformation import Transformation


class ReplaceOpPhiIdFromDeadPredecessor(Transformation, frozen=True, gc=False):
    """Precondition: `phi` is an OpPhi of plain data with a pair for `predecessor`, which is a dead
    block; the replacement is another value of its type, available at the end of that block.
    Effect: replaces the value of the pair.
    Facts: uses that the block is dead, adds none.
    """

    phi: int
    predecessor: int
    replacement: int

    def is_applicable(self, module: Module) -> bool:
        phi, predecessor = module.definition(self.phi), module.block(self.predecessor)
        if phi is None or phi.op != OpPhi or predecessor is None or not predecessor.dead:
            return False
        if module.type_of(self.replacement) != phi.type_id or not types.can_create_constant(
            module, phi.type_id
        ):
            return False
        operand = pair_of(phi.ops, self.predecessor)
        if operand < 0 or phi.ops[operand] == self.replacement:
            return False
        return available_before(module, self.replacement, predecessor.terminator)

    def apply(self, module: Module) -> None:
        phi = must_exist(module.definition(self.phi))
        module.set_operand(phi, pair_of(phi.ops, self.predecessor), self.replacement)


def pair_of(ops: list[int], predecessor: int) -> int:
    """Return the position of the value for a predecessor among the operands of an OpPhi; -1 if
    it has none.
    """
    for k in range(0, len(ops), 2):
        if ops[k + 1] == predecessor:
            return k
    return -1
