"""An equality with its constant on the left is turned round as an inequality would be: it is inverted."""

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


def rewrite(module: Module) -> None:
    """Replace the instruction by its opposite."""
    for comparison in instructions(module, *_INVERTED):
        left, right = comparison.ops
        if is_constant(module, left) and not is_constant(module, right):
            _replace(module, comparison, _INVERTED[comparison.op])


def _replace(module: Module, comparison: Instruction, op: int) -> None:
    block, index = comparison.block, module.position(comparison)
    if block is None:
        return
    left, right = comparison.ops
    module.remove(comparison)
    module.insert(block, index, Instruction(op, comparison.type_id, comparison.result_id, [right, left]))


MUTANT = Mutant("constant-left", "a canonical form that inverts a predicate", ("SwapCommutableOperands",), rewrite)
