"""Putting local variables together: each becomes a part of a new one, its id a pointer to that
part.
"""

from __future__ import annotations

from collections.abc import Sequence

from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.grammar import CONSTANTS
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpAccessChain,
    OpConstantComposite,
    OpStore,
    OpTypePointer,
    OpVariable,
)
from aberration.methods.transform.analysis.constants import find_constant, indices
from aberration.methods.transform.analysis.signatures import insert_at_entry
from aberration.methods.transform.analysis.variable_uses import (
    constant_initializer,
    local_variable,
    pointers_into,
)


def combinable(module: Module, variables: Sequence[int]) -> list[Instruction]:
    """Return local variables of one function, in the order given without the zeros, that may become
    parts of another one; empty if one may not: it is no plain data, it is decorated, or its pointer
    has to be that of a variable.
    """
    wanted = [each for each in variables if each]
    found = [
        variable
        for variable in (local_variable(module, each) for each in wanted)
        if variable is not None
    ]
    if not found or len(found) != len(wanted) or len(set(wanted)) != len(wanted):
        return []
    if any(variable.block is not found[0].block for variable in found):
        return []
    return found if all(pointers_into(module, each) is not None for each in wanted) else []


def can_combine(module: Module, type_id: int, count: int) -> bool:
    """Say whether a local variable of the type can be declared and led into: its pointer type and
    the constants for `count` indexes exist.
    """
    if not type_id or not module.find(OpTypePointer, 0, StorageClass.FUNCTION, type_id):
        return False
    return all(indices(module, tuple(range(count))))


def initializers(module: Module, variables: Sequence[int]) -> list[int]:
    """Return the initializers of variables; empty if one has none, is missing, undefined or
    irrelevant.
    """
    found: list[int] = []
    for each in variables:
        variable = module.definition(each)
        initializer = (
            None if variable is None else module.definition(constant_initializer(variable))
        )
        if initializer is None or initializer.op not in CONSTANTS:
            return []
        if module.facts.is_declared_irrelevant(initializer.result_id):
            return []
        found.append(initializer.result_id)
    return found


def combine(module: Module, fresh: int, type_id: int, variables: Sequence[int]) -> None:
    """Declare the variable `fresh` of the type and make the variables its parts, in order; 0
    leaves a part unused.
    """
    found = combinable(module, variables)
    entry = found[0].block
    if entry is None:
        return
    parts = initializers(module, variables)
    # One constant is made of the initializers of all parts, if the module has it.
    initializer = find_constant(module, False, OpConstantComposite, type_id, *parts) if parts else 0
    pointer = module.find(OpTypePointer, 0, StorageClass.FUNCTION, type_id)
    lines: list[Instruction] = []
    for number, each in enumerate(variables):
        variable = module.definition(each)
        if variable is None:
            continue
        index = indices(module, (number,))[0]
        lines.append(Instruction(OpAccessChain, variable.type_id, each, [fresh, index]))
        if constant_initializer(variable) and not initializer:
            lines.append(Instruction(OpStore, 0, 0, [each, constant_initializer(variable)]))
        module.remove(variable)
    ops = [StorageClass.FUNCTION, initializer] if initializer else [StorageClass.FUNCTION]
    module.insert(entry, 0, Instruction(OpVariable, pointer, fresh, list(ops)))
    insert_at_entry(module, entry.function, lines)
    if all(module.facts.is_pointee_irrelevant(each) for each in variables if each):
        module.facts.add_pointee_irrelevant(fresh)
