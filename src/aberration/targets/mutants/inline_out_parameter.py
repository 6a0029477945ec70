"""Inlining on demand loses the computed values stored through parameters of the function."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Function, Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import body, is_constant, null

_INLINE = 1


def rewrite(module: Module) -> None:
    """Zero the stores through a parameter of functions to inline."""
    for function in module.functions:
        if function.definition.ops[0] & _INLINE:
            _forget_stores(module, function)


def _forget_stores(module: Module, function: Function) -> None:
    parameters = {parameter.result_id for parameter in function.parameters}
    for store in body(function):
        if store.op == opcodes.OpStore and store.ops[0] in parameters and not is_constant(module, store.ops[1]):
            module.set_operand(store, 1, null(module, module.type_of(store.ops[1])))


MUTANT = Mutant("inline-out-parameter", "an inliner that loses an out parameter", ("SetFunctionControl",), rewrite)
