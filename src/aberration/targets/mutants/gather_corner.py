"""A gather of whose four numbers one is used is lowered to a fetch, of the texel beside."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions

_CORNER: Final = 1
_CONVERSIONS: Final = (opcodes.OpConvertSToF, opcodes.OpConvertUToF)


def rewrite(module: Module) -> None:
    """Take another number of such a gather, if its coordinate is made of whole numbers."""
    for gather in instructions(module, opcodes.OpImageGather):
        users = module.users(gather.result_id)
        if len(users) != 1 or users[0].op != opcodes.OpCompositeExtract:
            continue
        if _is_made_of_whole_numbers(module, gather):
            module.set_operand(users[0], _CORNER, users[0].ops[_CORNER] ^ 1)


def _is_made_of_whole_numbers(module: Module, gather: Instruction) -> bool:
    product = module.definition(gather.ops[1])
    if product is None or product.op != opcodes.OpFMul:
        return False
    added = module.definition(product.ops[0])
    if added is None or added.op != opcodes.OpFAdd:
        return False
    whole = module.definition(added.ops[0])
    return whole is not None and whole.op in _CONVERSIONS


MUTANT = Mutant(
    "gather-corner",
    "the four texels of a gather taken in another order",
    ("GatherFetchedComponent",),
    rewrite,
    textures=True,
)
