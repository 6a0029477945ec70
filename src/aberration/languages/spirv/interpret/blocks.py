"""Blocks by number, in an order that both engines dispatch by: what merges paths comes after
all of them.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Block, Function
from aberration.languages.spirv.module import Module

SKIPPED: Final = frozenset(
    (
        opcodes.OpNop,
        opcodes.OpLine,
        opcodes.OpNoLine,
        opcodes.OpPhi,
        opcodes.OpSelectionMerge,
        opcodes.OpLoopMerge,
        opcodes.OpUndef,
    )
)
"""Instructions for which neither engine writes code where they stand."""


def numbered_blocks(module: Module, function: Function) -> list[Block]:
    """Return the blocks that the entry reaches, in structured order: reverse post-order of the flow
    graph in which a header also leads to its merge block and its continue target, visited first and
    thus numbered last.
    """
    entry = function.blocks[0]
    seen = {entry.id}
    finished: list[Block] = []
    waiting: list[tuple[Block, list[Block]]] = [(entry, _following(module, entry))]
    while waiting:
        block, following = waiting[-1]
        if not following:
            finished.append(block)
            waiting.pop()
            continue
        target = following.pop()
        if target.id not in seen:
            seen.add(target.id)
            waiting.append((target, _following(module, target)))
    reached = _reachable_ids(module, entry)
    return [block for block in reversed(finished) if block.id in reached]


def _following(module: Module, block: Block) -> list[Block]:
    """Return the blocks to visit, the first one last."""
    targets = module.successors(block)
    merges: list[Block] = []
    if len(block.instructions) > 1:
        merge = block.instructions[-2]
        names = merge.ops[:2] if merge.op == opcodes.OpLoopMerge else merge.ops[:1]
        if merge.op in (opcodes.OpLoopMerge, opcodes.OpSelectionMerge):
            merges = [found for found in map(module.block, names) if found is not None]
    return [*targets, *reversed(merges)]


def _reachable_ids(module: Module, entry: Block) -> set[int]:
    reached = {entry.id}
    waiting = [entry]
    while waiting:
        for target in module.successors(waiting.pop()):
            if target.id not in reached:
                reached.add(target.id)
                waiting.append(target)
    return reached


def edges_into(module: Module, blocks: list[Block]) -> dict[int, int]:
    """Return how many edges lead to each block from the given ones; a switch counts once for
    each target.
    """
    counts: dict[int, int] = dict.fromkeys((block.id for block in blocks), 0)
    for block in blocks:
        for target in module.successors(block):
            counts[target.id] += 1
    return counts


def phis_of(block: Block) -> list[tuple[int, dict[int, int]]]:
    """Return the OpPhis that begin a block: result id, and the value id for each predecessor."""
    found: list[tuple[int, dict[int, int]]] = []
    for instruction in block.instructions:
        if instruction.op == opcodes.OpPhi:
            ops = instruction.ops
            found.append(
                (instruction.result_id, {ops[k + 1]: ops[k] for k in range(0, len(ops), 2)})
            )
        elif instruction.op not in (opcodes.OpLine, opcodes.OpNoLine):
            break
    return found
