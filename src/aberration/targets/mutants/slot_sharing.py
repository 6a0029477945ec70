"""A local variable with an initialiser shares its stack slot with another one: stores to it
land there.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import redirect


def rewrite(module: Module) -> None:
    """Redirect the stores to the first variable of the same type that has no initialiser."""
    for function in module.functions:
        for variable in _variables(function):
            sharer = _sharer(function, variable) if len(variable.ops) > 1 else None
            if sharer is not None:
                redirect(module, variable.result_id, sharer.result_id, _is_store)


def _variables(function: Function) -> list[Instruction]:
    if not function.blocks:
        return []
    return [found for found in function.blocks[0].instructions if found.op == opcodes.OpVariable]


def _sharer(function: Function, variable: Instruction) -> Instruction | None:
    for other in _variables(function):
        if other.type_id == variable.type_id and len(other.ops) == 1:
            return other
    return None


def _is_store(user: Instruction) -> bool:
    return user.op == opcodes.OpStore


MUTANT = Mutant("slot-sharing", "stack colouring with wrong live ranges", ("Store",), rewrite)
