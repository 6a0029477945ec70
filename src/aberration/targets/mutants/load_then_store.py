"""A store after a load of the same pointer that nobody reads is taken for storing the same
value back.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions, is_constant, null


def rewrite(module: Module) -> None:
    """Let the next store of a computed value to the pointer, in the same block, store zero."""
    for load in instructions(module, opcodes.OpLoad):
        if load.block is None or any(
            user.block is not None for user in module.users(load.result_id)
        ):
            continue
        store = _store_after(module, load.block, load)
        if store is not None:
            module.set_operand(store, 1, null(module, load.type_id))


def _store_after(module: Module, block: Block, load: Instruction) -> Instruction | None:
    for instruction in block.instructions[module.position(load) + 1 :]:
        if instruction.op == opcodes.OpStore and instruction.ops[0] == load.ops[0]:
            return None if is_constant(module, instruction.ops[1]) else instruction
    return None


MUTANT = Mutant(
    "load-then-store", "redundant-store elimination without a look at the value", ("Load",), rewrite
)
