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
            _replace(module, comparison, Instruction(_INVERTED[comparison.op], comparison.type_id, 0, [right, left]))


def _replace(module: Module, old: Instruction, new: Instruction) -> None:
    new.result_id = module.fresh_id()
    module.insert_before(old, new)
    module.replace_uses(old.result_id, new.result_id)
    module.remove(old)


MUTANT = Mutant("constant-left", "a canonical form that inverts a predicate", ("SwapCommutableOperands",), rewrite)
