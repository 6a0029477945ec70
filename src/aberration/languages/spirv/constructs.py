"""Structured control flow: which construct each block belongs to.

The blocks are walked in structured order (a construct before its merge block, the continue
construct just before that) with a stack of open constructs. A header belongs to the enclosing
construct, a merge block to the construct around its header, continue blocks to their loop. Modules
without merge instructions have no constructs. After edits, what they can have changed is patched
(`local_constructs`).
"""

from __future__ import annotations

from . import opcodes
from .blocks import merge_instruction
from .control_flow import ControlFlow
from .dominators import post_order
from .instruction import Block, Construct, Function
from .local_constructs import enter, patch_constructs


def construct_header(module: ControlFlow, block: Block) -> Block | None:
    """Return the header of the innermost construct that contains the block."""
    _need_constructs(module, block.function)
    return None if block.construct is None else block.construct.header


def loop_header(module: ControlFlow, block: Block) -> Block | None:
    """Return the header of the innermost loop that contains the block."""
    _need_constructs(module, block.function)
    return _loop_around(block)


def switch_header(module: ControlFlow, block: Block) -> Block | None:
    """Return the header of the innermost switch that contains the block, inside its
    innermost loop.
    """
    _need_constructs(module, block.function)
    construct = block.construct
    # A `break` inside of a loop in the switch is the loop's.
    while construct is not None and not _is_loop(construct.header):
        if construct.header.instructions[-1].op == opcodes.OpSwitch:
            return construct.header
        construct = construct.parent
    return None


def loop_merge_id(module: ControlFlow, block: Block) -> int:
    """Return the merge block id of the innermost loop that contains the block; 0 without a
    loop.
    """
    header = loop_header(module, block)
    return 0 if header is None else header.instructions[-2].ops[0]


def loop_continue_id(module: ControlFlow, block: Block) -> int:
    """Return the continue target id of the innermost loop that contains the block; 0
    without a loop.
    """
    header = loop_header(module, block)
    return 0 if header is None else header.instructions[-2].ops[1]


def in_continue(module: ControlFlow, block: Block) -> bool:
    """Say whether the block is in the continue construct of its innermost loop.

    A single-block loop is its own continue target and counts.
    """
    _need_constructs(module, block.function)
    return block.in_continue


def in_any_continue(module: ControlFlow, block: Block) -> bool:
    """Say whether the block is in the continue construct of any loop around it."""
    _need_constructs(module, block.function)
    current: Block | None = block
    while current is not None:
        if current.in_continue:
            return True
        current = _loop_around(current)
    return False


def structured_order(module: ControlFlow, function: Function) -> list[Block]:
    """Return the blocks reachable from the entry, or through merges and continues, in
    structured order.
    """
    if not function.blocks:
        return []
    successors = module.successor_indexes(function)
    for block in function.blocks:
        merge = merge_instruction(block)
        if merge is None:
            continue
        ids = merge.ops[:2] if merge.op == opcodes.OpLoopMerge else merge.ops[:1]
        extra = [
            label.block.index
            for label in map(module.definition, ids)
            if label is not None and label.block
        ]
        # Named blocks first, so that in reverse post-order they come last: a construct before its
        # merge block.
        successors[block.index] = extra + successors[block.index]
    return [function.blocks[index] for index in reversed(post_order(successors, 0))]


def _need_constructs(module: ControlFlow, function: Function) -> None:
    if function.constructs_valid:
        return
    module.need_dominators(function)
    dirty = function.dirty_constructs
    if dirty is None or not patch_constructs(module, function, dirty):
        find_constructs(module, function)
    function.constructs_valid = True
    function.dirty_constructs = []


def find_constructs(module: ControlFlow, function: Function) -> None:
    """Find the constructs of all blocks of a function anew."""
    for block in function.blocks:
        block.construct = block.heads = None
        block.in_continue = False
    if not any(map(merge_instruction, function.blocks)):
        return
    top: Construct | None = None
    continuing = [False]
    for block in structured_order(module, function):
        label_id = block.label.result_id
        # The operand 0 of both merge instructions: the construct ends where its merge block begins.
        if top is not None and label_id == top.header.instructions[-2].ops[0]:
            top = top.parent
            continuing.pop()
        if label_id == _continue_id(top):
            continuing[-1] = True
        enter(block, merge_instruction(block), top, continuing[-1])
        if block.heads is not None:
            top = block.heads
            continuing.append(top.in_continue)


def _is_loop(header: Block) -> bool:
    return header.instructions[-2].op == opcodes.OpLoopMerge


def _loop_around(block: Block) -> Block | None:
    construct = block.construct
    while construct is not None:
        if _is_loop(construct.header):
            return construct.header
        construct = construct.parent
    return None


def _continue_id(construct: Construct | None) -> int:
    """Return the continue target id of the innermost loop that a construct is or is in; 0
    without a loop.
    """
    while construct is not None:
        if _is_loop(construct.header):
            return construct.header.instructions[-2].ops[1]
        construct = construct.parent
    return 0
