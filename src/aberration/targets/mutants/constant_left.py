"""Peepholes that expect a constant on the right: an equality is inverted, x is lost from c ^ x and c | x."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Instruction, Module
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


def rewrite(module: Module) -> None:
    """Replace an equality by its opposite with the constant on the right; read the constant twice otherwise."""
    for instruction in instructions(module, *_INVERTED, *_MIXING):
        left, right = instruction.ops
        if not is_constant(module, left) or is_constant(module, right):
            continue
        if instruction.op in _MIXING:
            module.set_operand(instruction, 1, left)
        else:
            _replace(module, instruction, _INVERTED[instruction.op])


def _replace(module: Module, comparison: Instruction, op: int) -> None:
    block, index = comparison.block, module.position(comparison)
    if block is None:
        return
    left, right = comparison.ops
    module.remove(comparison)
    module.insert(block, index, Instruction(op, comparison.type_id, comparison.result_id, [right, left]))


MUTANT = Mutant("constant-left", "a canonical form that inverts a predicate", ("SwapCommutableOperands",), rewrite)
