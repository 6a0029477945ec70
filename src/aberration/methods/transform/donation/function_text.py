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

ORDINARY: Final = (
    frozenset(range(1, len(NAME)))
    - {op for op, name in enumerate(NAME) if name is None}
    - {*(OpFunction, OpFunctionParameter, OpLabel)}
)
LABELLED: Final = frozenset(
    (OpBranch, OpBranchConditional, OpSwitch, OpLoopMerge, OpSelectionMerge, OpPhi)
)


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
    """Return the function that the lines spell, owned by no module; None if they are no
    function with a body.
    """
    made = [Instruction(line.op, line.type_id, line.result_id, list(line.ops)) for line in lines]
    if not made or made[0].op != OpFunction or len(made[0].ops) != 2:
        return None
    start = 1
    while start < len(made) and made[start].op == OpFunctionParameter:
        start += 1
    function = Function(made[0], made[1:start], [])
    return function if _fill(function, made[start:]) else None


def _fill(function: Function, made: list[Instruction]) -> bool:
    """Sort the body into blocks; false unless there is one, and each ends in its only
    terminator.
    """
    block: Block | None = None
    for instruction in made:
        op = instruction.op
        if block is None:
            if op != OpLabel:
                return False
            block = Block(instruction, [], function)
            function.blocks.append(block)
        elif op in ORDINARY:
            block.instructions.append(instruction)
        else:
            return False
        instruction.block = block
        if op in TERMINATORS:
            block = None
    return block is None and bool(function.blocks)


class Detached:
    """Questions about a function that is not in the module: what its ids are, and whether it
    would be legal there.
    """

    __slots__ = ("_idom", "function", "module", "own")

    def __init__(self, module: Module, function: Function) -> None:
        self.module = module
        self.function = function
        self.own: dict[int, Instruction] = {}
        self._idom: list[int] | None = None
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
        found: list[Block] = []
        for label_id in self.module.successor_ids(block.instructions[-1]):
            label = self.own.get(label_id)
            if label is not None and label.op == OpLabel and label.block is not None:
                found.append(label.block)
        return found

    def dominators(self) -> list[int]:
        """Return the index of the immediate dominator by index of block; -1 for the entry and
        unreachable ones.

        They are kept until `edges_changed`.
        """
        if self._idom is not None:
            return self._idom
        for index, block in enumerate(self.function.blocks):
            block.index = index
        edges = [
            [target.index for target in self.successors(block)] for block in self.function.blocks
        ]
        self._idom = immediate_dominators(edges, 0)
        return self._idom

    def edges_changed(self) -> None:
        """Forget the dominators."""
        self._idom = None

    # ---- legality

    def ids_are_known(self) -> bool:
        """Say whether new ids are fresh, and each used id is defined where it may be used from
        here.
        """
        made = self.instructions()
        results = [each.result_id for each in made if each.result_id]
        if len(set(results)) != len(results) or not all(map(self.module.is_fresh, results)):
            return False
        types: set[int] = set()
        values: set[int] = set()
        return all(self._is_typed(each, types) and self._uses_known(each, values) for each in made)

    def _is_typed(self, instruction: Instruction, types: set[int]) -> bool:
        """Say whether result and type are as the opcode demands; `types` collects what was
        found to be one.
        """
        if (instruction.result_id != 0) != HAS_RESULT[instruction.op]:
            return False
        type_id = instruction.type_id
        if type_id and type_id not in types:
            found = self.module.definition(type_id)
            if found is None or found.op not in TYPES:
                return False
            types.add(type_id)
        return True

    def _uses_known(self, instruction: Instruction, values: set[int]) -> bool:
        """Say whether all operands may be used; `values` collects the globals that were found
        to be there.
        """
        op = instruction.op
        # How many words a literal takes follows from the selector's type, which a module looks for
        # among its own ids, and this function's are not there yet.
        if op == OpSwitch and not self._is_narrow(instruction.ops[0]):
            return False
        if op == OpFunctionCall and not self._call_fits(instruction):
            return False
        own = self.own
        for used in self.module.operand_ids(instruction):
            found = own.get(used)
            if found is not None:
                if found.op == OpLabel and op not in LABELLED:
                    return False
            elif used not in values:
                if not self._is_global(used):
                    return False
                values.add(used)
        return True

    def _is_narrow(self, selector: int) -> bool:
        found = self.module.definition(self.type_of(selector))
        return found is not None and found.op == OpTypeInt and found.ops[0] <= 32

    def _is_global(self, used: int) -> bool:
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
        wanted = [
            definition.type_id,
            *[parameter.type_id for parameter in self.function.parameters],
        ]
        return found is not None and found.op == OpTypeFunction and found.ops == wanted

    def is_ordered(self) -> bool:
        """Say whether each use is dominated by its definition, and each block comes after its
        dominator.
        """
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
            elif not is_dominated(idom, here.index, definition.block.index):
                return False
        return True

    def _reaches(self, value_id: int, predecessor: Block | None, idom: list[int]) -> bool:
        """Say whether a value is there at the end of a block; any is at the end of an
        unreachable one.
        """
        definition = self.own.get(value_id)
        if predecessor is None:
            return False
        if (
            definition is None
            or definition.block is None
            or (predecessor.index and idom[predecessor.index] == -1)
        ):
            return True
        return is_dominated(idom, predecessor.index, definition.block.index)


def is_dominated(idom: list[int], index: int, by: int) -> bool:
    """Say whether one block is dominated by another, given the immediate dominators."""
    while index not in (by, -1):
        index = idom[index]
    return index == by
