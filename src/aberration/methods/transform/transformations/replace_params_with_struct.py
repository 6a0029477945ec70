"""Hand several arguments over in one structure (catalogue: ReplaceParamsWithStruct)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.call_graph import callers
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCompositeConstruct,
    OpCompositeExtract,
    OpFunctionParameter,
)
from aberration.methods.transform.analysis.composites import can_be_member, find_struct
from aberration.methods.transform.analysis.signatures import (
    changeable,
    has_signature,
    insert_at_entry,
    may_be_computed,
    update_signature,
)
from aberration.methods.transform.transformation import Transformation, all_fresh


class ReplaceParamsWithStruct(Transformation, frozen=True, gc=False):
    """Precondition: distinct parameters, one at least, of a function with a body that is no entry
    point; their types may be members, their decorations suit an extraction; an undecorated
    structure type of these members and the function type exist; `composites` gives each call a
    fresh id.
    Effect: each call gets the structure, constructed before it, as its last argument instead; the
    function extracts its members, with the parameters' ids, where it begins.
    Facts: the structure is irrelevant if all parameters in it are.
    """

    fresh: int
    function: int
    parameters: tuple[int, ...]
    composites: tuple[tuple[int, int], ...]

    def is_applicable(self, module: Module) -> bool:
        function = changeable(module, self.function)
        composites = dict(self.composites)
        if function is None or not self.parameters:
            return False
        if not all_fresh(module, self.fresh, *[new for _, new in self.composites]):
            return False
        numbers = self._numbers(function)
        if not numbers or not all(
            may_be_computed(module, parameter) for parameter in self.parameters
        ):
            return False
        struct = self._struct(module)
        others = [
            each.type_id for each in function.parameters if each.result_id not in self.parameters
        ]
        if not struct or not has_signature(module, function, [*others, struct]):
            return False
        return all(call.result_id in composites for call in callers(module, self.function))

    def _numbers(self, function: Function) -> list[int]:
        """Return the numbers of the parameters; empty if one is none of the function, or named
        twice.
        """
        known = [each.result_id for each in function.parameters]
        if len(set(self.parameters)) != len(self.parameters):
            return []
        if not all(parameter in known for parameter in self.parameters):
            return []
        return [known.index(parameter) for parameter in self.parameters]

    def _struct(self, module: Module) -> int:
        members = [module.type_of(parameter) for parameter in self.parameters]
        return (
            find_struct(module, members)
            if all(can_be_member(module, each) for each in members)
            else 0
        )

    def apply(self, module: Module) -> None:
        function = must_exist(module.function(self.function))
        struct, numbers, given = (
            self._struct(module),
            self._numbers(function),
            dict(self.composites),
        )
        for call in list(callers(module, self.function)):
            arguments, composite = call.ops[1:], given[call.result_id]
            members = [arguments[k] for k in numbers]
            module.insert_before(
                call, Instruction(OpCompositeConstruct, struct, composite, members)
            )
            others = [argument for k, argument in enumerate(arguments) if k not in numbers]
            module.set_operands(call, [self.function, *others, composite])
        module.add_parameter(function, Instruction(OpFunctionParameter, struct, self.fresh, []))
        extracts: list[Instruction] = []
        for number, parameter in enumerate([function.parameters[k] for k in numbers]):
            module.remove_parameter(function, parameter)
            extracts.append(
                Instruction(
                    OpCompositeExtract, parameter.type_id, parameter.result_id, [self.fresh, number]
                )
            )
        insert_at_entry(module, function, extracts)
        update_signature(module, function)
        if all(module.facts.is_declared_irrelevant(parameter) for parameter in self.parameters):
            module.facts.add_irrelevant(self.fresh)
