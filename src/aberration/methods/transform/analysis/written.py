"""Whether memory was surely written before it is read: on all paths from the begin of the
program.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.call_graph import callers
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import ACCESS_CHAINS
from aberration.languages.spirv.preamble import is_entry_function

MOST_BLOCKS: Final = 120
"""Blocks that are looked at on the paths back; memory that needs more may be anything."""
COPIES: Final = frozenset((*ACCESS_CHAINS, o.OpCopyObject))
STORES: Final = (o.OpStore, o.OpCopyMemory)
Path = tuple[int, ...]
"""Literal indexes into a variable, up to the first index that is no constant."""


def path_of(module: Module, pointer_id: int) -> tuple[int, Path, bool]:
    """Return the variable or parameter that a pointer leads into (0 if it is not certain), the way
    into it, and whether that is the whole way: it ends before an index that is no constant.
    """
    steps: list[int] = []
    definition = module.definition(pointer_id)
    chains: list[Instruction] = []
    while definition is not None and definition.op in COPIES:
        if definition.op != o.OpCopyObject:
            chains.append(definition)
        definition = module.definition(definition.ops[0])
    if definition is None or definition.op not in (o.OpVariable, o.OpFunctionParameter):
        return 0, (), False
    for chain in reversed(chains):
        first = 2 if chain.op in (o.OpPtrAccessChain, o.OpInBoundsPtrAccessChain) else 1
        for index in chain.ops[first:]:
            constant = module.definition(index)
            if first == 2 or constant is None or constant.op != o.OpConstant:
                return definition.result_id, tuple(steps), False
            steps.append(constant.ops[0])
    return definition.result_id, tuple(steps), True


def pointers_into(module: Module, root: int) -> list[int]:
    """Return the pointers into a variable or parameter that are made of it: itself, chains and
    copies.
    """
    found = {root: True}
    waiting = [root]
    for pointer in waiting:
        for user in module.users(pointer):
            if user.op in COPIES and user.ops[0] == pointer and user.result_id not in found:
                found[user.result_id] = True
                waiting.append(user.result_id)
    return waiting


class Write(NamedTuple):
    """An instruction that surely writes all of part `path` of a variable or parameter."""

    path: Path
    instruction: Instruction


def writes_to(module: Module, pointers: Sequence[int]) -> list[Write]:
    """Return what is surely written through pointers into a variable or parameter."""
    found: list[Write] = []
    for pointer in pointers:
        _, path, whole = path_of(module, pointer)
        if whole:
            users = [
                user
                for user in module.users(pointer)
                if user.op in STORES and user.ops[0] == pointer
            ]
            found += [Write(path, user) for user in users if user.block is not None]
    return found


def is_written(
    module: Module, root: Instruction, path: Path, before: Instruction, writes: Sequence[Write]
) -> bool:
    """Say whether all of part `path` of a variable or parameter was surely written before an
    instruction: no way back to the begin of the program avoids all the `writes` to it.
    """
    if before.block is None:
        return False
    first = _first_places(module, writes, path)
    waiting = [(before.block, module.position(before))]
    seen: set[Block] = set()
    while waiting:
        block, end = waiting.pop()
        if first.get(block, end) < end:
            continue
        if block is block.function.blocks[0]:
            callers = _callers(module, root, block)
            if callers is None:
                return False
            waiting += callers
        for predecessor in module.predecessors(block):
            if predecessor not in seen and not predecessor.dead:
                seen.add(predecessor)
                waiting.append((predecessor, len(predecessor.instructions)))
        if len(seen) > MOST_BLOCKS:
            return False
    return True


def _first_places(module: Module, writes: Sequence[Write], path: Path) -> dict[Block, int]:
    """Return the blocks with a write of all of a part, and where the first one stands."""
    found: dict[Block, int] = {}
    for written, instruction in writes:
        block = instruction.block
        if block is not None and written == path[: len(written)]:
            place = module.position(instruction)
            found[block] = min(place, found.get(block, place))
    return found


def _callers(module: Module, root: Instruction, entry: Block) -> list[tuple[Block, int]] | None:
    """Return where the way goes on from the begin of a function, for global memory; None where
    it ends unwritten.
    """
    function = entry.function
    if (
        root.op != o.OpVariable
        or root.ops[0] == StorageClass.FUNCTION
        or is_entry_function(module, function.id)
    ):
        return None
    calls = [
        (call.block, module.position(call))
        for call in callers(module, function.id)
        if call.block is not None
    ]
    return [(block, place) for block, place in calls if not block.dead]
