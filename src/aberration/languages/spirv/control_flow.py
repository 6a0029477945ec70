"""The control-flow graph of a module and the dominance in it, computed on demand per function."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import InternalError

from . import opcodes
from .analyses import forget_exits
from .dominators import dominates, number_blocks, number_exits
from .index import ModuleIndex
from .instruction import Block, Function, Instruction
from .layout_order import index_by_order, number_instructions, number_layout
from .local_dominators import patch_exits, patch_tree

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

    # ---- order

    def position(self, instruction: Instruction) -> int:
        """Return the index of an instruction in its block; -1 for a label."""
        block = instruction.block
        if block is None:
            raise InternalError(f"{instruction!r} is in no block")
        if not block.positions_valid:
            number_instructions(block)
        return instruction.position

    def layout_index(self, block: Block) -> int:
        """Return the index of a block in `block.function.blocks`."""
        function = block.function
        if function.layout_valid:
            return block.index
        if function.order_valid:
            return index_by_order(function.blocks, block.order)
        number_layout(function)
        return block.index

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
            # Without the selector; the literals of the cases are no ids.
            return list(dict.fromkeys(self.operand_ids(terminator)[1:]))
        return []

    def successors(self, block: Block) -> list[Block]:
        """Return the distinct blocks that `block` can branch to, in operand order."""
        return self.targets(block.instructions[-1])

    def targets(self, terminator: Instruction) -> list[Block]:
        """Return the distinct blocks that a terminator can branch to, in operand order."""
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

    def known_targets(self, terminator: Instruction) -> list[Block]:
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
                number_layout(function)
            # By the order of the layout, and not of the edits: what a transformation sees must not
            # depend on history.
            block.predecessors.sort(key=_order_of)
            block.predecessors_sorted = True
        return block.predecessors

    def _find_predecessors(self, function: Function) -> None:
        for block in function.blocks:
            block.predecessors = []
            block.predecessors_sorted = True
        for block in function.blocks:
            for successor in self.targets(block.instructions[-1]):
                successor.predecessors.append(block)
        function.predecessors_valid = True

    def successor_indexes(self, function: Function) -> list[list[int]]:
        """Return the layout indexes of the successors, by layout index."""
        if not function.layout_valid:
            number_layout(function)
        return [
            [target.index for target in self.targets(block.instructions[-1])]
            for block in function.blocks
        ]

    # ---- dominance

    def need_dominators(self, function: Function) -> None:
        """Make the dominator tree of a function right, if it is not."""
        if function.dominators_valid:
            return
        dirty = function.dirty
        if dirty is None:
            self._find_tree(function, [])
        elif len(function.blocks) < FEW_BLOCKS:
            self._find_small_tree(function, dirty)
        else:
            if not function.predecessors_valid:
                self._find_predecessors(function)
            if not patch_tree(function, dirty, self.targets):
                self._find_tree(function, dirty)
        function.dominators_valid = True
        function.dirty = []

    def _find_tree(self, function: Function, dirty: list[Block]) -> None:
        """Build a new tree. Which blocks have another place in it is not known: constructs have
        to be found anew.
        """
        # What is dirty in the constructs was noted against the old tree.
        if not function.constructs_valid:
            function.dirty_constructs = None
        number_blocks(function, self.successor_indexes(function))
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

    def reachable(self, block: Block) -> bool:
        """Say whether the entry block of the function dominates the block."""
        function = block.function
        if not function.dominators_valid:
            # Known without a tree, and asked often.
            if block is function.blocks[0]:
                return True
            self.need_dominators(function)
        return block.pre != -1

    def dominates(self, a: Block, b: Block) -> bool:
        """Say whether every path to `b` passes `a`; false if either is unreachable or they
        share no function.
        """
        function = a.function
        if not function.dominators_valid:
            self.need_dominators(function)
        return a.pre != -1 and a.pre <= b.pre and b.post <= a.post and b.function is function

    def immediate_dominator(self, block: Block) -> Block | None:
        """Return the immediate dominator; None for the entry block and unreachable blocks."""
        if not block.function.dominators_valid:
            self.need_dominators(block.function)
        return block.idom if block.pre != -1 else None

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

    def _need_exits(self, function: Function) -> None:
        dirty = function.dirty_exits
        patched = False
        if dirty is not None and len(function.blocks) >= FEW_BLOCKS:
            if not function.predecessors_valid:
                self._find_predecessors(function)
            patched = patch_exits(function, dirty, self.targets)
        forget_exits(function)
        if not patched:
            number_exits(function, self.successor_indexes(function))
        function.post_dominators_valid = True
        function.dirty_exits = []


def _order_of(block: Block) -> int:
    return block.order
