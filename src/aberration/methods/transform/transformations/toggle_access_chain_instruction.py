"""Promise that an access chain is in bounds, or no longer (catalogue:
ToggleAccessChainInstruction).
"""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpAccessChain, OpInBoundsAccessChain
from aberration.methods.transform.analysis.memory import indexes_within, is_accessed_at_once
from aberration.methods.transform.transformation import Transformation

OTHER: Final = {OpAccessChain: OpInBoundsAccessChain, OpInBoundsAccessChain: OpAccessChain}


class ToggleAccessChainInstruction(Transformation, frozen=True, gc=False):
    """Precondition: an OpInBoundsAccessChain; or an OpAccessChain that is never executed, whose
    indexes surely are within bounds, or through which its own block accesses memory: a chain that
    was moved away from its accesses may be executed where nothing is accessed, and then with any
    index.
    Effect: the one becomes the other.
    Facts: none used but that a block is dead, none added.
    """

    chain: int

    def is_applicable(self, module: Module) -> bool:
        chain = module.definition(self.chain)
        if chain is None or chain.block is None or chain.op not in OTHER:
            return False
        if chain.op == OpInBoundsAccessChain or chain.block.dead:
            return True
        return indexes_within(module, chain) or is_accessed_at_once(module, chain)

    def apply(self, module: Module) -> None:
        chain = must_exist(module.definition(self.chain))
        module.replace(
            chain, Instruction(OTHER[chain.op], chain.type_id, chain.result_id, list(chain.ops))
        )
