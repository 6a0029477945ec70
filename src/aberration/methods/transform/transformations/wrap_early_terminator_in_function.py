"""Let a function of its own end the invocation (catalogue: WrapEarlyTerminatorInFunction)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.constructs import in_any_continue
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpFunctionCall, OpReturn, OpReturnValue
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.preamble import is_entry_function
from aberration.methods.transform.donation.livesafe import ENDS
from aberration.methods.transform.transformation import Transformation


class WrapEarlyTerminatorInFunction(Transformation, frozen=True, gc=False):
    """Precondition: `at` is an OpKill, OpUnreachable or OpTerminateInvocation in no continue
    construct and no livesafe function; another function without parameters and result begins with
    that opcode; `value`, if the enclosing function returns one, has its type and is available
    there.
    Effect: calls that function, and returns instead of ending.
    Facts: none used, none added. The call never comes back.
    """

    fresh: int
    at: Place
    value: int = 0

    def is_applicable(self, module: Module) -> bool:
        end = self.at.find(module)
        if (
            end is None
            or end.op not in ENDS
            or end.block is None
            or not module.is_fresh(self.fresh)
        ):
            return False
        function = end.block.function
        if module.facts.is_livesafe(function.id) or in_any_continue(module, end.block):
            return False
        if wrapper_of(module, end.op, function) is None:
            return False
        return_type = function.definition.type_id
        if types.is_void(module, return_type):
            return True
        return module.type_of(self.value) == return_type and available_before(
            module, self.value, end
        )

    def apply(self, module: Module) -> None:
        end = self.at.get(module)
        block = must_exist(end.block)
        wrapper = must_exist(wrapper_of(module, end.op, block.function))
        call = Instruction(OpFunctionCall, wrapper.definition.type_id, self.fresh, [wrapper.id])
        module.insert_before(end, call)
        if types.is_void(module, block.function.definition.type_id):
            module.set_terminator(block, Instruction(OpReturn, 0, 0, []))
        else:
            module.set_terminator(block, Instruction(OpReturnValue, 0, 0, [self.value]))


def wrapper_of(module: Module, op: int, caller: Function) -> Function | None:
    """Return the first function but the caller, by id, that does nothing but end with the
    terminator.
    """
    first: Function | None = None
    for end in module.by_opcode(op):
        function = None if end.block is None else end.block.function
        if function is None or function is caller or not is_wrapper(module, function):
            continue
        if first is None or function.id < first.id:
            first = function
    return first


def is_wrapper(module: Module, function: Function) -> bool:
    """Say whether a function takes and returns nothing, and begins with its early end."""
    if (
        function.parameters
        or not function.blocks
        or not types.is_void(module, function.definition.type_id)
    ):
        return False
    return function.blocks[0].instructions[0].op in ENDS and not is_entry_function(
        module, function.id
    )
