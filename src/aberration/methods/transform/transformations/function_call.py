"""Call a function that does no harm (catalogue: FunctionCall)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.blocks import is_loop_header
from aberration.languages.spirv.call_graph import reaches
from aberration.languages.spirv.constructs import loop_header
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpFunctionCall, OpFunctionParameter, OpVariable
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.preamble import entry_function_ids, is_entry_function
from aberration.methods.transform.analysis.calls import MOST_EXPANDED, expanded_calls
from aberration.methods.transform.analysis.undefined import is_initialised, may_depend_on_undefined
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.donation.livesafe_rules import has_loops
from aberration.methods.transform.transformation import Transformation

MOST_LOOPING: Final = 8
"""Live calls of functions with loops in a module: their rounds add up per invocation, and
rasterisers count them.
"""


class FunctionCall(Transformation, frozen=True, gc=False):
    """Precondition: the callee is no entry point, but part of one, livesafe or dead; it does not
    call the caller in turn; arguments suit and are available at `before`, which takes an insertion;
    pointers among them are variables or parameters. The block is dead, or the callee is livesafe
    and pointers lead to initialised memory that does not matter; a callee with loops is then called
    from no loop, and few times only.
    Effect: inserts the call.
    Facts: its result is irrelevant.
    """

    fresh: int
    callee: int
    arguments: tuple[int, ...]
    before: Place

    def is_applicable(self, module: Module) -> bool:
        callee = module.function(self.callee)
        if callee is None or not module.is_fresh(self.fresh):
            return False
        wanted = [parameter.type_id for parameter in callee.parameters]
        if [module.type_of(argument) for argument in self.arguments] != wanted:
            return False
        if not all(self._may_be_argument(module, argument) for argument in self.arguments):
            return False
        anchor = insertion_at(module, self.before, OpFunctionCall)
        if anchor is None or anchor.block is None or is_entry_function(module, self.callee):
            return False
        if not is_in_use(module, callee):
            return False
        if not all(available_before(module, argument, anchor) for argument in self.arguments):
            return False
        if not anchor.block.dead and not self._is_harmless(module, anchor):
            return False
        caller = anchor.block.function.id
        if caller == self.callee or reaches(module, self.callee, caller):
            return False
        return expanded_calls(module, caller, self.callee) <= MOST_EXPANDED

    @staticmethod
    def _may_be_argument(module: Module, argument: int) -> bool:
        definition = module.definition(argument)
        if definition is None:
            return False
        is_memory = definition.op in (OpVariable, OpFunctionParameter)
        return is_memory or types.can_create_constant(module, definition.type_id)

    def _is_harmless(self, module: Module, anchor: Instruction) -> bool:
        if not module.facts.is_livesafe(self.callee):
            return False
        for argument in self.arguments:
            definition = module.definition(argument)
            if definition is None or may_depend_on_undefined(module, argument):
                return False
            if types.pointee(module, definition.type_id) and not (
                module.facts.is_pointee_irrelevant(argument)
                and is_initialised(module, definition, anchor)
            ):
                return False
        return not has_loops(module, self.callee) or self._may_loop(module, anchor)

    @staticmethod
    def _may_loop(module: Module, anchor: Instruction) -> bool:
        block = anchor.block
        if block is None or not is_entry_function(module, block.function.id):
            return False
        if loop_header(module, block) is not None or is_loop_header(block):
            return False
        return looping_calls(module) < MOST_LOOPING

    def apply(self, module: Module) -> None:
        callee = must_exist(module.function(self.callee))
        type_id = callee.definition.type_id
        call = Instruction(OpFunctionCall, type_id, self.fresh, [self.callee, *self.arguments])
        module.insert_before(self.before.get(module), call)
        if not types.is_void(module, type_id):
            module.facts.add_irrelevant(self.fresh)


def is_in_use(module: Module, callee: Function) -> bool:
    """Say whether a function is part of an entry point already, livesafe or dead.

    What is never called may use what the entry points do not allow, as instructions of other
    stages.
    """
    if module.facts.is_livesafe(callee.id) or (callee.blocks and callee.blocks[0].dead):
        return True
    return any(reaches(module, entry, callee.id) for entry in entry_function_ids(module))


def looping_calls(module: Module) -> int:
    """Return the number of calls of livesafe functions with loops in live blocks."""
    found = 0
    for call in module.by_opcode(OpFunctionCall):
        live = call.block is not None and not call.block.dead
        if live and module.facts.is_livesafe(call.ops[0]) and has_loops(module, call.ops[0]):
            found += 1
    return found
