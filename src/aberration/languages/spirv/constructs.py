"""Structured control flow: which construct each block belongs to.

The blocks are walked in structured order (a construct before its merge block, the continue construct just
before that) with a stack of open constructs. A header belongs to the enclosing construct, a merge block to the
construct around its header, continue blocks to their loop. Modules without merge instructions have no
constructs.
"""

from __future__ import annotations

from . import opcodes
from .control_flow import ControlFlow
from .dominators import dominates, post_order
from .instruction import Block, Construct, Function, Instruction


class Constructs(ControlFlow):
    """Questions about constructs, computed on demand per function."""

    def construct_header(self, block: Block) -> Block | None:
        """Return the header of the innermost construct that contains the block."""
        self._need_constructs(block.function)
        return None if block.construct is None else block.construct.header

    def loop_header(self, block: Block) -> Block | None:
        """Return the header of the innermost loop that contains the block."""
        self._need_constructs(block.function)
        return None if block.construct is None else block.construct.loop_header

    def switch_header(self, block: Block) -> Block | None:
        """Return the header of the innermost switch that contains the block, inside its innermost loop."""
        self._need_constructs(block.function)
        return None if block.construct is None else block.construct.switch_header

    def loop_merge_id(self, block: Block) -> int:
        """Return the merge block id of the innermost loop that contains the block; 0 without a loop."""
        self._need_constructs(block.function)
        return 0 if block.construct is None else block.construct.loop_merge_id

    def loop_continue_id(self, block: Block) -> int:
        """Return the continue target id of the innermost loop that contains the block; 0 without a loop."""
        self._need_constructs(block.function)
        return 0 if block.construct is None else block.construct.loop_continue_id

    def in_continue(self, block: Block) -> bool:
        """Say whether the block is in the continue construct of its innermost loop.

        A single-block loop is its own continue target and counts.
        """
        self._need_constructs(block.function)
        return block.in_continue

    def in_any_continue(self, block: Block) -> bool:
        """Say whether the block is in the continue construct of any loop around it."""
        self._need_constructs(block.function)
        current: Block | None = block
        while current is not None:
            if current.in_continue:
                return True
            current = None if current.construct is None else current.construct.loop_header
        return False

    def nesting_depth(self, block: Block) -> int:
        """Return the number of constructs around the block."""
        self._need_constructs(block.function)
        depth = 0
        construct = block.construct
        while construct is not None:
            depth += 1
            construct = construct.parent
        return depth

    def structured_order(self, function: Function) -> list[Block]:
        """Return the blocks reachable from the entry, or through merges and continues, in structured order."""
        if not function.blocks:
            return []
        successors = self._successor_indexes(function)
        for block in function.blocks:
            merge = self.merge_instruction(block)
            if merge is None:
                continue
            ids = merge.ops[:2] if merge.op == opcodes.OpLoopMerge else merge.ops[:1]
            extra = [label.block.index for label in map(self.definition, ids) if label is not None and label.block]
            successors[block.index] = extra + successors[block.index]
        return [function.blocks[index] for index in reversed(post_order(successors, 0))]

    def _need_constructs(self, function: Function) -> None:
        if not function.constructs_valid:
            self._find_constructs(function)

    def _find_constructs(self, function: Function) -> None:
        for block in function.blocks:
            block.construct = block.heads = None
            block.in_continue = False
        function.constructs_valid = True
        if not any(map(self.merge_instruction, function.blocks)):
            return
        top: Construct | None = None
        continuing = [False]
        for block in self.structured_order(function):
            label_id = block.label.result_id
            if top is not None and label_id == top.merge_id:
                top = top.parent
                continuing.pop()
            if top is not None and label_id == top.loop_continue_id:
                continuing[-1] = True
            block.construct = top
            block.in_continue = continuing[-1]
            merge = self.merge_instruction(block)
            if merge is not None:
                top = block.heads = _opened(block, merge, top)
                inherited = continuing[-1] if merge.op == opcodes.OpSelectionMerge else False
                own_target = merge.op == opcodes.OpLoopMerge and label_id == top.loop_continue_id
                block.in_continue = block.in_continue or own_target
                continuing.append(inherited or own_target)

    # ---- what an edit leaves of the constructs

    def _patch_new_merge(self, block: Block, merge: Instruction) -> bool:
        """A selection header that still branches to its merge block heads an empty construct."""
        end = block.instructions[-1]
        if merge.op != opcodes.OpSelectionMerge or end.op != opcodes.OpBranch or end.ops[0] != merge.ops[0]:
            return False
        target = self._targets(end)[0]
        if target.construct is not block.construct or target.in_continue != block.in_continue:
            return False
        if not block.function.dominators_valid or block.pre == -1 or not dominates(block, target):
            return False
        named = [
            user for user in self.users(merge.ops[0]) if user.op in (opcodes.OpSelectionMerge, opcodes.OpLoopMerge)
        ]
        if named != [merge]:
            return False
        block.heads = Construct(block, merge.ops[0], block.construct)
        return True

    def _patch_new_member(self, source: Block, target: Block) -> bool:
        """A new block after a selection header, whence it only leads to merge blocks and continue targets."""
        if self.is_header(target) or self.is_merge_block(target) or self.is_continue_target(target):
            return False
        if self.is_loop_header(source) or not self._all_known_ends(self._targets(target.instructions[-1])):
            return False
        target.construct = source.construct if source.heads is None else source.heads
        target.in_continue = source.in_continue
        return True

    def _leave_constructs(self, source: Block, added: list[Block]) -> bool:
        if not source.function.dominators_valid or source.pre == -1:
            return False
        for target in added:
            if target.pre == -1:
                if not self._patch_new_member(source, target):
                    return False
            elif not self._all_known_ends([target]):
                return False
        return True

    def _all_known_ends(self, targets: list[Block]) -> bool:
        """Reachable merge blocks and continue targets: one more way there changes no construct."""
        for target in targets:
            if target.pre == -1 or not (self.is_merge_block(target) or self.is_continue_target(target)):
                return False
        return True

    def _patch_split_header(self, upper: Block, lower: Block) -> bool:
        """The merge instruction has moved: `lower` heads the construct. Loops and switches are named elsewhere."""
        construct = upper.heads
        if construct is None or construct.loop_header is upper or construct.switch_header is upper:
            return False
        construct.header = lower
        lower.heads = construct
        upper.heads = None
        return True


def _opened(block: Block, merge: Instruction, parent: Construct | None) -> Construct:
    """Return the construct that `block` heads."""
    construct = Construct(block, merge.ops[0], parent)
    if merge.op == opcodes.OpLoopMerge:
        construct.loop_header = block
        construct.loop_merge_id, construct.loop_continue_id = merge.ops[:2]
        construct.switch_header = None
    elif block.instructions[-1].op == opcodes.OpSwitch:
        construct.switch_header = block
    return construct
