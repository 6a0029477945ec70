"""Inlining on demand loses the last computed value that a function gives away: returned, or
stored outside of it.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import body, is_constant, null

_INLINE = 1
_LOCAL = (opcodes.OpVariable, opcodes.OpAccessChain)


def rewrite(module: Module) -> None:
    """Zero that value in functions to inline."""
    for function in module.functions:
        if function.definition.ops[0] & _INLINE:
            _forget_last(module, function)


def _forget_last(module: Module, function: Function) -> None:
    for instruction in reversed(body(function)):
        k = _given_away(module, instruction)
        if k is None or is_constant(module, instruction.ops[k]):
            continue
        module.set_operand(instruction, k, null(module, module.type_of(instruction.ops[k])))
        return


def _given_away(module: Module, instruction: Instruction) -> int | None:
    """Return which operand leaves the function, if any."""
    if instruction.op == opcodes.OpReturnValue:
        return 0
    if instruction.op != opcodes.OpStore:
        return None
    pointer = module.definition(instruction.ops[0])
    is_local = pointer is None or (pointer.op in _LOCAL and pointer.block is not None)
    return None if is_local else 1


MUTANT = Mutant(
    "inline-result", "an inliner that loses an out parameter", ("SetFunctionControl",), rewrite
)
