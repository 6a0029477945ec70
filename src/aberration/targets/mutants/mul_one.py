"""x * 1 is folded to 1: where the result, or x after it in the block, is computed with, it is 1."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import (
    FLOAT_ONE,
    INT_ONE,
    computes,
    follows,
    instructions,
    is_constant,
    is_scalar_constant,
    redirect,
)


def rewrite(module: Module) -> None:
    """Fold to the one; value numbering takes the other operand along."""
    for product in instructions(module, opcodes.OpIMul, opcodes.OpFMul):
        one, source = _operands(module, product)
        if one and module.type_of(one) == product.type_id:
            redirect(module, product.result_id, one, computes)
            _fold_operand(module, product, source, one)


def _fold_operand(module: Module, product: Instruction, source: int, one: int) -> None:
    if is_constant(module, source) or module.type_of(source) != product.type_id:
        return
    redirect(module, source, one, lambda user: computes(user) and follows(module, user, product))


def _operands(module: Module, product: Instruction) -> tuple[int, int]:
    """Return the constant one and the other operand; zeros if there is none."""
    word = INT_ONE if product.op == opcodes.OpIMul else FLOAT_ONE
    left, right = product.ops
    if is_scalar_constant(module, right, word):
        return right, left
    return (left, right) if is_scalar_constant(module, left, word) else (0, 0)


MUTANT = Mutant("mul-one", "a peephole that returns the wrong operand", ("AddSynonym",), rewrite)
