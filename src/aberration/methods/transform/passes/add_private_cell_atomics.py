"""Propose atomic changes of memory that no other invocation looks at."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import BuiltIn, MemorySemantics, Scope, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpTypeArray, OpTypeInt, OpVariable
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.convergence import is_compute, is_convergent
from aberration.methods.transform.analysis.memory import has_layout
from aberration.methods.transform.analysis.memory_operands import has_vulkan_memory_model
from aberration.methods.transform.analysis.workgroup_memory import MOST_BYTES, has_room
from aberration.methods.transform.analysis.workgroup_shape import built_in_variable, shape_of
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.passes.add_idle_barriers import RARELY
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_built_in_input import AddBuiltInInput
from aberration.methods.transform.transformations.add_private_cell_atomic import (
    CHANGES,
    IDEMPOTENT,
    ORDERED,
    SCOPES,
    AddPrivateCellAtomic,
)
from aberration.methods.transform.transformations.add_type_array import AddTypeArray

MOST_VARIABLES: Final = 12
"""Workgroup variables after which no more are added."""


@fuzzer_pass(chance=(0.05, 0.25), followed_by=("apply_id_synonyms",))
def add_private_cell_atomics(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point of a compute shader, and any two integers there."""
    module, rng = draw.module, draw.rng
    if not is_compute(module):
        return None
    anchor, int_type = draw.insertion_point(), draw.instruction((OpTypeInt,))
    shape = shape_of(module)
    if (
        anchor is None
        or int_type is None
        or int_type.ops[0] != 32
        or shape is None
        or _is_full(draw)
    ):
        return None
    element = int_type.result_id
    value, opcode = draw.available_id(element, anchor), rng.choose(CHANGES)
    operand = (
        value if opcode in IDEMPOTENT and rng.bits() & 1 else draw.available_id(element, anchor)
    )
    array = _array_type(draw, element, shape[0] * shape[1] * shape[2]) if value and operand else 0
    if not array or not has_room(module, array) or not _declare_index(draw):
        return None
    for pointee in (array, element):
        draw.pointer_type(StorageClass.WORKGROUP, pointee)
    # Under the Vulkan memory model, the scope Device takes a capability.
    scope = rng.choose(SCOPES[1:] if has_vulkan_memory_model(module) else SCOPES)
    ordered = scope != Scope.INVOCATION and _may_order(draw, anchor)
    _declare_constants(draw, (MemorySemantics.RELAXED, scope, ORDERED))
    variable, index, cell, result, loaded = (draw.fresh() for _ in range(5))
    return AddPrivateCellAtomic(
        variable,
        index,
        cell,
        result,
        loaded,
        Place.of(module, anchor),
        array,
        opcode,
        value,
        operand,
        scope,
        ordered,
        bool(rng.bits() & 1),
    )


def _may_order(draw: Draw, anchor: Instruction) -> bool:
    """Draw whether the change orders memory: as with barriers, rarely where not all invocations
    come along.
    """
    if anchor.block is None or not is_convergent(draw.module, anchor.block):
        return draw.rng.below(RARELY) == 0
    return bool(draw.rng.bits() & 1)


def _is_full(draw: Draw) -> bool:
    variables = [
        each for each in draw.module.by_opcode(OpVariable) if each.ops[0] == StorageClass.WORKGROUP
    ]
    return len(variables) >= MOST_VARIABLES


def _array_type(draw: Draw, element: int, length: int) -> int:
    """Return the type of an array without layout; 0 if it cannot be made, or would be too large."""
    if 4 * length > MOST_BYTES:
        return 0
    size = draw.int_constant(draw.int_type(32, False), length)
    for known in draw.module.find_all(OpTypeArray, 0, element, size):
        if not has_layout(draw.module, known):
            return known
    new_id = draw.fresh()
    return new_id if draw.apply(AddTypeArray(new_id, element, size)) else 0


def _declare_index(draw: Draw) -> bool:
    if built_in_variable(draw.module, BuiltIn.LOCAL_INVOCATION_INDEX) is not None:
        return True
    draw.pointer_type(StorageClass.INPUT, draw.int_type(32, False))
    return draw.apply(AddBuiltInInput(draw.fresh(), BuiltIn.LOCAL_INVOCATION_INDEX))


def _declare_constants(draw: Draw, values: tuple[int, ...]) -> None:
    uint = draw.int_type(32, False)
    for value in dict.fromkeys(values):
        draw.int_constant(uint, value)
