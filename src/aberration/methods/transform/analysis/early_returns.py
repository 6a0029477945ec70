"""The returns of a function and the loops that they leave."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.constructs import loop_merge_id
from aberration.languages.spirv.instruction import Block, Function
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpBranch, OpPhi, OpReturn, OpReturnValue

RETURNS: Final = (OpReturn, OpReturnValue)


def returns_of(module: Module, function: Function) -> list[Block]:
    """Return the reachable blocks that return, in layout order."""
    blocks = [found.block for known in module.by_opcodes(RETURNS) for found in known]
    returns = [block for block in blocks if block is not None and block.function is function]
    return sorted(filter(module.reachable, returns), key=module.layout_index)


def has_early_return(module: Module, function: Function) -> bool:
    """Say whether a block returns that not every path through the function comes to."""
    entry = function.blocks[0]
    return any(not module.post_dominates(block, entry) for block in returns_of(module, function))


def left_loops(module: Module, returns: list[Block]) -> dict[int, int]:
    """Return the merge blocks of the loops around the returns, each with that of the next loop
    outwards; 0 for none.
    """
    found: dict[int, int] = {}
    for block in returns:
        merge_id = loop_merge_id(module, block)
        while merge_id and merge_id not in found:
            merge = module.block(merge_id)
            found[merge_id] = 0 if merge is None else loop_merge_id(module, merge)
            merge_id = found[merge_id]
    return found


def is_crossing(block: Block) -> bool:
    """Say whether a block has nothing but OpPhis and an OpBranch."""
    return block.terminator.op == OpBranch and all(
        each.op == OpPhi for each in block.instructions[:-1]
    )
