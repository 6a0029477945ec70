"""The cases of a switch, and selections whose sides are cases apart: what may become a switch,
or stop being one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.spirv.availability import strictly_dominates
from aberration.languages.spirv.blocks import blocks_named_by, is_header, merge_instruction
from aberration.languages.spirv.constructs import construct_header, loop_continue_id, loop_merge_id
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConstant,
    OpIEqual,
    OpLogicalOr,
    OpSelectionMerge,
    OpSwitch,
    OpTypeBool,
)
from aberration.methods.transform.analysis.constants import find_constant

MOST_BLOCKS: Final = 60
"""Blocks that are looked at in the sides of a selection; one with more is left alone."""
Literal = tuple[int, ...]
"""Its words."""
Case = tuple[Literal, int]
"""A literal, and the label."""


def selection_merge(header: Block) -> Instruction | None:
    """Return the OpSelectionMerge of a block, or None."""
    merge = merge_instruction(header)
    return merge if merge is not None and merge.op == OpSelectionMerge else None


def cases_of(module: Module, switch: Instruction) -> list[Case]:
    """Return the cases of an OpSwitch in order, the default left out."""
    words = module.selector_words(switch)
    ops = switch.ops
    return [(tuple(ops[k : k + words]), ops[k + words]) for k in range(2, len(ops), words + 1)]


def switch_of(module: Module, label_id: int) -> Block | None:
    """Return the block with a label, if it is the reachable header of a selection by an
    OpSwitch.
    """
    header = module.block(label_id)
    if header is None or header.terminator.op != OpSwitch or selection_merge(header) is None:
        return None
    return header if module.reachable(header) else None


# ---- comparisons with literals


def literal_constant(module: Module, header: Block, literal: Literal) -> int:
    """Return the relevant constant that equals a literal of a switch; 0 if there is none."""
    return find_constant(
        module, False, OpConstant, module.type_of(header.terminator.ops[0]), *literal
    )


def comparisons_for(literals: Sequence[Literal]) -> int:
    """Return how many ids it takes to compare a selector with some literals."""
    return 2 * len(literals) - 1


def comparisons(
    module: Module, selector: int, constants: Sequence[int], ids: Sequence[int]
) -> list[Instruction]:
    """Return an OpIEqual for each constant and OpLogicalOrs between them; the last result says
    whether one is met.
    """
    boolean = module.find(OpTypeBool, 0)
    fresh = iter(ids)
    found: list[Instruction] = []
    for constant in constants:
        condition = found[-1].result_id if found else 0
        equal = next(fresh)
        found.append(Instruction(OpIEqual, boolean, equal, [selector, constant]))
        if condition:
            found.append(Instruction(OpLogicalOr, boolean, next(fresh), [condition, equal]))
    return found


# ---- the sides of a selection


def leaves_plainly(module: Module, header: Block, before: Block) -> bool:
    """Say whether a block is in the construct of a header and in none inside: only a switch may
    be left from there.
    """
    return (
        module.reachable(before)
        and not is_header(before)
        and construct_header(module, before) is header
    )


def sides_apart(module: Module, header: Block, labels: Sequence[int]) -> list[set[Block]] | None:
    """Return the blocks that each target of a selection leads to within it; none for the merge
    block.

    None if the sides are not those of a switch without fallthrough: each is entered from the header
    only, shares no block with another one and is left for the merge block or out of the innermost
    loop only; also if they have many blocks.
    """
    merge = selection_merge(header)
    if merge is None or not module.reachable(header):
        return None
    found: list[set[Block]] = []
    seen: set[Block] = set()
    for label in labels:
        side = side_of(module, header, label, merge.ops[0])
        if side is None or not seen.isdisjoint(side) or len(seen) + len(side) > MOST_BLOCKS:
            return None
        seen |= side
        found.append(side)
    return found


def _ends_around(module: Module, header: Block) -> set[int]:
    """Return the merge blocks and continue targets of the constructs around a header."""
    found: set[int] = set()
    around = construct_header(module, header)
    while around is not None:
        found.update(block.id for block in blocks_named_by(module, merge_instruction(around)))
        around = construct_header(module, around)
    return found


def side_of(module: Module, header: Block, label: int, end: int) -> set[Block] | None:
    """Return the blocks that a target of a selection leads to before the block `end`; none if that
    is the target.

    None if it is entered otherwise, has many blocks, or is left for other blocks; the innermost
    loop may be left.
    """
    exits = (end, loop_merge_id(module, header), loop_continue_id(module, header))
    found = _blocks_before(module, header, label, exits)
    around = _ends_around(module, header)
    return None if found is None or any(block.id in around for block in found) else found


def _blocks_before(
    module: Module, header: Block, label: int, exits: tuple[int, ...]
) -> set[Block] | None:
    """Return the blocks that a target leads to before one of the exits."""
    if label == exits[0]:
        return set()
    start = module.block(label)
    if start is None or label in exits or not strictly_dominates(module, header, start):
        return None
    found = {start}
    waiting = [start]
    while waiting:
        block = waiting.pop()
        # Blocks that only merge instructions lead to have no dominators, but belong to it, too.
        named = blocks_named_by(module, merge_instruction(block))
        for following in module.successors(block) + named:
            if following in found or following.id in exits:
                continue
            if len(found) == MOST_BLOCKS:
                return None
            if module.reachable(following) and not strictly_dominates(module, start, following):
                return None
            found.add(following)
            waiting.append(following)
    if all(before is header or before in found for before in module.predecessors(start)):
        return found
    return None
