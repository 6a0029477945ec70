"""A copied value is not kept alive beyond its block: there, computations read zero."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.grammar import TYPES
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import forget, instructions, reads_zero_well

_POINTER = opcodes.OpTypePointer


def rewrite(module: Module) -> None:
    """Cut the uses outside of the copy's block off."""
    for copy in instructions(module, opcodes.OpCopyObject):
        home = copy.block
        # The result of an inlined call is a copy at the end of its block.
        is_result = home is not None and home.instructions[-2] is copy
        if is_result or _is_pointer(module, copy):
            continue

        def elsewhere(user: Instruction, home: object = home) -> bool:
            return reads_zero_well(user) and user.block is not home

        forget(module, copy, elsewhere)


def _is_pointer(module: Module, copy: Instruction) -> bool:
    definition = module.definition(copy.type_id)
    return definition is None or definition.op not in TYPES or definition.op == _POINTER


MUTANT = Mutant(
    "copy-across-blocks", "liveness of copies computed for one block only", ("AddSynonym",), rewrite
)
