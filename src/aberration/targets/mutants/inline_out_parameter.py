"""Inlining on demand loses the last store of a computed value through a parameter of the function."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Function, Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import body, is_constant, null

_INLINE = 1


def rewrite(module: Module) -> None:
    """Zero the last store through a parameter of functions to inline."""
    for function in module.functions:
        if function.definition.ops[0] & _INLINE:
            _forget_last_store(module, function)


def _forget_last_store(module: Module, function: Function) -> None:
    parameters = {parameter.result_id for parameter in function.parameters}
    for store in reversed(body(function)):
        if store.op != opcodes.OpStore or store.ops[0] not in parameters or is_constant(module, store.ops[1]):
            continue
        module.set_operand(store, 1, null(module, module.type_of(store.ops[1])))
        return


MUTANT = Mutant("inline-out-parameter", "an inliner that loses an out parameter", ("SetFunctionControl",), rewrite)
