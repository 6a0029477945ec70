"""Let a condition pick one of two copies of the rest of a loop's round, each of which goes on
itself.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import (
    is_continue_target,
    is_header,
    is_loop_header,
    is_merge_block,
    phis,
)
from aberration.languages.spirv.constructs import in_any_continue, loop_merge_id
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpPhi,
    OpUnreachable,
)
from aberration.languages.spirv.uniform_only import (
    has_subgroup_operations,
    needs_uniform_control_flow,
)
from aberration.methods.transform.analysis.switches import side_of
from aberration.methods.transform.analysis.undefined import is_defined_condition
from aberration.methods.transform.building.branching import make_selection_header
from aberration.methods.transform.building.copying import (
    can_copy,
    carry_facts_of_blocks,
    copies_in,
    copy_of,
    has_copies,
    results_used_outside,
)
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.add_dead_continue import continue_target
from aberration.methods.transform.transformations.add_loop_continue import loop_around

LARGEST: Final = 80
"""Instructions of the rest at most: variants must not grow out of hand."""


class Rest(msgspec.Struct, frozen=True):
    """The rest of a round: the `blocks` from `entry` on, in the order of the layout; `before` alone
    leads there. They lead out to the continue `target`, and maybe to the loop's merge block.
    """

    before: Block
    entry: Block
    target: Block
    merge: Block | None
    blocks: list[Block]

    def exits(self) -> list[Block]:
        """Return the blocks that the rest leads to."""
        return [self.target] if self.merge is None else [self.target, self.merge]


class DuplicateRestOfRound(Transformation, frozen=True, gc=False):
    """Precondition: `entry` is in a loop, outside of its continue construct, and is no merge block,
    continue target or loop header. One block leads there, by OpBranch, which is no header. The
    blocks from it on are few, lead out to the continue target, the loop's merge block or the end of
    the function only, and each construct is among them or outside as a whole. Nothing in the loop
    needs uniform control flow, and nothing in the module all invocations of a subgroup; there are
    few calls. With a `merge`, no loop around has the entry in its continue construct, where every
    block has to lead to the back edge. `condition` is a boolean, surely defined, that is available
    before the entry. `copies` has a fresh id for each label and result, `phis` for each result that
    is used behind the continue target, which may be an operand of OpPhi; none else is used outside,
    but by OpPhis of the exits for what comes from there.
    Effect: the block before becomes the header of a selection between the rest and a copy of it;
    both lead to the continue target. Its merge block is `merge`, which nothing leads to, or, if
    that is 0, the entry. OpPhis of the exits get what comes from the copy; new ones, in the
    continue target, stand for results of both.
    Facts: copies and OpPhis are dead, irrelevant or have an irrelevant pointee like their
    originals.
    """

    entry: int
    condition: int
    value: bool
    merge: int
    copies: tuple[tuple[int, int], ...]
    phis: tuple[tuple[int, int], ...] = ()

    def is_applicable(self, module: Module) -> bool:
        entry = module.block(self.entry)
        rest = None if entry is None else rest_from(module, entry)
        if rest is None or not is_defined_condition(module, self.condition, rest.before.terminator):
            return False
        if self.merge and in_any_continue(module, rest.before):
            return False
        fresh = [new for _, new in (*self.copies, *self.phis)]
        if not all_fresh(module, *fresh, *([self.merge] if self.merge else [])):
            return False
        if not has_copies(rest.blocks, self.copies):
            return False
        phis = dict(self.phis)
        return all(old in phis for old in needed_behind(module, rest))

    def apply(self, module: Module) -> None:
        entry = must_exist(module.block(self.entry))
        _RestDuplication(module, self, must_exist(rest_from(module, entry))).run()


# ---- what the rest of a round is


def rest_from(module: Module, entry: Block) -> Rest | None:
    """Return the rest of a round from a block on, if it may be copied; else None."""
    before = block_before(module, entry)
    target = None if before is None else continue_target(module, before)
    if before is None or target is None or is_loop_header(target) or not module.reachable(target):
        return None
    if has_subgroup_operations(module) or target is not continue_target(module, entry):
        return None
    side = side_of(module, before, entry.id, target.id)
    if not side or sum(len(block.instructions) for block in side) > LARGEST:
        return None
    following = {block for each in side for block in module.successors(each)}
    if target not in following:
        return None
    after = module.block(loop_merge_id(module, before))
    blocks = sorted(side, key=module.layout_index)
    rest = Rest(before, entry, target, after if after in following else None, blocks)
    if needs_uniform_control_flow(module, loop_around(module, before, target)) or not can_copy(
        module, blocks
    ):
        return None
    return rest if _is_joined_behind(module, rest) else None


def block_before(module: Module, entry: Block) -> Block | None:
    """Return the block that leads to another one, if that may become a target of a selection it
    heads; else None.
    """
    found = module.predecessors(entry)
    if len(found) != 1 or not module.reachable(entry) or is_loop_header(entry):
        return None
    if is_merge_block(module, entry) or is_continue_target(module, entry):
        return None
    before = found[0]
    return before if before.terminator.op == OpBranch and not is_header(before) else None


def needed_behind(module: Module, rest: Rest) -> list[int]:
    """Return the results of the rest that are used outside, other than by OpPhis of the exits
    if one comes from it.
    """
    return [
        each
        for each in results_used_outside(module, rest.blocks)
        if _uses_behind(module, rest, each)
    ]


def _uses_behind(module: Module, rest: Rest, value: int) -> list[tuple[Instruction, int]]:
    """Return the instructions outside, and which operands of theirs are a value; OpPhis of the
    exits as above.
    """
    found: list[tuple[Instruction, int]] = []
    for user in module.users(value):
        if user.block is None or user.block in rest.blocks:
            continue
        uses = [k for k in module.id_positions(user) if user.ops[k] == value]
        if user.op == OpPhi and user.block in rest.exits():
            uses = [k for k in uses if module.block(user.ops[k + 1]) not in rest.blocks]
        found += [(user, k) for k in uses]
    return found


def _is_joined_behind(module: Module, rest: Rest) -> bool:
    """Say whether OpPhis in the continue target can stand for all that is used behind it."""
    needed = needed_behind(module, rest)
    if needed and any(block not in rest.blocks for block in module.predecessors(rest.target)):
        return False
    for value in needed:
        if not types.can_create_constant(module, module.type_of(value)):
            return False
        for user, k in _uses_behind(module, rest, value):
            where = module.block(user.ops[k + 1]) if user.op == OpPhi else user.block
            if where is None or not module.dominates(rest.target, where):
                return False
    return True


class _RestDuplication:
    """One duplication of the rest of a round."""

    def __init__(self, module: Module, step: DuplicateRestOfRound, rest: Rest) -> None:
        self.module = module
        self.step = step
        self.rest = rest
        self.copies = copies_in(rest.blocks, step.copies)
        self.phis = {old: new for old, new in step.phis if old in needed_behind(module, rest)}

    def run(self) -> None:
        module, rest, step = self.module, self.rest, self.step
        made: list[Block] = []
        for block in rest.blocks:
            lines = [copy_of(module, each, self.copies) for each in block.instructions]
            made.append(new_block(block.function, self.copies[block.id], lines, block.dead))
        if step.merge:
            unreachable = Instruction(OpUnreachable, 0, 0, [])
            made.append(new_block(rest.entry.function, step.merge, [unreachable], rest.entry.dead))
        edges = [(exit_, block) for exit_ in rest.exits() for block in self._leaving_to(exit_)]
        new_phis = [self._phi(old, new) for old, new in self.phis.items()]
        module.insert_blocks(rest.entry.function, module.layout_index(rest.before) + 1, made)
        for exit_, block in edges:
            self._lead_to(exit_, block)
        for old, new in self.phis.items():
            for user, k in _uses_behind(module, rest, old):
                module.set_operand(user, k, new)
        for phi in reversed(new_phis):
            module.insert(rest.target, 0, phi)
        self._head_selection()
        carry_facts_of_blocks(module, rest.blocks, self.copies, self.phis)

    def _leaving_to(self, exit_: Block) -> list[Block]:
        return [block for block in self.module.predecessors(exit_) if block in self.rest.blocks]

    def _lead_to(self, exit_: Block, block: Block) -> None:
        """Give the OpPhis of an exit what they get from the copy of a block."""
        for phi in phis(exit_):
            value = next(
                phi.ops[k] for k in range(0, len(phi.ops), 2) if phi.ops[k + 1] == block.id
            )
            self.module.add_phi_pair(phi, self.copies.get(value, value), self.copies[block.id])

    def _phi(self, old: int, new: int) -> Instruction:
        """Return the OpPhi of a result and its copy; only the rest leads to the continue target
        then.
        """
        pairs: list[int] = []
        for block in self._leaving_to(self.rest.target):
            pairs += [old, block.id, self.copies[old], self.copies[block.id]]
        return Instruction(OpPhi, self.module.type_of(old), new, pairs)

    def _head_selection(self) -> None:
        module, rest, step = self.module, self.rest, self.step
        copy = self.copies[rest.entry.id]
        targets = [rest.entry.id, copy] if step.value else [copy, rest.entry.id]
        merge = step.merge or rest.entry.id
        make_selection_header(module, rest.before, merge, step.condition, targets)
