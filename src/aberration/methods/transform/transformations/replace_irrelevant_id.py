"""Use another value instead of one that does not matter (catalogue: ReplaceIrrelevantId)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_at_use
from aberration.languages.spirv.grammar import CONSTANTS
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranchConditional,
    OpExtInst,
    OpFunction,
    OpFunctionCall,
    OpPhi,
    OpStore,
    OpSwitch,
)
from aberration.languages.spirv.place import Use, can_replace
from aberration.methods.transform.analysis.opcode_sets import HARMLESS, WITH_POINTER
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.transformation import Transformation

BRANCHES: Final = frozenset((OpBranchConditional, OpSwitch))
SAFE_WHEN_LIVE: Final = HARMLESS | {OpStore, OpFunctionCall, OpExtInst}
"""Whatever their operands are, these have defined behaviour: no divisor, shift amount, index,
coordinate.
"""


class ReplaceIrrelevantId(Transformation, frozen=True, gc=False):
    """Precondition: the used id is irrelevant, plain data, and may be another value there, no index
    of an access chain among them; the replacement is of the same type and available there. Where
    the use may be executed, no operand of the instruction can do harm and the replacement is
    defined; a branch takes constants only, so that all invocations stay together.
    Effect: replaces the operand.
    Facts: uses that the id is irrelevant, adds none.
    """

    use: Use
    replacement: int

    def is_applicable(self, module: Module) -> bool:
        new = module.definition(self.replacement)
        if new is None or new.op == OpFunction or self.replacement == self.use.id:
            return False
        if new.type_id != module.type_of(self.use.id) or not module.facts.is_irrelevant(
            module, self.use.id
        ):
            return False
        user = self.use.find(module)
        if user is None or not types.can_create_constant(module, new.type_id):
            return False
        if not can_replace(module, user, self.use.operand):
            return False
        if not is_never_read(module, user, self.use.operand) and not self._is_harmless(
            module, user, new
        ):
            return False
        return available_at_use(module, self.replacement, user, self.use.operand)

    def _is_harmless(self, module: Module, user: Instruction, new: Instruction) -> bool:
        if user.op not in SAFE_WHEN_LIVE or may_depend_on_undefined(module, new.result_id):
            return False
        if user.op == OpExtInst and user.ops[1] in WITH_POINTER:
            return False
        return user.op not in BRANCHES or new.op in CONSTANTS

    def apply(self, module: Module) -> None:
        user = must_exist(self.use.find(module))
        module.set_operand(user, self.use.operand, self.replacement)


def is_never_read(module: Module, user: Instruction, operand: int) -> bool:
    """Say whether an operand is only read in a dead block; that of an OpPhi is, where it comes
    from one.
    """
    if user.block is not None and user.block.dead:
        return True
    if user.op != OpPhi or operand + 1 >= len(user.ops):
        return False
    predecessor = module.block(user.ops[operand + 1])
    return predecessor is not None and predecessor.dead
