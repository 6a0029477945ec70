"""Propose calls."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.opcodes import OpFunctionParameter, OpVariable
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.memory import is_initialised, may_be_undefined
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_global_variable import AddGlobalVariable
from aberration.methods.transform.transformations.add_local_variable import AddLocalVariable
from aberration.methods.transform.transformations.function_call import FunctionCall

TRIES: Final = 4


@fuzzer_pass(chance=(0.04, 0.2), followed_by=("inline_functions", "replace_irrelevant_ids"))
def add_function_calls(draw: Draw) -> Transformation | None:
    """One attempt: any function that is no entry point, called at any insertion point that may call it."""
    module = draw.module
    callee = draw.rng.choose(module.functions)
    if module.is_entry_function(callee.id):
        return None
    anchor = _anchor(draw, callee)
    if anchor is None or anchor.block is None:
        return None
    caller = anchor.block.function.id
    if caller == callee.id or module.reaches(callee.id, caller):
        return None
    arguments = [_argument(draw, parameter.type_id, anchor) for parameter in callee.parameters]
    if 0 in arguments:
        return None
    return FunctionCall(draw.fresh(), callee.id, tuple(arguments), Place.of(module, anchor))


def _anchor(draw: Draw, callee: Function) -> Instruction | None:
    livesafe = draw.module.facts.is_livesafe(callee.id)
    for _ in range(TRIES):
        anchor = draw.insertion_point()
        if anchor is not None and anchor.block is not None and (livesafe or anchor.block.dead):
            return anchor
    return None


def _argument(draw: Draw, type_id: int, anchor: Instruction) -> int:
    """Return any value of the type that is available, or a zero; for a pointer a variable of no consequence."""
    if draw.module.pointee(type_id):
        return _free_variable(draw, type_id, anchor) or _new_variable(draw, type_id, anchor)
    for _ in range(TRIES):
        found = draw.available_id(type_id, anchor)
        if found and not may_be_undefined(draw.module, found):
            return found
    return draw.zero_constant(type_id)


def _free_variable(draw: Draw, type_id: int, anchor: Instruction) -> int:
    module = draw.module
    known = module.values_of_type(type_id)
    for _ in range(TRIES if known else 0):
        pointer = draw.rng.choose(known)
        definition = module.definition(pointer)
        if definition is None or definition.op not in (OpVariable, OpFunctionParameter):
            continue
        if not module.facts.is_pointee_irrelevant(pointer) or not module.available_before(pointer, anchor):
            continue
        if is_initialised(module, definition, anchor):
            return pointer
    return 0


def _new_variable(draw: Draw, type_id: int, anchor: Instruction) -> int:
    storage_class = types.storage_class(draw.module, type_id)
    if anchor.block is None or storage_class not in (StorageClass.FUNCTION, StorageClass.PRIVATE):
        return 0
    zero = draw.null_constant(draw.module.pointee(type_id))
    fresh = draw.fresh()
    if storage_class == StorageClass.PRIVATE:
        return fresh if draw.apply(AddGlobalVariable(fresh, type_id, zero)) else 0
    return fresh if draw.apply(AddLocalVariable(fresh, type_id, anchor.block.function.id, zero)) else 0
