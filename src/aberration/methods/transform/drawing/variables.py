"""Drawing of types for new variables, of pointers, and of scopes for atomic accesses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.enums import MemorySemantics, Scope, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import (
    OpAccessChain,
    OpFunctionParameter,
    OpInBoundsAccessChain,
    OpTypeArray,
    OpTypeBool,
    OpTypeFloat,
    OpTypeInt,
    OpTypeMatrix,
    OpTypeStruct,
    OpTypeVector,
    OpVariable,
)
from aberration.methods.transform.analysis.atomics import MEMORY_OF
from aberration.methods.transform.analysis.composites import can_be_member
from aberration.methods.transform.analysis.memory import has_layout
from aberration.methods.transform.analysis.memory_operands import has_vulkan_memory_model
from aberration.methods.transform.analysis.variable_uses import local_variable
from aberration.methods.transform.building.combining import initializers
from aberration.methods.transform.draw import TRIES, Draw

DATA: Final = (
    OpTypeBool,
    OpTypeFloat,
    OpTypeInt,
    OpTypeVector,
    OpTypeMatrix,
    OpTypeArray,
    OpTypeStruct,
)
POINTERS: Final = (OpVariable, OpAccessChain, OpInBoundsAccessChain, OpFunctionParameter)
LARGEST: Final = 64
"""Most scalars in a new variable."""
NEAR: Final = 40
"""Variables further from the start of a function are not found."""


def data_type(draw: Draw) -> int:
    """Return any type of the module that a new variable can have; 0 if the one drawn is
    none.
    """
    found = draw.instruction(DATA)
    if (
        found is None
        or not can_be_member(draw.module, found.result_id)
        or has_layout(draw.module, found.result_id)
    ):
        return 0
    return found.result_id if 0 < scalars(draw, found.result_id) <= LARGEST else 0


def scalars(draw: Draw, type_id: int) -> int:
    """Return the number of scalars in a type."""
    if types.is_scalar(draw.module, type_id):
        return 1
    return sum(
        [scalars(draw, part) for part in types.part_types(draw.module, type_id)[: LARGEST + 1]]
    )


def pointer_before(draw: Draw, anchor: Instruction) -> int:
    """Return a pointer that is available at a place: a variable, access chain or parameter, or
    a copy of one.
    """
    if draw.rng.below(8) == 0:
        found = draw.value_before(anchor)
        return found if types.pointee_of(draw.module, found) else 0
    for _ in range(4):
        drawn = draw.instruction(POINTERS)
        if drawn is not None and available_before(draw.module, drawn.result_id, anchor):
            return drawn.result_id
    return 0


def any_local_variable(draw: Draw) -> Instruction | None:
    """Return any local variable that holds plain data; None if none was found."""
    for _ in range(TRIES):
        drawn = draw.instruction((OpVariable,))
        if drawn is not None and local_variable(draw.module, drawn.result_id) is not None:
            return drawn
    return None


def neighbours(draw: Draw, first: Instruction, tries: int) -> list[Instruction]:
    """Return a variable and up to `tries` other ones of its function."""
    found = [first]
    lines = [] if first.block is None else first.block.instructions
    for _ in range(tries):
        drawn = lines[draw.rng.below(min(len(lines), NEAR))]
        if drawn not in found and local_variable(draw.module, drawn.result_id) is not None:
            found.append(drawn)
    return found


def prepare_combination(draw: Draw, type_id: int, variables: Sequence[int]) -> bool:
    """Make sure of what it takes to make local variables the parts of one of the type; say whether
    that went well.

    Half the time, the constant of all initializers too, if there are such.
    """
    if not type_id or not draw.local_pointer_type(type_id):
        return False
    int_type = draw.int_type()
    parts = initializers(draw.module, variables)
    if parts and draw.rng.bits() & 1:
        draw.composite_constant(type_id, parts)
    return all(draw.int_constant(int_type, number) for number in range(len(variables)))


def passing_variable(draw: Draw, type_id: int) -> tuple[int, int]:
    """Draw the class of a variable that can pass on a value of a type: return it and a zero to
    begin with.

    Makes sure of the pointer type. The zero is 0 if there can be no such variable.
    """
    module = draw.module
    if (
        not can_be_member(module, type_id)
        or has_layout(module, type_id)
        or not 0 < scalars(draw, type_id) <= LARGEST
    ):
        return StorageClass.FUNCTION, 0
    storage_class = StorageClass.PRIVATE if draw.rng.bits() & 1 else StorageClass.FUNCTION
    draw.pointer_type(storage_class, type_id)
    return storage_class, draw.zero_constant(type_id)


def draw_scope(draw: Draw, storage_class: int, order: int, device: bool = False) -> tuple[int, int]:
    """Return constants for scope and semantics: Device if that is asked for, else any."""
    uint = draw.int_type(32, False)
    is_device = not has_vulkan_memory_model(draw.module) and (device or bool(draw.rng.bits() & 1))
    semantics = (
        order | MEMORY_OF[storage_class]
        if is_device and draw.rng.bits() & 1
        else MemorySemantics.RELAXED
    )
    scope = Scope.DEVICE if is_device else Scope.INVOCATION
    return draw.int_constant(uint, scope), draw.int_constant(uint, semantics)
