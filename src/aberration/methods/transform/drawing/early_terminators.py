"""Prepare the wrapping of an early terminator: its function, and a value to return."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpTypeVoid
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.transformations.add_early_terminator_wrapper import (
    AddEarlyTerminatorWrapper,
)
from aberration.methods.transform.transformations.wrap_early_terminator_in_function import (
    WrapEarlyTerminatorInFunction,
    is_wrapper,
    wrapper_of,
)


def wrapping(draw: Draw, end: Instruction) -> WrapEarlyTerminatorInFunction | None:
    """Return the step that wraps a terminator; None within a wrapper, and where there is
    nothing to return.
    """
    module = draw.module
    function = None if end.block is None else end.block.function
    if function is None or is_wrapper(module, function) or module.facts.is_livesafe(function.id):
        return None
    return_type = function.definition.type_id
    value = 0
    if not types.is_void(module, return_type):
        value = (
            draw.null_constant(return_type) if types.can_create_constant(module, return_type) else 0
        )
        if not value:
            return None
    if wrapper_of(module, end.op, function) is None:
        draw.function_type(module.find(OpTypeVoid, 0))
        draw.apply(AddEarlyTerminatorWrapper(draw.fresh(), draw.fresh(), end.op))
    return WrapEarlyTerminatorInFunction(draw.fresh(), Place.of(module, end), value)
