"""A whole function as plain data, and its form as blocks that no module owns yet."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv.dominators import immediate_dominators
from aberration.languages.spirv.grammar import HAS_RESULT, NAME, TERMINATORS, TYPES
from aberration.languages.spirv.instruction import Block, Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpBranchConditional,
    OpFunction,
    OpFunctionCall,
    OpFunctionParameter,
    OpLabel,
    OpLoopMerge,
    OpPhi,
    OpSelectionMerge,
    OpSwitch,
    OpTypeFunction,
    OpTypeInt,
)

LABELLED: Final = frozenset((OpBranch, OpBranchConditional, OpSwitch, OpLoopMerge, OpSelectionMerge, OpPhi))


class Line(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One instruction: opcode, result type (0: none), result id (0: none), operand words."""

    op: int
    type_id: int
    result_id: int
    ops: tuple[int, ...]


def line_of(instruction: Instruction) -> Line:
    """Return an instruction as plain data."""
    return Line(instruction.op, instruction.type_id, instruction.result_id, tuple(instruction.ops))


def lines_of(function: Function) -> tuple[Line, ...]:
    """Return a function as plain data, from OpFunction on; OpFunctionEnd is implied."""
    found = [line_of(function.definition), *map(line_of, function.parameters)]
    for block in function.blocks:
        found.append(line_of(block.label))
        found.extend(map(line_of, block.instructions))
    return tuple(found)


def build(lines: tuple[Line, ...]) -> Function | None:
    """Return the function that the lines spell, owned by no module; None if they are no function with a body."""
    if any(not 0 < line.op < len(NAME) or NAME[line.op] is None for line in lines):
        return None
    made = [Instruction(line.op, line.type_id, line.result_id, list(line.ops)) for line in lines]
    if not made or made[0].op != OpFunction or len(made[0].ops) != 2:
        return None
    start = 1
    while start < len(made) and made[start].op == OpFunctionParameter:
        start += 1
    function = Function(made[0], made[1:start], [])
    for instruction in made[start:]:
        if not _add(function, instruction):
            return None
    blocks = function.blocks
    if not blocks or any(not block.instructions or block.terminator.op not in TERMINATORS for block in blocks):
        return None
    return function


def _add(function: Function, instruction: Instruction) -> bool:
    blocks = function.blocks
    if instruction.op == OpLabel:
        block = Block(instruction, [], function)
        instruction.block = block
        blocks.append(block)
        return True
    if not blocks or instruction.op in (OpFunction, OpFunctionParameter):
        return False
    present = blocks[-1].instructions
    if present and present[-1].op in TERMINATORS:
        return False
    present.append(instruction)
    instruction.block = blocks[-1]
    return True


class Detached:
    """Questions about a function that is not in the module: what its ids are, and whether it would be legal there."""

    __slots__ = ("function", "module", "own")

    def __init__(self, module: Module, function: Function) -> None:
        self.module = module
        self.function = function
        self.own: dict[int, Instruction] = {}
        self.index()

    def index(self) -> None:
        """Look at the instructions again, after an edit."""
        self.own = {each.result_id: each for each in self.instructions() if each.result_id}

    def instructions(self) -> list[Instruction]:
        """Return all instructions, definition, parameters and labels included."""
        found = [self.function.definition, *self.function.parameters]
        for block in self.function.blocks:
            found.append(block.label)
            found.extend(block.instructions)
        return found

    def definition(self, value_id: int) -> Instruction | None:
        """Return the definition of an id, of this function or global."""
        found = self.own.get(value_id)
        return self.module.definition(value_id) if found is None else found

    def type_of(self, value_id: int) -> int:
        """Return the type of an id; 0 for none."""
        found = self.definition(value_id)
        return 0 if found is None else found.type_id

    def block(self, label_id: int) -> Block | None:
        """Return the block with this label."""
        found = self.own.get(label_id)
        return found.block if found is not None and found.op == OpLabel else None

    def successors(self, block: Block) -> list[Block]:
        """Return the blocks that a block can branch to."""
        targets = [self.block(label_id) for label_id in self.module.successor_ids(block.terminator)]
        return [target for target in targets if target is not None]

    def dominators(self) -> list[int]:
        """Return the index of the immediate dominator by index of block; -1 for the entry and unreachable ones."""
        for index, block in enumerate(self.function.blocks):
            block.index = index
        edges = [[target.index for target in self.successors(block)] for block in self.function.blocks]
        return immediate_dominators(edges, 0)

    # ---- legality

    def ids_are_known(self) -> bool:
        """Say whether new ids are fresh, and each used id is defined where it may be used from here."""
        made = self.instructions()
        results = [each.result_id for each in made if each.result_id]
        if len(set(results)) != len(results) or not all(map(self.module.is_fresh, results)):
            return False
        return all(self._is_known(each) for each in made)

    def _is_known(self, instruction: Instruction) -> bool:
        if (instruction.result_id != 0) != HAS_RESULT[instruction.op]:
            return False
        if instruction.type_id and not self._is_type(instruction.type_id):
            return False
        if instruction.op == OpSwitch and not self._is_narrow(instruction.ops[0]):
            return False
        if instruction.op == OpFunctionCall and not self._call_fits(instruction):
            return False
        labels = instruction.op in LABELLED
        return all(self._may_use(used, labels) for used in self.module.operand_ids(instruction))

    def _is_type(self, type_id: int) -> bool:
        found = self.module.definition(type_id)
        return found is not None and found.op in TYPES

    def _is_narrow(self, selector: int) -> bool:
        found = self.module.definition(self.type_of(selector))
        return found is not None and found.op == OpTypeInt and found.ops[0] <= 32

    def _may_use(self, used: int, labels: bool) -> bool:
        own = self.own.get(used)
        if own is not None:
            return labels or own.op != OpLabel
        found = self.module.definition(used)
        return found is not None and found.block is None and found.op != OpFunctionParameter

    def _call_fits(self, call: Instruction) -> bool:
        callee = self.module.function(call.ops[0]) if call.ops else None
        if callee is None or callee.definition.type_id != call.type_id:
            return False
        parameters = [parameter.type_id for parameter in callee.parameters]
        return parameters == [self.type_of(argument) for argument in call.ops[1:]]

    def signature_fits(self) -> bool:
        """Say whether the function type is the one of result and parameters."""
        definition = self.function.definition
        found = self.module.definition(definition.ops[1])
        wanted = [definition.type_id, *[parameter.type_id for parameter in self.function.parameters]]
        return found is not None and found.op == OpTypeFunction and found.ops == wanted

    def is_ordered(self) -> bool:
        """Say whether each use is dominated by its definition, and each block comes after its dominator."""
        idom = self.dominators()
        if any(dominator > index for index, dominator in enumerate(idom)):
            return False
        for block in self.function.blocks:
            if block.index and idom[block.index] == -1:
                continue
            for position, instruction in enumerate(block.instructions):
                instruction.position = position
            if not all(self._is_dominated(each, block, idom) for each in block.instructions):
                return False
        return True

    def _is_dominated(self, instruction: Instruction, here: Block, idom: list[int]) -> bool:
        if instruction.op == OpPhi:
            return all(
                self._reaches(instruction.ops[k], self.block(instruction.ops[k + 1]), idom)
                for k in range(0, len(instruction.ops), 2)
            )
        for used in self.module.operand_ids(instruction):
            definition = self.own.get(used)
            if definition is None or definition.block is None or definition.op == OpLabel:
                continue
            if definition.block is here:
                if (
                    definition.position >= instruction.position
                    or here.instructions[definition.position] is not definition
                ):
                    return False
            elif not dominated(idom, here.index, definition.block.index):
                return False
        return True

    def _reaches(self, value_id: int, predecessor: Block | None, idom: list[int]) -> bool:
        """Say whether a value is there at the end of a block; any is at the end of an unreachable one."""
        definition = self.own.get(value_id)
        if predecessor is None:
            return False
        if definition is None or definition.block is None or (predecessor.index and idom[predecessor.index] == -1):
            return True
        return dominated(idom, predecessor.index, definition.block.index)


def dominated(idom: list[int], index: int, by: int) -> bool:
    """Say whether one block is dominated by another, given the immediate dominators."""
    while index not in (by, -1):
        index = idom[index]
    return index == by
