"""Functions whose parameters may be changed, and the function types that fit them (catalogue 6.11).

A function type is looked up by value and never rewritten or dropped, as later steps may name it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.spirv.call_graph import callers
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpLine, OpNoLine, OpTypeFunction, OpVariable
from aberration.languages.spirv.preamble import decorations, is_entry_function

MOST_PARAMETERS: Final = 128
"""Half of what the specification grants a function."""
LINES: Final = (OpLine, OpNoLine)


def changeable(module: Module, function_id: int) -> Function | None:
    """Return the function, if it has a body and is no entry point: the type of those is fixed."""
    function = module.function(function_id)
    if function is None or not function.blocks or is_entry_function(module, function_id):
        return None
    return function


def parameter_types(parameters: Sequence[Instruction]) -> list[int]:
    """Return the types of parameters, in order."""
    return [each.type_id for each in parameters]


def has_signature(module: Module, function: Function, parameters: Sequence[int]) -> bool:
    """Say whether the function type for these parameter types exists."""
    return module.find(OpTypeFunction, 0, function.definition.type_id, *parameters) != 0


def update_signature(module: Module, function: Function) -> None:
    """Give the function the type that fits its parameters, which exists."""
    types = parameter_types(function.parameters)
    found = module.find(OpTypeFunction, 0, function.definition.type_id, *types)
    module.set_operand(function.definition, 1, found)


def calls_in_order(module: Module, function_id: int) -> list[Instruction]:
    """Return the calls of a function by ascending result id."""
    return sorted(callers(module, function_id), key=_result)


def _result(call: Instruction) -> int:
    return call.result_id


def may_be_computed(module: Module, parameter_id: int) -> bool:
    """Say whether the id may go to an instruction of the function instead: it keeps its
    decorations.
    """
    return all(
        found.ops[1] == Decoration.RELAXED_PRECISION for found in decorations(module, parameter_id)
    )


def insert_at_entry(
    module: Module, function: Function, instructions: Sequence[Instruction]
) -> None:
    """Insert instructions after the variables of a function's first block."""
    entry = function.blocks[0]
    index = 0
    for k, known in enumerate(entry.instructions):
        if known.op == OpVariable:
            index = k + 1
        elif known.op not in LINES:
            break
    for k, instruction in enumerate(instructions):
        module.insert(entry, index + k, instruction)
