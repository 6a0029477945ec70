"""Hand an argument over in a global variable (catalogue: ReplaceParameterWithGlobal)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.call_graph import callers
from aberration.languages.spirv.declaring import declare_global
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConstantNull,
    OpLoad,
    OpStore,
    OpTypePointer,
)
from aberration.methods.transform.analysis.calls import called_from_livesafe
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.memory import has_layout
from aberration.methods.transform.analysis.signatures import (
    changeable,
    has_signature,
    insert_at_entry,
    may_be_computed,
    update_signature,
)
from aberration.methods.transform.transformation import Transformation


class ReplaceParameterWithGlobal(Transformation, frozen=True, gc=False):
    """Precondition: a parameter of a function with a body that is no entry point; its type is plain
    data without explicit layout, its decorations suit a load; the null of its type, the private
    pointer type and the shorter function type exist. Unless the function is livesafe, no livesafe
    function calls it, be it through others: one could be called between a store to the global
    variable and the call that it is for.
    Effect: declares a private variable, stores the argument to it before each call, and loads it,
    with the parameter's id, where the function begins.
    Facts: what the variable holds is irrelevant if the parameter is, or if the function is
    livesafe: such a function takes any value.
    """

    fresh: int
    function: int
    parameter: int

    def is_applicable(self, module: Module) -> bool:
        function = changeable(module, self.function)
        if function is None or not module.is_fresh(self.fresh):
            return False
        others = [each.type_id for each in function.parameters if each.result_id != self.parameter]
        if len(others) == len(function.parameters) or not has_signature(module, function, others):
            return False
        type_id = module.type_of(self.parameter)
        if not can_be_global(module, type_id) or not may_be_computed(module, self.parameter):
            return False
        if not _pointer_type(module, type_id) or not _null(module, type_id):
            return False
        return module.facts.is_livesafe(self.function) or not called_from_livesafe(module, function)

    def apply(self, module: Module) -> None:
        function = must_exist(module.function(self.function))
        parameter = must_exist(module.definition(self.parameter))
        type_id = parameter.type_id
        pointer = _pointer_type(module, type_id)
        declare_global(module, self.fresh, pointer, StorageClass.PRIVATE, _null(module, type_id))
        at = 1 + function.parameters.index(parameter)
        for call in list(callers(module, self.function)):
            module.insert_before(call, Instruction(OpStore, 0, 0, [self.fresh, call.ops[at]]))
            module.set_operands(call, call.ops[:at] + call.ops[at + 1 :])
        module.remove_parameter(function, parameter)
        insert_at_entry(
            module, function, [Instruction(OpLoad, type_id, self.parameter, [self.fresh])]
        )
        update_signature(module, function)
        if module.facts.is_declared_irrelevant(self.parameter) or module.facts.is_livesafe(
            self.function
        ):
            module.facts.add_pointee_irrelevant(self.fresh)


def can_be_global(module: Module, type_id: int) -> bool:
    """Say whether a private variable may have the type."""
    return types.can_create_constant(module, type_id) and not has_layout(module, type_id)


def _pointer_type(module: Module, type_id: int) -> int:
    return module.find(OpTypePointer, 0, StorageClass.PRIVATE, type_id)


def _null(module: Module, type_id: int) -> int:
    return find_constant(module, False, OpConstantNull, type_id)
