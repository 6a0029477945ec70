"""A loop's phi whose first pair comes from the back edge starts with zero: the first pair is taken for the entry."""

from __future__ import annotations

from aberration.languages.spirv.module import Block, Instruction, Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import all_blocks, is_loop_header, null


def rewrite(module: Module) -> None:
    """Zero what comes from outside of the loop."""
    for block in all_blocks(module):
        if not is_loop_header(module, block):
            continue
        for phi in module.phis(block):
            if _from_inside(module, block, phi.ops[1]):
                _forget_entry(module, block, phi)


def _forget_entry(module: Module, block: Block, phi: Instruction) -> None:
    for k in range(0, len(phi.ops), 2):
        if not _from_inside(module, block, phi.ops[k + 1]):
            module.set_operand(phi, k, null(module, phi.type_id))


def _from_inside(module: Module, header: Block, label: int) -> bool:
    block = module.block(label)
    return block is not None and module.dominates(header, block)


MUTANT = Mutant("phi-back-edge-first", "a phi read by the position of its pairs", ("PermutePhiOperands",), rewrite)
