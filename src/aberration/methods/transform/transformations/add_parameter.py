"""Give a function one more parameter (catalogue: AddParameter)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.call_graph import callers
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpFunctionParameter, OpVariable
from aberration.methods.transform.analysis.signatures import (
    MOST_PARAMETERS,
    changeable,
    has_signature,
    parameter_types,
    update_signature,
)
from aberration.methods.transform.analysis.undefined import is_free_memory, may_depend_on_undefined
from aberration.methods.transform.transformation import Transformation

CLASSES: Final = (StorageClass.FUNCTION, StorageClass.PRIVATE, StorageClass.WORKGROUP)


class AddParameter(Transformation, frozen=True, gc=False):
    """Precondition: the function has a body, is no entry point and has few parameters; the type is
    plain data, or a pointer to such in function, private or workgroup memory; the longer function
    type exists. `arguments` gives each call a value of the type, defined and available there; a
    pointer among them is a variable or parameter that the call does not pass already, and leads in
    live blocks to initialised memory that does not matter.
    Effect: appends the parameter and the arguments.
    Facts: the parameter, or the memory behind it, is irrelevant.
    """

    fresh: int
    function: int
    type_id: int
    arguments: tuple[tuple[int, int], ...]

    def is_applicable(self, module: Module) -> bool:
        function = changeable(module, self.function)
        if (
            function is None
            or not module.is_fresh(self.fresh)
            or not is_parameter_type(module, self.type_id)
        ):
            return False
        known = parameter_types(function.parameters)
        if len(known) >= MOST_PARAMETERS or not has_signature(
            module, function, [*known, self.type_id]
        ):
            return False
        given = dict(self.arguments)
        return all(
            self._may_be_argument(module, call, given.get(call.result_id, 0))
            for call in callers(module, self.function)
        )

    def _may_be_argument(self, module: Module, call: Instruction, argument: int) -> bool:
        definition = module.definition(argument)
        if (
            definition is None
            or definition.type_id != self.type_id
            or not available_before(module, argument, call)
        ):
            return False
        if not types.pointee(module, self.type_id):
            return not may_depend_on_undefined(module, argument)
        if definition.op not in (OpVariable, OpFunctionParameter) or argument in call.ops[1:]:
            return False
        is_dead = call.block is not None and call.block.dead
        return is_dead or is_free_memory(module, argument, call)

    def apply(self, module: Module) -> None:
        function = must_exist(module.function(self.function))
        module.add_parameter(
            function, Instruction(OpFunctionParameter, self.type_id, self.fresh, [])
        )
        update_signature(module, function)
        given = dict(self.arguments)
        for call in callers(module, self.function):
            module.set_operands(call, [*call.ops, given[call.result_id]])
        if types.pointee(module, self.type_id):
            module.facts.add_pointee_irrelevant(self.fresh)
        else:
            module.facts.add_irrelevant(self.fresh)


def is_parameter_type(module: Module, type_id: int) -> bool:
    """Say whether a new parameter may have the type: plain data, or a pointer to it."""
    pointee = types.pointee(module, type_id)
    if not pointee:
        return types.can_create_constant(module, type_id)
    return types.storage_class(module, type_id) in CLASSES and types.can_create_constant(
        module, pointee
    )
