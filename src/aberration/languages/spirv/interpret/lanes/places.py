"""Where the pointers of a function lead, and which of its variables need no memory.

A variable of a function becomes plain locals of the generated code, one for each leaf, if all its accesses are loads
and stores by constant paths and each load finds written what it reads, whatever way led there.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Block, Function, Instruction
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.undefined import Refused, refuse

CHAINS: Final = (opcodes.OpAccessChain, opcodes.OpInBoundsAccessChain)
_MOST_LOCALS: Final = 64


class Step(msgspec.Struct, frozen=True):
    """An index that is not constant: its id, how many parts there are, leaves from part to part."""

    index_id: int
    length: int
    stride: int


class Place(msgspec.Struct, frozen=True):
    """What a pointer points to: `owner` is a variable or parameter, `offset` the first leaf by constant indices.

    `chain` is the access chain that computes an index in leaves, 0 for none; it adds its `steps` to the one of the
    chain `inner`. `outside` says that a constant index is too large.
    """

    owner: int
    offset: int
    type_id: int
    chain: int = 0
    steps: tuple[Step, ...] = ()
    inner: int = 0
    outside: bool = False


class Places:
    """The pointers and the local variables of one function."""

    def __init__(self, leaves: Leaves, function: Function, blocks: list[Block], successors: list[list[int]]) -> None:
        self.leaves = leaves
        self.module = leaves.module
        self._known: dict[int, Place] = {}
        self.locals = self._candidates(function)
        self._drop_unset(blocks, successors)

    def of(self, pointer_id: int) -> Place:
        """Return where a pointer leads; pointers that are chosen while running are refused."""
        known = self._known.get(pointer_id)
        if known is None:
            known = self._known[pointer_id] = self._find(pointer_id)
        return known

    def _find(self, pointer_id: int) -> Place:
        found = self.module.definition(pointer_id)
        if found is None:
            raise Refused(f"pointer %{pointer_id}, which is not declared")
        if found.op in (opcodes.OpVariable, opcodes.OpFunctionParameter):
            return Place(pointer_id, 0, self.module.pointee(found.type_id))
        if found.op == opcodes.OpCopyObject:
            return self.of(found.ops[0])
        if found.op in CHAINS:
            return self._walk(found, self.of(found.ops[0]))
        raise refuse("pointers that are chosen while running, in many lanes", found)

    def _walk(self, chain: Instruction, base: Place) -> Place:
        leaves = self.leaves
        offset, type_id, outside = base.offset, base.type_id, base.outside
        steps: list[Step] = []
        for index_id in chain.ops[1:]:
            length = leaves.length(type_id)
            if leaves.is_constant(index_id):
                index = int(leaves.constant(index_id)[0] or 0)
                if index >= length:
                    index, outside = 0, True
                step, type_id = leaves.part(type_id, index)
                offset += step
            else:
                type_id = leaves.part_type(type_id)
                steps.append(Step(index_id, length, leaves.count(type_id)))
        return Place(
            base.owner,
            offset,
            type_id,
            chain.result_id if steps else base.chain,
            tuple(steps),
            base.chain,
            outside,
        )

    # ---- variables that become locals

    def _candidates(self, function: Function) -> set[int]:
        found = set()
        for instruction in function.blocks[0].instructions:
            if instruction.op == opcodes.OpVariable and instruction.ops[0] == StorageClass.FUNCTION:
                small = self.leaves.count(self.module.pointee(instruction.type_id)) <= _MOST_LOCALS
                if small and self._only_accessed(instruction.result_id):
                    found.add(instruction.result_id)
        return found

    def _only_accessed(self, pointer_id: int) -> bool:
        for user in self.module.users(pointer_id):
            if user.op in CHAINS or user.op == opcodes.OpCopyObject:
                place = self.of(user.result_id)
                if place.chain or place.outside or not self._only_accessed(user.result_id):
                    return False
            elif user.block is not None and not _accesses(user, pointer_id):
                return False
        return True

    def _drop_unset(self, blocks: list[Block], successors: list[list[int]]) -> None:
        """Drop the variables of which some load may read what was never written."""
        slots = dict(zip(sorted(self.locals), range(0, 1 << 30, 64), strict=False))
        everything = (1 << 64 * len(slots)) - 1
        entry = [everything] * len(blocks)
        entry[0] = 0
        seen = {0}
        waiting = [0]
        while waiting:
            number = waiting.pop()
            state = self._pass(blocks[number], entry[number], slots)
            for target in successors[number]:
                if target not in seen or entry[target] & ~state:
                    seen.add(target)
                    entry[target] &= state
                    waiting.append(target)
        for block, state in zip(blocks, entry, strict=True):
            self._pass(block, state, slots, drop=True)

    def _pass(self, block: Block, state: int, slots: dict[int, int], *, drop: bool = False) -> int:
        """Return which leaves are written where a block ends."""
        for instruction in block.instructions:
            if instruction.op in (opcodes.OpLoad, opcodes.OpStore, opcodes.OpVariable):
                pointer = instruction.result_id if instruction.op == opcodes.OpVariable else instruction.ops[0]
                place = self.of(pointer)
                if place.owner not in slots:
                    continue
                bits = ((1 << self.leaves.count(place.type_id)) - 1) << (slots[place.owner] + place.offset)
                if instruction.op == opcodes.OpLoad:
                    if drop and state & bits != bits:
                        self.locals.discard(place.owner)
                elif instruction.op == opcodes.OpStore or len(instruction.ops) > 1:
                    state |= bits
        return state


def _accesses(user: Instruction, pointer_id: int) -> bool:
    if user.op == opcodes.OpLoad:
        return True
    return user.op == opcodes.OpStore and user.ops[0] == pointer_id and user.ops[1] != pointer_id
