"""x * 1 is folded to the constant operand instead of x where the result is computed with."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Instruction, Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import computes, instructions, is_scalar_constant, redirect

_INT_ONE = 1
_FLOAT_ONE = 0x3F800000


def rewrite(module: Module) -> None:
    """Fold to the one."""
    for product in instructions(module, opcodes.OpIMul, opcodes.OpFMul):
        one = _one(module, product)
        if one:
            redirect(module, product.result_id, one, computes)


def _one(module: Module, product: Instruction) -> int:
    word = _INT_ONE if product.op == opcodes.OpIMul else _FLOAT_ONE
    return next((operand for operand in product.ops if is_scalar_constant(module, operand, word)), 0)


MUTANT = Mutant("mul-one", "a peephole that returns the wrong operand", ("AddSynonym",), rewrite)
