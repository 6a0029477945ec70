"""The shape of the workgroups of a compute shader, and its built-in variables."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import BuiltIn, Decoration, ExecutionMode, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConstantComposite,
    OpDecorate,
    OpExecutionMode,
    OpExecutionModeId,
    OpVariable,
)
from aberration.languages.spirv.preamble import decorations, entry_points

Shape = tuple[int, int, int]


def shape_of(module: Module) -> Shape | None:
    """Return the number of invocations of a workgroup in each direction; None if it is not known.

    There has to be one entry point. A constant with the built-in WorkgroupSize overrides the
    execution mode.
    """
    if len(entry_points(module)) != 1 or module.by_opcode(OpExecutionModeId):
        return None
    sizes = size_decorations(module)
    if sizes:
        return _shape_of_constant(module, sizes[0].ops[0]) if len(sizes) == 1 else None
    mode = size_mode(module)
    return None if mode is None else (mode.ops[2], mode.ops[3], mode.ops[4])


def size_mode(module: Module) -> Instruction | None:
    """Return the execution mode LocalSize; None if there is none."""
    modes = module.by_opcode(OpExecutionMode)
    return next((mode for mode in modes if mode.ops[1] == ExecutionMode.LOCAL_SIZE), None)


def size_decorations(module: Module) -> list[Instruction]:
    """Return the decorations that make a constant the size of the workgroup."""
    return [
        found
        for found in module.by_opcode(OpDecorate)
        if found.ops[1] == Decoration.BUILT_IN and found.ops[2] == BuiltIn.WORKGROUP_SIZE
    ]


def _shape_of_constant(module: Module, constant_id: int) -> Shape | None:
    constant = module.definition(constant_id)
    if constant is None or constant.op != OpConstantComposite or len(constant.ops) != 3:
        return None
    x, y, z = (types.constant_int(module, part) for part in constant.ops)
    return (x, y, z) if x and y and z else None


def built_in_variable(module: Module, built_in: int) -> Instruction | None:
    """Return the input variable of a built-in; None if there is none."""
    for entry in entry_points(module):
        for variable_id in module.operand_ids(entry)[1:]:
            variable = module.definition(variable_id)
            if (
                variable is None
                or variable.op != OpVariable
                or variable.ops[0] != StorageClass.INPUT
            ):
                continue
            marks = decorations(module, variable_id)
            if any(
                mark.ops[1] == Decoration.BUILT_IN and mark.ops[2] == built_in for mark in marks
            ):
                return variable
    return None
