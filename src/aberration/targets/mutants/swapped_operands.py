"""Peepholes that expect operands in the usual order: a constant on the right, or what was loaded
first on the left.

Otherwise an equality is inverted, and an operation reads its left operand twice.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.availability import precedes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions, is_constant

_INVERTED = {
    opcodes.OpIEqual: opcodes.OpINotEqual,
    opcodes.OpINotEqual: opcodes.OpIEqual,
    opcodes.OpLogicalEqual: opcodes.OpLogicalNotEqual,
    opcodes.OpLogicalNotEqual: opcodes.OpLogicalEqual,
    opcodes.OpFOrdEqual: opcodes.OpFUnordNotEqual,
}
_MIXING = (opcodes.OpBitwiseXor, opcodes.OpBitwiseOr)
_MULTIPLYING = (opcodes.OpIMul, opcodes.OpBitwiseAnd)


def rewrite(module: Module) -> None:
    """Break what has its operands in the unusual order."""
    for comparison in instructions(module, *_INVERTED):
        if _is_constant_left(module, comparison) or _is_loaded_backwards(module, comparison):
            _replace(module, comparison, _INVERTED[comparison.op])
    for instruction in instructions(module, *_MIXING):
        if _is_constant_left(module, instruction):
            module.set_operand(instruction, 1, instruction.ops[0])
    for instruction in instructions(module, *_MULTIPLYING):
        if _is_loaded_backwards(module, instruction):
            module.set_operand(instruction, 1, instruction.ops[0])


def _is_constant_left(module: Module, instruction: Instruction) -> bool:
    left, right = instruction.ops
    return is_constant(module, left) and not is_constant(module, right)


def _is_loaded_backwards(module: Module, instruction: Instruction) -> bool:
    """Say whether both operands are loaded in the instruction's block, the left one last."""
    loads = [module.definition(operand) for operand in instruction.ops]
    left, right = loads
    if left is None or right is None or left.op != opcodes.OpLoad or right.op != opcodes.OpLoad:
        return False
    return left.block is instruction.block and precedes(module, right, left)


def _replace(module: Module, comparison: Instruction, op: int) -> None:
    left, right = comparison.ops
    module.replace(
        comparison, Instruction(op, comparison.type_id, comparison.result_id, [right, left])
    )


MUTANT = Mutant(
    "swapped-operands", "a peephole for one order of operands", ("SwapCommutableOperands",), rewrite
)
