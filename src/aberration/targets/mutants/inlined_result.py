"""The result of an inlined call is lost: computations in the blocks after the inlined body read
zero.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.types import pointee
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import forget, instructions

_READERS = frozenset(
    (opcodes.OpStore, opcodes.OpCompositeConstruct, opcodes.OpFAdd, opcodes.OpFMul, opcodes.OpIMul)
)


def rewrite(module: Module) -> None:
    """Forget a copy that ends a block where a block that it jumps to reads it."""
    for copy in instructions(module, opcodes.OpCopyObject):
        block = copy.block
        if (
            block is None
            or not (block.terminator.op == opcodes.OpBranch and block.instructions[-2] is copy)
            or pointee(module, copy.type_id)
        ):
            continue
        following = block.terminator.ops[0]

        def reads(user: Instruction, following: int = following) -> bool:
            return user.op in _READERS and user.block is not None and user.block.id == following

        forget(module, copy, reads)


MUTANT = Mutant(
    "inlined-result", "an inliner that forgets the return value", ("InlineFunction",), rewrite
)
