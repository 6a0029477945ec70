"""Make a function of a region of blocks (catalogue: OutlineFunction)."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv.enums import Decoration, FunctionControl
from aberration.languages.spirv.instruction import Block, Function, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCompositeConstruct,
    OpCompositeExtract,
    OpDecorate,
    OpFunction,
    OpFunctionCall,
    OpFunctionParameter,
    OpReturn,
    OpReturnValue,
    OpTypeFunction,
    OpTypeVoid,
    OpUnreachable,
)
from aberration.languages.spirv.preamble import decorations
from aberration.methods.transform.analysis.composites import find_struct
from aberration.methods.transform.analysis.region import (
    inputs_of,
    is_bare,
    outputs_of,
    region_between,
    work_of,
)
from aberration.methods.transform.analysis.signatures import MOST_PARAMETERS
from aberration.methods.transform.analysis.undefined import is_free_memory
from aberration.methods.transform.building.copying import copy_of
from aberration.methods.transform.transformation import Transformation, all_fresh

OF_VALUES: Final = (Decoration.RELAXED_PRECISION, Decoration.NON_UNIFORM)
"""Decorations that the extraction of an output keeps too; all others belong to what computes it."""


class OutlineFunction(Transformation, frozen=True, gc=False):
    """Precondition: the blocks from `entry` to `exit` can be cut out; the entry has neither OpPhis
    nor variables. `inputs` gives a fresh id for each id from outside that is used in them,
    `outputs` for each of theirs that is used outside or at the end of the exit; inputs are plain
    data or point to variables and parameters, outputs are plain data. The function type exists and,
    with outputs, an undecorated structure type of them, which it returns.
    Effect: the blocks become a function, its parameters are the inputs. The entry calls it,
    extracts the outputs, and ends as the exit did.
    Facts: what is dead or irrelevant stays so; the memory behind a parameter is irrelevant if that
    behind the input is and is initialised. The function is not livesafe, even if the one around is:
    what makes that harmless may have stayed behind.
    """

    entry: int
    exit: int
    function: int
    label: int
    call: int
    result: int
    inputs: tuple[tuple[int, int], ...]
    outputs: tuple[tuple[int, int], ...]

    def is_applicable(self, module: Module) -> bool:
        return self._plan(module) is not None

    def apply(self, module: Module) -> None:
        _Outliner(module, self, must_exist(self._plan(module))).run()

    def apply_if_applicable(self, module: Module) -> bool:
        plan = self._plan(module)
        if plan is None:
            return False
        _Outliner(module, self, plan).run()
        return True

    def _plan(self, module: Module) -> OutlinePlan | None:
        entry, exit_block = module.block(self.entry), module.block(self.exit)
        mapped = [fresh for _, fresh in (*self.inputs, *self.outputs)]
        if not all_fresh(module, self.function, self.label, self.call, self.result, *mapped):
            return None
        # An OpPhi names predecessors, which stay behind, and variables have to stand in a
        # function's first block.
        if entry is None or exit_block is None or not is_bare(entry):
            return None
        region = region_between(module, entry, exit_block)
        inputs, outputs = (
            inputs_of(module, region, exit_block),
            outputs_of(module, region, exit_block),
        )
        if not region or inputs is None or outputs is None or len(inputs) > MOST_PARAMETERS:
            return None
        if not set(inputs) <= set(dict(self.inputs)) or not set(outputs) <= set(dict(self.outputs)):
            return None
        returned = returned_type(module, outputs)
        types = [module.type_of(each) for each in inputs]
        function_type = module.find(OpTypeFunction, 0, returned, *types) if returned else 0
        return (
            OutlinePlan(entry, exit_block, region, inputs, outputs, returned, function_type)
            if function_type
            else None
        )


class OutlinePlan(msgspec.Struct, frozen=True):
    """A region that can be outlined, and the types that this takes."""

    entry: Block
    exit: Block
    region: list[Block]
    inputs: list[int]
    outputs: list[int]
    returned: int
    function_type: int


def returned_type(module: Module, outputs: list[int]) -> int:
    """Return the type of a function with these outputs: a structure, or void if there are none;
    0 if it is missing.
    """
    if not outputs:
        return module.find(OpTypeVoid, 0)
    return find_struct(module, [module.type_of(each) for each in outputs])


class _Outliner:
    """One outlining."""

    def __init__(self, module: Module, step: OutlineFunction, plan: OutlinePlan) -> None:
        self.module = module
        self.step = step
        self.plan = plan
        inputs, outputs = dict(step.inputs), dict(step.outputs)
        self.parameters: dict[int, int] = {each: inputs[each] for each in plan.inputs}
        self.results: dict[int, int] = {each: outputs[each] for each in plan.outputs}
        self.ids: dict[int, int] = {**self.parameters, **self.results, plan.entry.id: step.label}

    def run(self) -> None:
        module, plan = self.module, self.plan
        self._carry_facts()
        function = self._new_function()
        types = {each: module.type_of(each) for each in plan.outputs}
        # The exit goes with the region: its end is copied before.
        end = [each.copy() for each in plan.exit.instructions[len(work_of(plan.exit)) :]]
        # Before the new function is added, as both define the same ids.
        self._cut_out()
        module.add_function(function)
        entry = plan.entry
        call = Instruction(
            OpFunctionCall, plan.returned, self.step.call, [self.step.function, *plan.inputs]
        )
        at = len(entry.instructions) - len(end) if plan.entry is plan.exit else 0
        module.insert(entry, at, call)
        for k, output in enumerate(plan.outputs):
            extract = Instruction(OpCompositeExtract, types[output], output, [call.result_id, k])
            module.insert(entry, at + 1 + k, extract)
        if plan.entry is not plan.exit:
            module.set_terminator(entry, end[-1])
            for merge in end[:-1]:
                module.add_merge(entry, merge)

    def _new_function(self) -> Function:
        """Return the new function; no module owns it yet."""
        plan, step, module = self.plan, self.step, self.module
        definition = Instruction(
            OpFunction, plan.returned, step.function, [FunctionControl.NONE, plan.function_type]
        )
        parameters = [
            Instruction(OpFunctionParameter, module.type_of(old), new, [])
            for old, new in self.parameters.items()
        ]
        function = Function(definition, parameters, [])
        for block in plan.region:
            is_last = block is plan.exit
            lines = work_of(block) if is_last else block.instructions
            copied = [copy_of(module, each, self.ids) for each in lines]
            if is_last:
                copied += self._return_lines()
            function.blocks.append(
                new_block(function, self.ids.get(block.id, block.id), copied, block.dead)
            )
        return function

    def _return_lines(self) -> list[Instruction]:
        if not self.results:
            return [Instruction(OpReturn, 0, 0, [])]
        result = self.step.result
        made = Instruction(
            OpCompositeConstruct, self.plan.returned, result, list(self.results.values())
        )
        return [made, Instruction(OpReturnValue, 0, 0, [result])]

    def _cut_out(self) -> None:
        """Take the region out; what is left of it is the entry, with its end if that is the
        exit's too.
        """
        module, entry, exit_block = self.module, self.plan.entry, self.plan.exit
        for successor in module.successors(exit_block):
            module.rename_predecessor(successor, exit_block.id, entry.id)
        module.remove_blocks([block for block in reversed(self.plan.region) if block is not entry])
        if entry is not exit_block:
            # For the time being: its old targets are gone.
            module.set_terminator(entry, Instruction(OpUnreachable, 0, 0, []))
        work = work_of(entry) if entry is exit_block else entry.instructions[:-1]
        for instruction in reversed(list(work)):
            module.remove(instruction)

    def _carry_facts(self) -> None:
        module, facts = self.module, self.module.facts
        first = self.plan.entry.instructions[0]
        for old, new in self.parameters.items():
            if is_free_memory(module, old, first):
                facts.add_pointee_irrelevant(new)
            elif facts.is_irrelevant(module, old):
                facts.add_irrelevant(new)
        for old, new in self.results.items():
            if facts.is_irrelevant(module, old):
                facts.add_irrelevant(new)
                facts.add_irrelevant(old)
            self._carry_decorations(old, new)

    def _carry_decorations(self, old: int, new: int) -> None:
        """What computes the output is called otherwise now."""
        module = self.module
        copies: list[list[int]] = []
        for found in decorations(module, old):
            if found.op == OpDecorate and found.ops[1] in OF_VALUES:
                copies.append([new, *found.ops[1:]])
            else:
                module.set_operand(found, 0, new)
        for words in sorted(copies):
            module.add_decoration(Instruction(OpDecorate, 0, 0, words))
