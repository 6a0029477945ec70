"""Patches the analyses of a function after blocks were split, joined, inserted or removed.

The flags of `Function` say which analyses hold; `dirty` lists are None where one is to be found
anew anyway.
"""

from __future__ import annotations

from .analyses import drop_analyses, forget_exits, stir_constructs, stir_exits, stir_tree
from .blocks import blocks_named_by, merge_instruction
from .control_flow import ControlFlow
from .dominators import patch_join_exits, patch_split, patch_split_exits
from .edge_patching import patch_predecessors
from .grammar import TERMINATORS
from .instruction import Block, Function

# ---- split and join


def patch_after_split(upper: Block, lower: Block, moves_merge: bool) -> None:
    """`lower` now holds the end of `upper`; both are in the layout, and names are right."""
    function = upper.function
    lower.predecessors = [upper]
    _split_in_tree(function, upper, lower)
    _split_in_exits(function, upper, lower)
    lower.construct = upper.construct
    lower.in_continue = upper.in_continue
    if moves_merge:
        _hand_over(upper, lower)
        stir_constructs(function, [upper, lower])
    elif upper in (function.dirty_constructs or ()):
        stir_constructs(function, [lower])


def _split_in_tree(function: Function, upper: Block, lower: Block) -> None:
    dirty = function.dirty
    if not function.dominators_valid and dirty is None:
        return
    # No numbers are left between: the next question builds a new tree.
    if not patch_split(upper, lower):
        function.dominators_valid = False
        function.dirty = None
    elif dirty is not None and upper in dirty:
        dirty.append(lower)


def _split_in_exits(function: Function, upper: Block, lower: Block) -> None:
    dirty = function.dirty_exits
    if dirty is None:
        return
    if not patch_split_exits(upper.exit_node(), lower.exit_node()):
        forget_exits(function)
    elif upper in dirty:
        dirty.append(lower)


def patch_before_join(module: ControlFlow, upper: Block, lower: Block) -> None:
    """The end of `lower` is that of `upper` already."""
    function = upper.function
    _join_in_tree(module, function, upper, lower)
    dirty = function.dirty_exits
    if dirty is not None and not patch_join_exits(upper.exit_node(), lower.exit_node()):
        forget_exits(function)
    elif dirty is not None and lower in dirty:
        function.dirty_exits = [block for block in dirty if block is not lower] + [upper]
    lower.leave_exits()


def _join_in_tree(module: ControlFlow, function: Function, upper: Block, lower: Block) -> None:
    holds = function.dominators_valid and function.predecessors_valid
    # Other children mean that the tree and the blocks differ: it is out of date.
    if not holds or (upper.pre != -1 and upper.children != [lower]):
        drop_analyses(function)
        return
    upper.children = lower.children
    for child in upper.children:
        child.idom = upper
    for target in module.targets(upper.instructions[-1]):
        target.predecessors[target.predecessors.index(lower)] = upper
        target.predecessors_sorted = len(target.predecessors) == 1
    _hand_over(lower, upper)
    stir_constructs(function, [upper])


def _hand_over(giver: Block, taker: Block) -> None:
    """The merge instruction of one block has moved to another, which heads the construct now."""
    taker.heads = giver.heads
    giver.heads = None
    if taker.heads is not None:
        taker.heads.header = taker


# ---- new blocks and lost ones


def patch_new_block(module: ControlFlow, block: Block) -> None:
    """Nothing branches to a new block: dominators stay as they are."""
    targets = module.targets(block.instructions[-1])
    _stir_new(module, block, targets)
    if block.function.predecessors_valid:
        patch_predecessors(block, targets, [])


def patch_new_blocks(module: ControlFlow, function: Function, blocks: list[Block]) -> None:
    """New blocks of a function may branch to each other."""
    for block in blocks:
        _stir_new(module, block, module.known_targets(block.instructions[-1]))
    if function.predecessors_valid:
        _connect(module, blocks)


def _stir_new(module: ControlFlow, block: Block, targets: list[Block]) -> None:
    function = block.function
    stir_exits(function, [block, *targets])
    stir_constructs(function, [block, *targets, *blocks_named_by(module, merge_instruction(block))])


def _connect(module: ControlFlow, blocks: list[Block]) -> None:
    """Find the predecessors of new blocks, and make the new ones predecessors. Targets that are
    still to be inserted find theirs when they are.
    """
    new = set(blocks)
    for block in blocks:
        sources = [
            user.block for user in module.users(block.label.result_id) if user.op in TERMINATORS
        ]
        block.predecessors = [source for source in dict.fromkeys(sources) if source is not None]
        block.predecessors_sorted = len(block.predecessors) < 2
        outside = [
            target for target in module.known_targets(block.instructions[-1]) if target not in new
        ]
        patch_predecessors(block, outside, [])


def patch_after_removal(block: Block, targets: list[Block]) -> None:
    """The block, which led to the targets, itself not among them, is gone."""
    function = block.function
    function.layout_valid = False
    stir_exits(function, [block, *targets])
    # Nobody will patch it: it has to leave the tree by itself.
    if function.dirty_exits is None:
        block.leave_exits()
    if function.predecessors_valid:
        patch_predecessors(block, [], targets)
    if block.pre != -1:
        stir_tree(function, [block, *targets])
    if function.dirty is None:
        block.leave_tree()
