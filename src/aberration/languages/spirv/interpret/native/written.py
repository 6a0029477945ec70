"""Which values were surely written when they are read: of variables that are kept as locals, by
data flow, and of all values that may come from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import GlslStd450, StorageClass
from aberration.languages.spirv.instruction import Block, Function, Instruction
from aberration.languages.spirv.interpret.analysis import CHAINS, Analysis
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.types import pointee, pointee_of

FILLED: Final = (
    StorageClass.INPUT,
    StorageClass.UNIFORM,
    StorageClass.PUSH_CONSTANT,
    StorageClass.STORAGE_BUFFER,
)
"""Memory of which every cell has a value from the start."""
_POINTER_LAST: Final = (GlslStd450.MODF, GlslStd450.FREXP)
_READS: Final = (o.OpLoad, o.OpAtomicLoad, o.OpAtomicExchange)
_PASS_ON: Final = frozenset(
    (
        o.OpPhi,
        o.OpSelect,
        o.OpCopyObject,
        o.OpCopyLogical,
        o.OpCompositeExtract,
        o.OpCompositeConstruct,
        o.OpCompositeInsert,
        o.OpVectorShuffle,
        o.OpTranspose,
        o.OpBitcast,
        o.OpVectorExtractDynamic,
        o.OpVectorInsertDynamic,
    )
)


class Written:
    """`maybe_unset` are the ids of values of which a leaf may never have been written; `unset` are
    local variables that are read before they are surely written, or into which such a value is
    stored.
    """

    def __init__(self, module: Module, leaves: Leaves, analysis: Analysis) -> None:
        self.module = module
        self.leaves = leaves
        self.analysis = analysis
        self.maybe_unset: set[int] = set()
        self.unset: set[int] = set()
        self._first: dict[int, int] = {}
        self._calls: dict[int, list[Instruction]] = {}
        for function in analysis.functions:
            self._function(function)
        self._find_unset()

    # ---- definite assignment

    def _function(self, function: Function) -> None:
        blocks = self.analysis.blocks[function.id]
        start = self._number_variables(blocks)
        entered: dict[int, int] = {blocks[0].id: start}
        waiting = [blocks[0]]
        while waiting:
            block = waiting.pop()
            after = self._through(block, entered[block.id], None)
            for target in self.module.successors(block):
                known = entered.get(target.id)
                joined = after if known is None else known & after
                if joined != known:
                    entered[target.id] = joined
                    waiting.append(target)
        for block in blocks:
            self._through(block, entered[block.id], self.maybe_unset)

    def _number_variables(self, blocks: list[Block]) -> int:
        """Give each leaf of a local variable a bit; return the bits of those that have an
        initializer.
        """
        bit = start = 0
        for found in blocks[0].instructions:
            if found.op == o.OpVariable and is_local(self.analysis, found):
                count = self.leaves.count(pointee(self.module, found.type_id))
                self._first[found.result_id] = bit
                if len(found.ops) > 1:
                    start |= ((1 << count) - 1) << bit
                bit += count
        return start

    def _through(self, block: Block, state: int, maybe_unset: set[int] | None) -> int:
        """Return which leaves are written after a block; note loads of others."""
        for found in block.instructions:
            for pointer_id, is_write in _accesses(found):
                place = self._place(pointer_id)
                if place is None:
                    continue
                root, mask = place
                if is_write:
                    state |= mask
                elif maybe_unset is not None and mask & ~state:
                    maybe_unset.add(found.result_id)
                    self.unset.add(root)
        return state

    def _place(self, pointer_id: int) -> tuple[int, int] | None:
        """Return the local variable that a pointer leads into, and the bits of what it points
        to.
        """
        root = self.analysis.root_of(pointer_id)
        first = self._first.get(root)
        if first is None:
            return None
        offset, type_id = self._path(pointer_id)
        return root, ((1 << self.leaves.count(type_id)) - 1) << (first + offset)

    def _path(self, pointer_id: int) -> tuple[int, int]:
        """Return the offset in leaves from the variable, and the type there. All indices are
        constant.
        """
        found = self.module.definition(pointer_id)
        if found is None or found.op == o.OpVariable:
            return 0, pointee_of(self.module, pointer_id)
        offset, type_id = self._path(found.ops[0])
        if found.op not in CHAINS:
            return offset, type_id
        for index_id in found.ops[1:]:
            index = int(self.leaves.constant(index_id)[0] or 0)
            length = self.leaves.length(type_id)
            step, type_id = self.leaves.part(type_id, index if index < length else 0)
            offset += step
        return offset, type_id

    # ---- what values come from

    def _find_unset(self) -> None:
        for function in self.analysis.functions:
            for block in self.analysis.blocks[function.id]:
                for found in block.instructions:
                    if found.op == o.OpFunctionCall:
                        self._calls.setdefault(found.ops[0], []).append(found)
                    if found.op not in _READS:
                        continue
                    # Loads of local variables have been looked at one by one.
                    pointer = self.leaves.type(self.module.type_of(found.ops[0]))
                    is_known = found.op == o.OpLoad and self._is_local(found.ops[0])
                    if not is_known and pointer.ops[0] not in FILLED:
                        self.maybe_unset.add(found.result_id)
        waiting = sorted(self.maybe_unset)
        while waiting:
            for reached in self._reached_from(waiting.pop()):
                if reached not in self.maybe_unset:
                    self.maybe_unset.add(reached)
                    waiting.append(reached)

    def _is_local(self, pointer_id: int) -> bool:
        return self.analysis.root_of(pointer_id) in self._first

    def _reached_from(self, value_id: int) -> Iterator[int]:
        for user in self.module.users(value_id):
            if user.block is None:
                continue
            if user.op in _PASS_ON:
                yield user.result_id
            elif user.op == o.OpStore and user.ops[1] == value_id and self._is_local(user.ops[0]):
                root = self.analysis.root_of(user.ops[0])
                self.unset.add(root)
                for use in uses_of(self.module, root):
                    if use.op == o.OpLoad:
                        yield use.result_id
            elif user.op == o.OpReturnValue:
                yield from (call.result_id for call in self._calls.get(user.block.function.id, ()))
            elif user.op == o.OpFunctionCall:
                callee = self.module.function(user.ops[0])
                for argument, parameter in zip(
                    user.ops[1:], callee.parameters if callee else (), strict=False
                ):
                    if argument == value_id:
                        yield parameter.result_id


def uses_of(module: Module, root: int) -> Iterator[Instruction]:
    """Return what is done with a variable in functions, through access chains and copies of the
    pointer as well.
    """
    waiting = [root]
    while waiting:
        for user in module.users(waiting.pop()):
            if user.block is None:
                continue
            if user.op in CHAINS or user.op == o.OpCopyObject:
                waiting.append(user.result_id)
            else:
                yield user


def is_local(analysis: Analysis, variable: Instruction) -> bool:
    """Say whether each leaf of a function's variable can be a C variable."""
    if not analysis.is_promoted(variable):
        return False
    return all(user.op != o.OpCopyMemory for user in uses_of(analysis.module, variable.result_id))


def _accesses(found: Instruction) -> Iterator[tuple[int, bool]]:
    """Return the pointers that an instruction reads or writes through, reads first."""
    if found.op == o.OpLoad:
        yield found.ops[0], False
    elif found.op == o.OpStore:
        yield found.ops[0], True
    elif found.op == o.OpExtInst and found.ops[1] in _POINTER_LAST:
        yield found.ops[-1], True
