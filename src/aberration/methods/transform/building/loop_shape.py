"""Loops that can be taken apart: one way in, one conditional way out, no way past the rest of a
round.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import is_continue_target, merge_instruction, phis
from aberration.languages.spirv.constructs import construct_header, in_any_continue
from aberration.languages.spirv.enums import LoopControl, StorageClass
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpBranchConditional,
    OpLoad,
    OpLoopMerge,
    OpPhi,
    OpSelectionMerge,
    OpVariable,
)
from aberration.methods.transform.analysis.memory import is_buffer_block, variable_of
from aberration.methods.transform.analysis.opcode_sets import STRUCTURE
from aberration.methods.transform.analysis.purity import is_access, is_simple
from aberration.methods.transform.analysis.region import blocks_between
from aberration.methods.transform.building.copying import (
    can_copy,
    copy_of,
    has_copies,
    results_used_outside,
)

MERGES: Final = (OpLoopMerge, OpSelectionMerge)
LARGEST: Final = 100
"""Instructions of a loop at most: variants must not grow out of hand."""
HINTS: Final = LoopControl.UNROLL | LoopControl.DONT_UNROLL
"""All other bits tell how many rounds there are, or what they have to do with each other."""

CONSTANT_OR_OWN: Final = (
    StorageClass.FUNCTION,
    StorageClass.PRIVATE,
    StorageClass.INPUT,
    StorageClass.UNIFORM,
    StorageClass.UNIFORM_CONSTANT,
    StorageClass.PUSH_CONSTANT,
)
"""Memory that no other invocation writes, buffers that are written apart."""


class Loop(msgspec.Struct, frozen=True):
    """A loop: `before` leads to `header`; `back` goes back to it; `exit` alone leads out, to
    `merge`, or onward.

    `blocks` are its blocks in the order of the layout, `onward` is where the exit leads inside of
    the loop.
    """

    header: Block
    before: Block
    target: Block
    back: Block
    exit: Block
    onward: Block
    merge: Block
    blocks: list[Block]


def loop_of(module: Module, header_id: int) -> Loop | None:
    """Return the loop with this header, if it is small, may be copied, and has the right shape:

    - its header has one predecessor outside and one inside, and is named by no other merge
      instruction;
    - one block, in no selection inside of it, leads out, by OpBranchConditional, and each round
      passes it;
    - one block, in no selection inside of it, leads to the continue target;
    - the loop is in no continue construct, promises nothing, and has no way out but this.
    """
    header = module.block(header_id)
    merge = merge_instruction(header) if header else None
    if (
        header is None
        or merge is None
        or merge.op != OpLoopMerge
        # Iteration counts and dependence would no longer hold for a loop that lost or gained a
        # round.
        or merge.ops[2] & ~HINTS
        or not module.reachable(header)
    ):
        return None
    after, target = module.block(merge.ops[0]), module.block(merge.ops[1])
    if (
        after is None
        or target is None
        # A second way to the merge block is a `break` somewhere in the body.
        or len(module.predecessors(after)) != 1
        or is_continue_target(module, after)
    ):
        return None
    ends = _ends(module, header)
    # What is put around the loop, a selection or copies, may not stand in a continue construct.
    if ends is None or in_any_continue(module, ends[0]):
        return None
    before, back = ends
    blocks = _blocks(module, header, after)
    leaving = module.predecessors(after)[0]
    if not blocks or leaving not in blocks or back not in blocks or target not in blocks:
        return None
    onward = next((block for block in module.successors(leaving) if block is not after), after)
    found = Loop(header, before, target, back, leaving, onward, after, blocks)
    return found if _has_shape(module, found) and can_copy(module, blocks) else None


def _ends(module: Module, header: Block) -> tuple[Block, Block] | None:
    """Return the block before a loop and the one that goes back."""
    around = module.predecessors(header)
    inside = [block for block in around if module.dominates(header, block)]
    outside = [
        block for block in around if module.reachable(block) and not module.dominates(header, block)
    ]
    if len(around) != 2 or len(inside) != 1 or len(outside) != 1:
        return None
    if any(user.op in MERGES and user.block is not header for user in module.users(header.id)):
        return None
    return outside[0], inside[0]


def _blocks(module: Module, header: Block, after: Block) -> list[Block]:
    """Return the blocks that a header leads to without passing the merge block; none if they
    are many or end.
    """
    found = [header]
    seen = {header, after}
    size = 0
    for block in found:
        size += len(block.instructions)
        following = module.successors(block)
        # A block that leads nowhere returns or kills: a way out that the shape does not know.
        if size > LARGEST or not following:
            return []
        for each in following:
            if each not in seen:
                seen.add(each)
                found.append(each)
    return sorted(found, key=module.layout_index)


def _has_shape(module: Module, loop: Loop) -> bool:
    inside = set(loop.blocks)
    if loop.exit.terminator.op != OpBranchConditional or loop.onward is loop.merge:
        return False
    if loop.header is not loop.exit and loop.header.terminator.op != OpBranch:
        return False
    # A header that is its own continue target belongs to a loop of one block; anything else is too
    # odd to be taken apart.
    if loop.target is loop.header and len(inside) > 1:
        return False
    if not module.dominates(loop.exit, loop.back) or not _is_on_top(module, loop, loop.exit):
        return False
    if loop.target is not loop.header:
        leading = module.predecessors(loop.target)
        if len(leading) != 1 or not _is_on_top(module, loop, leading[0]):
            return False
    return all(_is_closed(module, loop, block, inside) for block in loop.blocks)


def _is_on_top(module: Module, loop: Loop, block: Block) -> bool:
    """Say whether a block is in the loop, but in no construct inside of it."""
    return block is loop.header or construct_header(module, block) is loop.header


def _is_closed(module: Module, loop: Loop, block: Block, inside: set[Block]) -> bool:
    """Say whether only the loop leads to a block of it or names it, and the block names no
    other one.
    """
    if block is not loop.header:
        if any(before not in inside for before in module.predecessors(block)):
            return False
        if any(user.op in MERGES and user.block not in inside for user in module.users(block.id)):
            return False
    merge = merge_instruction(block)
    if merge is None or block is loop.header:
        return True
    named = merge.ops[:2] if merge.op == OpLoopMerge else merge.ops[:1]
    return all(module.block(label) in inside for label in named)


# ---- copies of rounds


class Round(msgspec.Struct, frozen=True):
    """Fresh ids for a copy of a loop's blocks, and for OpPhis of results that are used behind
    the loop.
    """

    copies: tuple[tuple[int, int], ...]
    phis: tuple[tuple[int, int], ...] = ()

    def fresh_ids(self) -> list[int]:
        """Return the ids that the copy may define."""
        return [new for _, new in (*self.copies, *self.phis)]

    def covers(self, blocks: list[Block]) -> bool:
        """Say whether there is an id for all that is defined in blocks."""
        return has_copies(blocks, self.copies)

    def joins(self, module: Module, loop: Loop) -> bool:
        """Say whether there is an id for all that is used behind a loop, and it may be an
        operand of OpPhi.
        """
        phis = dict(self.phis)
        return all(old in phis and can_be_phi(module, old) for old in needed_after(module, loop))


def round_of(module: Module, loop: Loop, ids: dict[int, int], next_round: int) -> list[Block]:
    """Return copies of a loop's blocks, in no module yet: the last leads to `next_round`, the exit
    to the merge block or onward. The header has neither OpPhis nor merge instruction.
    """
    return [_copy_of_block(module, loop, block, ids, next_round) for block in loop.blocks]


def _copy_of_block(
    module: Module, loop: Loop, block: Block, ids: dict[int, int], next_round: int
) -> Block:
    old = block.instructions
    if block is loop.header:
        old = [each for each in old if each.op not in (OpPhi, OpLoopMerge)]
    lines = [copy_of(module, each, ids) for each in old]
    if block is loop.back:
        lines[-1] = copy_of(module, block.terminator, {**ids, loop.header.id: next_round})
    return new_block(block.function, ids[block.id], lines, block.dead)


# ---- what a change of the loop has to supply


def value_from(phi: Instruction, block: Block) -> int:
    """Return what an OpPhi is if one comes from a block; 0 if it does not say."""
    for k in range(0, len(phi.ops), 2):
        if phi.ops[k + 1] == block.id:
            return phi.ops[k]
    return 0


def needed_after(module: Module, loop: Loop) -> list[int]:
    """Return the results of a loop that are used behind it, other than in OpPhis of its merge
    block, in order.
    """
    return [
        each
        for each in results_used_outside(module, loop.blocks)
        if _users_after(module, loop, each)
    ]


def _users_after(module: Module, loop: Loop, value: int) -> list[Instruction]:
    inside = set(loop.blocks)
    users = [
        user for user in module.users(value) if user.block is not None and user.block not in inside
    ]
    # The OpPhis of the merge block name the exit as the one who brings the value: they are changed
    # apart.
    return [user for user in users if user.op != OpPhi or user.block is not loop.merge]


def can_be_phi(module: Module, value: int) -> bool:
    """Say whether a value may be an operand of OpPhi."""
    return types.can_create_constant(module, module.type_of(value))


def replace_after(module: Module, loop: Loop, new_ids: dict[int, int]) -> None:
    """Replace results of a loop by other ids behind it, other than in OpPhis of its merge block."""
    for old, new in new_ids.items():
        for user in _users_after(module, loop, old):
            module.replace_in(user, old, new)


def join_after(
    module: Module, loop: Loop, copies: dict[int, int], copied_exit: int, new_phis: dict[int, int]
) -> None:
    """Let values behind the loop come from the exit or from its copy, by OpPhis in the merge block.

    The OpPhis there name the exit, and get pairs for the copy; `new_phis` has ids of new ones.
    """
    for phi in phis(loop.merge):
        value = value_from(phi, loop.exit)
        module.add_phi_pair(phi, copies.get(value, value), copied_exit)
    made = []
    for old, new in new_phis.items():
        pairs = [old, loop.exit.id, copies[old], copied_exit]
        made.append(Instruction(OpPhi, module.type_of(old), new, pairs))
    replace_after(module, loop, new_phis)
    for phi in reversed(made):
        module.insert(loop.merge, 0, phi)


# ---- the part of a round before the exit's branch


def upper_blocks(module: Module, loop: Loop) -> list[Block]:
    """Return the blocks that each round passes before it may leave, the exit included, in the
    order of the layout.
    """
    return sorted(blocks_between(module, loop.header, loop.exit), key=module.layout_index)


def is_repeatable(module: Module, blocks: list[Block]) -> bool:
    """Say whether blocks only compute, and read what nobody else writes: to run them again
    changes nothing.
    """
    return all(_is_repeatable(module, each) for block in blocks for each in block.instructions)


def _is_repeatable(module: Module, instruction: Instruction) -> bool:
    if instruction.op in STRUCTURE or is_simple(module, instruction):
        return True
    if instruction.op != OpLoad or not is_access(instruction):
        return False
    variable = variable_of(module, instruction.ops[0])
    if variable is None or variable.op != OpVariable:
        return False
    return variable.ops[0] in CONSTANT_OR_OWN and not is_buffer_block(module, variable)
