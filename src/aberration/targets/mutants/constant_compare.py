"""A comparison of two integer constants is folded with its operands exchanged.

Left alone are the comparisons that guard an edge to a continue target: an endless loop would show
less.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.blocks import is_continue_target
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions, is_constant

_COMPARISONS = (
    opcodes.OpSLessThan,
    opcodes.OpSLessThanEqual,
    opcodes.OpSGreaterThan,
    opcodes.OpSGreaterThanEqual,
    opcodes.OpULessThan,
    opcodes.OpULessThanEqual,
    opcodes.OpUGreaterThan,
    opcodes.OpUGreaterThanEqual,
    opcodes.OpFOrdLessThan,
    opcodes.OpFOrdGreaterThan,
)


def rewrite(module: Module) -> None:
    """Exchange the operands."""
    for comparison in instructions(module, *_COMPARISONS):
        left, right = comparison.ops
        if (
            is_constant(module, left)
            and is_constant(module, right)
            and not _guards_continue(module, comparison)
        ):
            module.set_operands(comparison, [right, left])


def _guards_continue(module: Module, comparison: Instruction) -> bool:
    for user in module.users(comparison.result_id):
        if user.op != opcodes.OpBranchConditional:
            continue
        targets = [module.block(label) for label in user.ops[1:3]]
        if any(target is not None and is_continue_target(module, target) for target in targets):
            return True
    return False


MUTANT = Mutant(
    "constant-compare",
    "a constant folder that mixes its operands up",
    ("ReplaceBooleanConstantWithConstantBinary",),
    rewrite,
)
