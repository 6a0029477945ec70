"""Notes where edits spoil the analyses of a function, which are patched when asked for."""

from __future__ import annotations

from .instruction import Block, Function
from .local_dominators import MOST_DIRTY


def stir_tree(function: Function, blocks: list[Block]) -> None:
    """Note where edits spoil the dominator tree: the ends of edges that came or went."""
    function.dominators_valid = False
    if function.dirty is not None:
        function.dirty.extend(blocks)


def stir_exits(function: Function, blocks: list[Block]) -> None:
    """Note where edits spoil the post-dominator tree; see `stir_tree`."""
    function.post_dominators_valid = False
    dirty = function.dirty_exits
    if dirty is None:
        return
    dirty.extend(blocks)
    if len(dirty) > MOST_DIRTY:
        forget_exits(function)


def stir_constructs(function: Function, blocks: list[Block]) -> None:
    """Note the blocks that edits may have put into another construct: ends of edges, headers,
    what they name.
    """
    function.constructs_valid = False
    dirty = function.dirty_constructs
    if dirty is None:
        return
    dirty.extend(blocks)
    if len(dirty) > MOST_DIRTY:
        function.dirty_constructs = None


def forget_exits(function: Function) -> None:
    """Let the post-dominator tree be built anew; blocks that are gone leave it, so that no cycle
    holds them.
    """
    function.post_dominators_valid = False
    for block in function.dirty_exits or ():
        if block.label.block is None:
            block.leave_exits()
    function.dirty_exits = None


def drop_analyses(function: Function) -> None:
    """Let everything be found anew."""
    function.layout_valid = function.order_valid = False
    function.predecessors_valid = False
    function.dominators_valid = False
    function.dirty = None
    forget_exits(function)
    function.constructs_valid = False
    function.dirty_constructs = None


def clear_block(block: Block) -> None:
    """Let a block that comes into a function be in no tree and no construct."""
    block.construct = block.heads = None
    block.in_continue = False
    block.leave_tree()
    block.leave_exits()
    block.predecessors = []
    block.predecessors_sorted = True


def clear_function(function: Function) -> None:
    """Break the cycles of references in a function, which is of no use afterwards."""
    for block in function.blocks:
        block.label.block = None
        block.instructions.clear()
        block.predecessors.clear()
        block.children.clear()
        block.idom = block.construct = block.heads = None
        block.leave_exits()
    for block in function.dirty or ():
        block.leave_tree()
    for block in function.dirty_exits or ():
        block.leave_exits()
    function.dirty_exits = function.dirty_constructs = None
    function.exits.leave_tree()
    function.blocks = []
    function.dirty = None
