"""What one invocation of each subgroup adds to memory for all: the same as if each added its own.

`uint sum = subgroupAdd(x); if (subgroupElect()) atomicAdd(total, sum);` leaves the sum of all `x`
in `total`, however many subgroups there are and whoever is in which: sums, minima and the like may
be put together in any order. That holds where reduction and choice stand in one block, so that the
same invocations take part in both, and the chosen one does nothing else.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import msgspec

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.blocks import merge_instruction
from aberration.languages.spirv.enums import GroupOperation, StorageClass
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module

from .analysis import CHAINS, Analysis
from .leaves import Leaves

_SAME: Final = MappingProxyType(
    {
        o.OpAtomicIAdd: o.OpGroupNonUniformIAdd,
        o.OpAtomicSMin: o.OpGroupNonUniformSMin,
        o.OpAtomicUMin: o.OpGroupNonUniformUMin,
        o.OpAtomicSMax: o.OpGroupNonUniformSMax,
        o.OpAtomicUMax: o.OpGroupNonUniformUMax,
        o.OpAtomicAnd: o.OpGroupNonUniformBitwiseAnd,
        o.OpAtomicOr: o.OpGroupNonUniformBitwiseOr,
        o.OpAtomicXor: o.OpGroupNonUniformBitwiseXor,
    }
)
"""The reduction that does the same as an atomic operation."""
_SHARED: Final = (StorageClass.WORKGROUP, StorageClass.STORAGE_BUFFER, StorageClass.UNIFORM)
_VALUE: Final = 3


class Elected(msgspec.Struct, frozen=True):
    """A block that the chosen invocation of each subgroup alone executes. `own` are the operands of
    the reductions, by the place in the block of the atomic operation that has one as value.
    """

    block: int
    own: dict[int, int]


def elected_blocks(leaves: Leaves, analysis: Analysis) -> dict[int, Elected]:
    """Return the blocks that each invocation may execute in place of the chosen one, by the block
    that leads to each.
    """
    finder = _Finder(leaves, analysis)
    found = {}
    for function in analysis.functions:
        for block in analysis.blocks[function.id]:
            elected = finder.after(block)
            if elected is not None:
                found[block.id] = elected
    return found


class _Finder:
    def __init__(self, leaves: Leaves, analysis: Analysis) -> None:
        self.leaves: Final = leaves
        self.module: Final[Module] = leaves.module
        self.analysis: Final = analysis

    def after(self, header: Block) -> Elected | None:
        """Return the block that the chosen invocation executes after a block, if it only reports
        what was reduced there.
        """
        end, merge = header.terminator, merge_instruction(header)
        if end.op != o.OpBranchConditional or merge is None or merge.op != o.OpSelectionMerge:
            return None
        choice = self.module.definition(end.ops[0])
        if choice is None or choice.op != o.OpGroupNonUniformElect or choice.block is not header:
            return None
        block = self.module.block(end.ops[1])
        if block is None or end.ops[2] != merge.ops[0] or end.ops[1] == merge.ops[0]:
            return None
        if self.module.predecessors(block) != [header] or block.terminator.op != o.OpBranch:
            return None
        if block.terminator.ops[0] != merge.ops[0] or self._changes_a_phi(merge.ops[0], header):
            return None
        return self._find_reports(header, block)

    def _changes_a_phi(self, merge_id: int, header: Block) -> bool:
        """Say whether the block after the selection tells by which way an invocation came."""
        merge = self.module.block(merge_id)
        return merge is None or merge.instructions[0].op == o.OpPhi or merge is header

    def _find_reports(self, header: Block, block: Block) -> Elected | None:
        own: dict[int, int] = {}
        for at, found in enumerate(block.instructions[:-1]):
            if found.op in _SAME:
                reduced = self._find_reduction(header, block, found)
                if reduced is None or not self._is_one_place(found.ops[0]):
                    return None
                own[at] = reduced.ops[2]
            elif found.op not in CHAINS and not self._is_unused_load(found, block):
                return None
        return Elected(block.id, own) if own else None

    def _is_unused_load(self, found: Instruction, block: Block) -> bool:
        """Say whether a load gives nothing but what is reported in the block."""
        if found.op != o.OpLoad:
            return False
        users = [one for one in self.module.users(found.result_id) if one.block is not None]
        return all(one.block is block and one.op in _SAME for one in users)

    def _find_reduction(
        self, header: Block, block: Block, atomic: Instruction
    ) -> Instruction | None:
        """Return the reduction that an atomic operation reports, in the block before."""
        if any(user.block is not None for user in self.module.users(atomic.result_id)):
            return None
        value = self.module.definition(atomic.ops[_VALUE])
        if value is not None and value.op == o.OpLoad and value.block is block:
            value = self._last_store(header, value.ops[0])
        if value is None or value.op != _SAME[atomic.op] or value.block is not header:
            return None
        return value if self._is_whole(header, value) else None

    def _is_whole(self, header: Block, reduction: Instruction) -> bool:
        """Say whether all that take part in a reduction take part in the choice."""
        if reduction.ops[1] != GroupOperation.REDUCE:
            return False
        after = header.instructions[self.module.position(reduction) :]
        return not any(one.op == o.OpFunctionCall for one in after)

    def _last_store(self, header: Block, variable_id: int) -> Instruction | None:
        """Return what a local variable holds at the end of a block that stores it."""
        variable = self.module.definition(variable_id)
        if variable is None or variable.op != o.OpVariable:
            return None
        if variable.ops[0] != StorageClass.FUNCTION:
            return None
        for found in reversed(header.instructions):
            if found.op == o.OpStore and found.ops[0] == variable_id:
                return self.module.definition(found.ops[1])
            if self._may_write(found, variable_id):
                return None
        return None

    def _may_write(self, found: Instruction, variable_id: int) -> bool:
        if found.op in (o.OpFunctionCall, o.OpExtInst):
            return True
        if found.op not in (o.OpStore, o.OpCopyMemory):
            return False
        return self.analysis.root_of(found.ops[0]) == variable_id

    def _is_one_place(self, pointer_id: int) -> bool:
        """Say whether a pointer leads to the same shared memory in all invocations of a group."""
        found = self.module.definition(pointer_id)
        while found is not None and found.op in CHAINS:
            if not all(self.leaves.is_constant(index) for index in found.ops[1:]):
                return False
            found = self.module.definition(found.ops[0])
        return found is not None and found.op == o.OpVariable and found.ops[0] in _SHARED
