"""The control-flow graph of a module and the dominance in it, computed on demand per function."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import InternalError

from . import opcodes
from .dominators import GAP, dominates, number_blocks, number_exits, patch_leaf
from .index import ModuleIndex
from .instruction import Block, Function, Instruction
from .layout_order import give_order, index_by_order
from .local_dominators import MOST_DIRTY, patch_exits, patch_tree

FEW_BLOCKS: Final = 16
"""Functions with fewer get a new dominator tree, which costs no more than a patch."""


class ControlFlow(ModuleIndex):
    """Questions about blocks: edges, order, dominance."""

    # ---- lookup

    def block(self, label_id: int) -> Block | None:
        """Return the block with this label, or None."""
        label = self.definition(label_id)
        if label is None or label.op != opcodes.OpLabel:
            return None
        return label.block

    def function(self, function_id: int) -> Function | None:
        """Return the function with this id, or None."""
        return self._functions.get(function_id)

    def function_of(self, block: Block) -> Function:
        """Return the function of a block."""
        return block.function

    # ---- order

    def position(self, instruction: Instruction) -> int:
        """Return the index of an instruction in its block; -1 for a label."""
        block = instruction.block
        if block is None:
            raise InternalError(f"{instruction!r} is in no block")
        if not block.positions_valid:
            self._number_instructions(block)
        return instruction.position

    def precedes(self, a: Instruction, b: Instruction) -> bool:
        """Say whether `a` stands before `b` in the same block."""
        return a.block is b.block and self.position(a) < self.position(b)

    def layout_index(self, block: Block) -> int:
        """Return the index of a block in `block.function.blocks`."""
        function = block.function
        if function.layout_valid:
            return block.index
        if function.order_valid:
            return index_by_order(function.blocks, block.order)
        self._number_layout(function)
        return block.index

    def _number_instructions(self, block: Block) -> None:
        for position, instruction in enumerate(block.instructions):
            instruction.position = position
        block.positions_valid = True

    def _number_layout(self, function: Function) -> None:
        for index, block in enumerate(function.blocks):
            block.index = index
            block.order = (index + 1) * GAP
        function.layout_valid = function.order_valid = True

    def _layout_gains(self, function: Function, index: int, blocks: list[Block]) -> None:
        """Put blocks at `index` of the layout."""
        if function.order_valid:
            function.order_valid = give_order(function.blocks, index, blocks)
        function.blocks[index:index] = blocks
        function.layout_valid = False

    # ---- edges

    def successor_ids(self, terminator: Instruction) -> list[int]:
        """Return the label ids that a terminator can branch to, distinct, in operand order."""
        op = terminator.op
        ops = terminator.ops
        if op == opcodes.OpBranch:
            return [ops[0]]
        if op == opcodes.OpBranchConditional:
            return [ops[1]] if ops[1] == ops[2] else [ops[1], ops[2]]
        if op == opcodes.OpSwitch:
            return list(dict.fromkeys(self.operand_ids(terminator)[1:]))
        return []

    def successors(self, block: Block) -> list[Block]:
        """Return the distinct blocks that `block` can branch to, in operand order."""
        return self._targets(block.instructions[-1])

    def _targets(self, terminator: Instruction) -> list[Block]:
        definition = self.definition
        if terminator.op == opcodes.OpBranch:
            label = definition(terminator.ops[0])
            if label is not None and label.block is not None:
                return [label.block]
        found: list[Block] = []
        for label_id in self.successor_ids(terminator):
            label = definition(label_id)
            if label is None or label.block is None:
                raise InternalError(
                    f"{terminator!r} branches to {label_id}, which is not a block: insert it first"
                )
            found.append(label.block)
        return found

    def _known_targets(self, terminator: Instruction) -> list[Block]:
        """Return the targets of a terminator that is about to go; blocks removed before are
        left out.
        """
        labels = [self.definition(label_id) for label_id in self.successor_ids(terminator)]
        return [label.block for label in labels if label is not None and label.block is not None]

    def predecessors(self, block: Block) -> list[Block]:
        """Return the distinct blocks that can branch to `block`, unreachable ones too, in
        layout order.
        """
        function = block.function
        if not function.predecessors_valid:
            self._find_predecessors(function)
        if not block.predecessors_sorted:
            if not function.order_valid:
                self._number_layout(function)
            block.predecessors.sort(key=_order_of)
            block.predecessors_sorted = True
        return block.predecessors

    def _find_predecessors(self, function: Function) -> None:
        for block in function.blocks:
            block.predecessors = []
            block.predecessors_sorted = True
        for block in function.blocks:
            for successor in self._targets(block.instructions[-1]):
                successor.predecessors.append(block)
        function.predecessors_valid = True

    def _successor_indexes(self, function: Function) -> list[list[int]]:
        if not function.layout_valid:
            self._number_layout(function)
        return [
            [target.index for target in self._targets(block.instructions[-1])]
            for block in function.blocks
        ]

    # ---- merges

    def merge_instruction(self, block: Block) -> Instruction | None:
        """Return the OpSelectionMerge or OpLoopMerge of a block, or None."""
        if len(block.instructions) < 2:
            return None
        before = block.instructions[-2]
        if before.op == opcodes.OpSelectionMerge or before.op == opcodes.OpLoopMerge:
            return before
        return None

    def is_header(self, block: Block) -> bool:
        """Say whether the block has a merge instruction."""
        return self.merge_instruction(block) is not None

    def is_loop_header(self, block: Block) -> bool:
        """Say whether the block has an OpLoopMerge."""
        merge = self.merge_instruction(block)
        return merge is not None and merge.op == opcodes.OpLoopMerge

    def is_merge_block(self, block: Block) -> bool:
        """Say whether some header names the block as its merge block."""
        label_id = block.label.result_id
        for user in self.users(label_id):
            if (user.op == opcodes.OpSelectionMerge or user.op == opcodes.OpLoopMerge) and user.ops[
                0
            ] == label_id:
                return True
        return False

    def is_continue_target(self, block: Block) -> bool:
        """Say whether some loop header names the block as its continue target."""
        label_id = block.label.result_id
        return any(
            user.op == opcodes.OpLoopMerge and user.ops[1] == label_id
            for user in self.users(label_id)
        )

    def named_by(self, merge: Instruction | None) -> list[Block]:
        """Return the merge block and continue target that a merge instruction names, those that
        are in the module.
        """
        if merge is None:
            return []
        ids = merge.ops[:2] if merge.op == opcodes.OpLoopMerge else merge.ops[:1]
        labels = [self.definition(label_id) for label_id in ids]
        return [label.block for label in labels if label is not None and label.block is not None]

    # ---- dominance

    def _need_dominators(self, function: Function) -> None:
        if function.dominators_valid:
            return
        dirty = function.dirty
        if dirty is None:
            self._find_tree(function, [])
        elif len(function.blocks) < FEW_BLOCKS:
            self._find_small_tree(function, dirty)
        elif not self._patch_tree(function, dirty):
            self._find_tree(function, dirty)
        function.dominators_valid = True
        function.dirty = []

    def _find_tree(self, function: Function, dirty: list[Block]) -> None:
        """Build a new tree. Which blocks have another place in it is not known: constructs have
        to be found anew.
        """
        if not function.constructs_valid:
            function.dirty_constructs = None
        number_blocks(function, self._successor_indexes(function))
        for block in dirty:
            if block.label.block is None:
                block.leave_tree()

    def _find_small_tree(self, function: Function, dirty: list[Block]) -> None:
        """Build a new tree and compare it with the old one."""
        blocks = function.blocks
        before = [(block.idom, block.pre == -1) for block in blocks]
        known, function.dirty_constructs = function.dirty_constructs, None
        self._find_tree(function, dirty)
        if known is not None:
            moved = [
                block
                for block, old in zip(blocks, before, strict=True)
                if old != (block.idom, block.pre == -1)
            ]
            function.dirty_constructs = known + moved

    def _patch_tree(self, function: Function, dirty: list[Block]) -> bool:
        if not function.predecessors_valid:
            self._find_predecessors(function)
        return patch_tree(function, dirty, self._targets)

    def _stir_constructs(self, function: Function, blocks: list[Block]) -> None:
        """Note the blocks that edits may have put into another construct: ends of edges,
        headers, what they name.
        """
        function.constructs_valid = False
        dirty = function.dirty_constructs
        if dirty is None:
            return
        dirty.extend(blocks)
        if len(dirty) > MOST_DIRTY:
            function.dirty_constructs = None

    def _stir(self, function: Function, blocks: list[Block]) -> None:
        """Note where edits spoil the dominator tree: the ends of edges that came or went."""
        function.dominators_valid = False
        if function.dirty is not None:
            function.dirty.extend(blocks)

    def reachable(self, block: Block) -> bool:
        """Say whether the entry block of the function dominates the block."""
        function = block.function
        if not function.dominators_valid:
            if block is function.blocks[0]:
                return True
            self._need_dominators(function)
        return block.pre != -1

    def dominates(self, a: Block, b: Block) -> bool:
        """Say whether every path to `b` passes `a`; false if either is unreachable or they
        share no function.
        """
        function = a.function
        if not function.dominators_valid:
            self._need_dominators(function)
        return a.pre != -1 and a.pre <= b.pre and b.post <= a.post and b.function is function

    def strictly_dominates(self, a: Block, b: Block) -> bool:
        """Say whether `a` dominates `b` and is another block."""
        return a is not b and self.dominates(a, b)

    def immediate_dominator(self, block: Block) -> Block | None:
        """Return the immediate dominator; None for the entry block and unreachable blocks."""
        if not block.function.dominators_valid:
            self._need_dominators(block.function)
        return block.idom if block.pre != -1 else None

    def dominated_blocks(self, block: Block, without: Block | None, most: int) -> list[Block]:
        """Return the blocks that a reachable block dominates, and not those that `without` does;
        the first `most` that are found, in no particular order.
        """
        self._need_dominators(block.function)
        found: list[Block] = []
        waiting = [block] if block.pre != -1 else []
        while waiting and len(found) < most:
            at = waiting.pop()
            if at is not without:
                found.append(at)
                waiting.extend(at.children)
        return found

    def post_dominates(self, a: Block, b: Block) -> bool:
        """Say whether every path from `b` to a function exit passes `a`; false if either
        reaches no exit.
        """
        function = a.function
        if not function.post_dominators_valid:
            self._need_exits(function)
        above, below = a.exits, b.exits
        if (
            above is None
            or below is None
            or above.pre == -1
            or below.pre == -1
            or b.function is not function
        ):
            return False
        return dominates(above, below)

    def strictly_post_dominates(self, a: Block, b: Block) -> bool:
        """Say whether `a` post-dominates `b` and is another block."""
        return a is not b and self.post_dominates(a, b)

    def _need_exits(self, function: Function) -> None:
        dirty = function.dirty_exits
        patched = (
            dirty is not None
            and len(function.blocks) >= FEW_BLOCKS
            and self._patch_exits(function, dirty)
        )
        self._forget_exits(function)
        if not patched:
            number_exits(function, self._successor_indexes(function))
        function.post_dominators_valid = True
        function.dirty_exits = []

    def _patch_exits(self, function: Function, dirty: list[Block]) -> bool:
        if not function.predecessors_valid:
            self._find_predecessors(function)
        return patch_exits(function, dirty, self._targets)

    def _stir_exits(self, function: Function, blocks: list[Block]) -> None:
        """Note where edits spoil the post-dominator tree; see `_stir`."""
        function.post_dominators_valid = False
        dirty = function.dirty_exits
        if dirty is None:
            return
        dirty.extend(blocks)
        if len(dirty) > MOST_DIRTY:
            self._forget_exits(function)

    def _forget_exits(self, function: Function) -> None:
        """Let the post-dominator tree be built anew; blocks that are gone leave it, so that no
        cycle holds them.
        """
        function.post_dominators_valid = False
        for block in function.dirty_exits or ():
            if block.label.block is None:
                block.leave_exits()
        function.dirty_exits = None

    # ---- what an edit leaves of the analyses

    def _drop_analyses(self, function: Function) -> None:
        function.layout_valid = function.order_valid = False
        function.predecessors_valid = False
        function.dominators_valid = False
        function.dirty = None
        self._forget_exits(function)
        function.constructs_valid = False
        function.dirty_constructs = None

    def _edges_changed(self, block: Block, old: list[Block], new: list[Block]) -> None:
        """Patch or drop the analyses after the successors of `block` changed from `old` to
        `new`.
        """
        added = [target for target in new if target not in old]
        removed = [target for target in old if target not in new]
        if not added and not removed:
            return
        function = block.function
        self._stir_exits(function, [block, *added, *removed])
        self._stir_constructs(function, [*added, *removed])
        if function.predecessors_valid:
            self._patch_predecessors(block, added, removed)
        if not function.dominators_valid or not self._patch_dominators(block, added, removed):
            self._stir(function, [block, *added, *removed])

    def _patch_predecessors(self, block: Block, added: list[Block], removed: list[Block]) -> None:
        for target in removed:
            target.predecessors.remove(block)
        for target in added:
            target.predecessors.append(block)
            target.predecessors_sorted = len(target.predecessors) == 1

    def _patch_dominators(self, block: Block, added: list[Block], removed: list[Block]) -> bool:
        if block.pre == -1:
            return True
        if removed:
            return False
        return all(self._patch_edge(block, target) for target in added)

    def _patch_edge(self, source: Block, target: Block) -> bool:
        """A new edge leaves the tree as it is exactly if the target's immediate dominator
        dominates the source.
        """
        if target.pre == -1:
            return self._patch_new_leaf(source, target)
        return target.idom is None or dominates(target.idom, source)

    def _patch_new_leaf(self, source: Block, target: Block) -> bool:
        for user in self.users(target.label.result_id):
            other = user.block
            if (
                other is not None
                and other is not source
                and other.pre != -1
                and user is other.instructions[-1]
            ):
                return False
        for following in self._targets(target.instructions[-1]):
            if following.pre == -1 or (
                following.idom is not None and not dominates(following.idom, source)
            ):
                return False
        return patch_leaf(source, target)


def _order_of(block: Block) -> int:
    return block.order
