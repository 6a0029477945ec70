"""A loop's phi whose first pair comes from the back edge starts wrong: the first pair is taken
for the entry.
"""

from __future__ import annotations

from aberration.languages.spirv.blocks import is_loop_header, phis
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import all_blocks, is_scalar_constant, null, one


def rewrite(module: Module) -> None:
    """Let what comes from outside of the loop be zero, or one where it is zero already."""
    for block in all_blocks(module):
        if not is_loop_header(block):
            continue
        for phi in phis(block):
            if _from_inside(module, block, phi.ops[1]):
                _forget_entry(module, block, phi)


def _forget_entry(module: Module, block: Block, phi: Instruction) -> None:
    for k in range(0, len(phi.ops), 2):
        if _from_inside(module, block, phi.ops[k + 1]):
            continue
        wrong = one(module, phi.type_id) if is_scalar_constant(module, phi.ops[k], 0) else 0
        module.set_operand(phi, k, wrong or null(module, phi.type_id))


def _from_inside(module: Module, header: Block, label: int) -> bool:
    block = module.block(label)
    return block is not None and module.dominates(header, block)


MUTANT = Mutant(
    "phi-back-edge-first",
    "a phi read by the position of its pairs",
    ("PermutePhiOperands",),
    rewrite,
)
