"""The only ways to edit a module.

Each keeps definitions, users and indexes exact, and patches or drops the analyses of the function
at hand. Operands of an instruction that is in the module are never assigned directly.
"""

from __future__ import annotations

from aberration.core.errors import InternalError

from . import opcodes
from .declarations import Declarations
from .dominators import patch_join_exits, patch_split, patch_split_exits
from .grammar import TERMINATORS
from .instruction import Block, Function, Instruction


class Editing(Declarations):
    """Editing functions."""

    # ---- instructions in blocks

    def insert(self, block: Block, index: int, instruction: Instruction) -> None:
        """Insert before the instruction at `index`; for terminators and merges see the
        functions below.
        """
        block.instructions.insert(index, instruction)
        block.positions_valid = False
        instruction.block = block
        self._link(instruction)
        if instruction.op == opcodes.OpSelectionMerge or instruction.op == opcodes.OpLoopMerge:
            self._stir_constructs(block.function, [block, *self.named_by(instruction)])

    def insert_before(self, anchor: Instruction, instruction: Instruction) -> None:
        """Insert right before `anchor`, which is in a block."""
        block = anchor.block
        if block is None:
            raise InternalError(f"{anchor!r} is in no block")
        self.insert(block, self.position(anchor), instruction)

    def insert_after(self, anchor: Instruction, instruction: Instruction) -> None:
        """Insert right after `anchor`, which is in a block; a label counts as before the first
        instruction.
        """
        block = anchor.block
        if block is None:
            raise InternalError(f"{anchor!r} is in no block")
        self.insert(block, self.position(anchor) + 1, instruction)

    def remove(self, instruction: Instruction) -> None:
        """Remove an instruction from its block, the globals or the preamble. Users of its result
        stay behind: replace them first, names and decorations too.
        """
        block = instruction.block
        if block is None:
            self._remove_outside(instruction)
            return
        if instruction.op == opcodes.OpLabel or instruction.op in TERMINATORS:
            raise InternalError(f"{instruction!r} is no part that can be removed alone")
        if instruction.op == opcodes.OpSelectionMerge or instruction.op == opcodes.OpLoopMerge:
            self._stir_constructs(block.function, [block, *self.named_by(instruction)])
        del block.instructions[self.position(instruction)]
        block.positions_valid = False
        self._unlink(instruction)
        instruction.block = None

    def move(self, instruction: Instruction, block: Block, index: int) -> None:
        """Move an instruction (no terminator) to `index` of `block`, counted after it has been
        taken out.
        """
        before = instruction.block
        if before is None:
            raise InternalError(f"{instruction!r} is in no block")
        del before.instructions[self.position(instruction)]
        before.positions_valid = False
        block.instructions.insert(index, instruction)
        block.positions_valid = False
        instruction.block = block
        if instruction.op == opcodes.OpSelectionMerge or instruction.op == opcodes.OpLoopMerge:
            self._stir_constructs(block.function, [before, block, *self.named_by(instruction)])

    # ---- terminators and merges

    def set_terminator(self, block: Block, instruction: Instruction) -> None:
        """Replace the last instruction; a merge instruction stays. All targets are in the module
        already; OpPhis of gained and lost successors are the caller's business.
        """
        old = block.instructions[-1]
        old_targets = self._known_targets(old)
        self._unlink(old)
        old.block = None
        block.instructions[-1] = instruction
        block.positions_valid = False
        instruction.block = block
        self._link(instruction)
        self._edges_changed(block, old_targets, self._targets(instruction))

    def add_merge(self, block: Block, instruction: Instruction) -> None:
        """Insert a merge instruction before the terminator."""
        self.insert(block, len(block.instructions) - 1, instruction)

    # ---- blocks

    def split(self, instruction: Instruction, label_id: int) -> Block:
        """Move `instruction` and all after it to a new block, placed right after and branched to by
        the old one.

        OpPhis of successors name the new block then; moved OpPhis (of one pair) name the old one.
        """
        upper = instruction.block
        if upper is None or instruction.op == opcodes.OpLabel:
            raise InternalError(f"{instruction!r} is no place to split a block")
        function = upper.function
        at = self.position(instruction)
        moves_merge = self.is_header(upper)
        lower = Block(
            Instruction(opcodes.OpLabel, 0, label_id, []),
            upper.instructions[at:],
            function,
            upper.dead,
        )
        del upper.instructions[at:]
        upper.positions_valid = False
        lower.label.block = lower
        for moved in lower.instructions:
            moved.block = lower
        self._link(lower.label)
        self._rename_in_successors(upper, lower)
        branch = Instruction(opcodes.OpBranch, 0, 0, [label_id])
        branch.block = upper
        upper.instructions.append(branch)
        self._link(branch)
        self._place_after(function, upper, lower)
        self._patch_after_split(upper, lower, moves_merge)
        return lower

    def _rename_in_successors(self, upper: Block, lower: Block) -> None:
        old_id, new_id = upper.label.result_id, lower.label.result_id
        for phi in self.phis(lower):
            self.set_operand(phi, 1, old_id)
        for successor in self._targets(lower.instructions[-1]):
            self.rename_predecessor(successor, old_id, new_id)
            if upper.function.predecessors_valid:
                successor.predecessors[successor.predecessors.index(upper)] = lower

    def _place_after(self, function: Function, upper: Block, lower: Block) -> None:
        self._layout_gains(function, self.layout_index(upper) + 1, [lower])
        self.blocks.append(lower)

    def _patch_after_split(self, upper: Block, lower: Block, moves_merge: bool) -> None:
        function = upper.function
        lower.predecessors = [upper]
        self._split_in_tree(function, upper, lower)
        self._split_in_exits(function, upper, lower)
        lower.construct = upper.construct
        lower.in_continue = upper.in_continue
        if moves_merge:
            _hand_over(upper, lower)
            self._stir_constructs(function, [upper, lower])
        elif upper in (function.dirty_constructs or ()):
            self._stir_constructs(function, [lower])

    def _split_in_tree(self, function: Function, upper: Block, lower: Block) -> None:
        dirty = function.dirty
        if not function.dominators_valid and dirty is None:
            return
        if not patch_split(upper, lower):
            function.dominators_valid = False
            function.dirty = None
        elif dirty is not None and upper in dirty:
            dirty.append(lower)

    def _split_in_exits(self, function: Function, upper: Block, lower: Block) -> None:
        dirty = function.dirty_exits
        if dirty is None:
            return
        if not patch_split_exits(upper.exit_node(), lower.exit_node()):
            self._forget_exits(function)
        elif upper in dirty:
            dirty.append(lower)

    def join(self, upper: Block, lower: Block) -> None:
        """Undo a split: `lower`, which only `upper` branches to, and by OpBranch, is appended to
        it.

        `lower` has no OpPhis any more, `upper` no merge instruction; the label of `lower` is
        replaced everywhere.
        """
        branch = upper.instructions.pop()
        self._unlink(branch)
        branch.block = None
        for moved in lower.instructions:
            moved.block = upper
        upper.instructions.extend(lower.instructions)
        upper.positions_valid = False
        lower.instructions = []
        self._patch_before_join(upper, lower)
        function = upper.function
        self._join_in_exits(function, upper, lower)
        self.replace_uses(lower.label.result_id, upper.label.result_id)
        del function.blocks[self.layout_index(lower)]
        function.layout_valid = False
        self.blocks.remove(lower)
        self._forget_block(lower)
        lower.leave_tree()

    def _patch_before_join(self, upper: Block, lower: Block) -> None:
        """The end of `lower` is that of `upper` already."""
        function = upper.function
        holds = function.dominators_valid and function.predecessors_valid
        if not holds or (upper.pre != -1 and upper.children != [lower]):
            self._drop_analyses(function)
            return
        upper.children = lower.children
        for child in upper.children:
            child.idom = upper
        for target in self._targets(upper.instructions[-1]):
            target.predecessors[target.predecessors.index(lower)] = upper
            target.predecessors_sorted = len(target.predecessors) == 1
        _hand_over(lower, upper)
        self._stir_constructs(function, [upper])

    def _join_in_exits(self, function: Function, upper: Block, lower: Block) -> None:
        dirty = function.dirty_exits
        if dirty is not None and not patch_join_exits(upper.exit_node(), lower.exit_node()):
            self._forget_exits(function)
        elif dirty is not None and lower in dirty:
            function.dirty_exits = [block for block in dirty if block is not lower] + [upper]
        lower.leave_exits()

    def insert_block(self, function: Function, index: int, block: Block) -> None:
        """Insert a block with its full instruction list at `index` of the layout; its targets
        are in the module.
        """
        self._enter_block(function, block)
        self._layout_gains(function, index, [block])
        self._block_is_new(function, block)

    def insert_blocks(self, function: Function, index: int, blocks: list[Block]) -> None:
        """Insert several blocks, which may branch to each other, at `index` of the layout."""
        for block in blocks:
            self._enter_block(function, block)
        self._layout_gains(function, index, blocks)
        for block in blocks:
            self._stir_new(function, block, self._known_targets(block.instructions[-1]))
        if function.predecessors_valid:
            self._connect(blocks)

    def _connect(self, blocks: list[Block]) -> None:
        """Find the predecessors of new blocks, and make the new ones predecessors. Targets that are
        still to be inserted find theirs when they are.
        """
        new = set(blocks)
        for block in blocks:
            sources = [
                user.block for user in self.users(block.label.result_id) if user.op in TERMINATORS
            ]
            block.predecessors = [source for source in dict.fromkeys(sources) if source is not None]
            block.predecessors_sorted = len(block.predecessors) < 2
            outside = [
                target
                for target in self._known_targets(block.instructions[-1])
                if target not in new
            ]
            self._patch_predecessors(block, outside, [])

    def _enter_block(self, function: Function, block: Block) -> None:
        block.function = function
        block.label.block = block
        self._link(block.label)
        for instruction in block.instructions:
            instruction.block = block
            self._link(instruction)
        block.positions_valid = False
        block.construct = block.heads = None
        block.in_continue = False
        block.leave_tree()
        block.leave_exits()
        block.predecessors = []
        block.predecessors_sorted = True
        self.blocks.append(block)

    def _block_is_new(self, function: Function, block: Block) -> None:
        """Nothing branches to a new block: dominators stay as they are."""
        targets = self._targets(block.instructions[-1])
        self._stir_new(function, block, targets)
        if function.predecessors_valid:
            self._patch_predecessors(block, targets, [])

    def _stir_new(self, function: Function, block: Block, targets: list[Block]) -> None:
        self._stir_exits(function, [block, *targets])
        self._stir_constructs(
            function, [block, *targets, *self.named_by(self.merge_instruction(block))]
        )

    def remove_blocks(self, blocks: list[Block]) -> None:
        """Remove blocks with all their instructions, in the order given; what names them or their
        results elsewhere has been changed before.
        """
        gone = set(blocks)
        self.blocks = [block for block in self.blocks if block not in gone]
        for function in dict.fromkeys([block.function for block in blocks]):
            function.blocks = [block for block in function.blocks if block not in gone]
        for block in blocks:
            self._take_out(block.function, block)

    def _take_out(self, function: Function, block: Block) -> None:
        targets = [
            target for target in self._known_targets(block.instructions[-1]) if target is not block
        ]
        self._stir_constructs(function, [*targets, *self.named_by(self.merge_instruction(block))])
        self._forget_block(block)
        function.layout_valid = False
        self._stir_exits(function, [block, *targets])
        if function.dirty_exits is None:
            block.leave_exits()
        if function.predecessors_valid:
            self._patch_predecessors(block, [], targets)
        if block.pre != -1:
            self._stir(function, [block, *targets])
        if function.dirty is None:
            block.leave_tree()

    def _forget_block(self, block: Block) -> None:
        for instruction in reversed(block.instructions):
            self._unlink(instruction)
            instruction.block = None
        self._unlink(block.label)
        block.label.block = None
        block.predecessors = []
        block.construct = block.heads = None
        self._drop_lines(block.label.result_id)

    def _drop_lines(self, key: int) -> None:
        for line in self.debug_lines.pop(key, []):
            self._unlink(line)

    def swap_blocks(self, function: Function, index: int) -> None:
        """Swap the blocks at `index` and `index + 1` of the layout."""
        blocks = function.blocks
        upper, lower = blocks[index], blocks[index + 1]
        blocks[index], blocks[index + 1] = lower, upper
        upper.order, lower.order = lower.order, upper.order
        function.layout_valid = False
        if function.predecessors_valid:
            for target in self._targets(blocks[index].instructions[-1]):
                target.predecessors_sorted = False

    def move_blocks(self, anchor: Block, blocks: list[Block]) -> None:
        """Move blocks of a function to right after another block of it in the layout, in the
        order given.
        """
        function = anchor.function
        for block in blocks:
            del function.blocks[self.layout_index(block)]
            function.layout_valid = False
        self._layout_gains(function, self.layout_index(anchor) + 1, blocks)
        for block in blocks:
            for target in self.successors(block):
                target.predecessors_sorted = False

    # ---- functions

    def add_function(self, function: Function) -> None:
        """Append a function with its blocks."""
        self.functions.append(function)
        self._functions[function.definition.result_id] = function
        function.definition.block = None
        self._link(function.definition)
        for parameter in function.parameters:
            parameter.block = None
            self._link(parameter)
        for block in function.blocks:
            self._enter_block(function, block)
        self._drop_analyses(function)

    def add_parameter(self, function: Function, parameter: Instruction) -> None:
        """Append a parameter; the function type and the calls are the caller's business."""
        parameter.block = None
        function.parameters.append(parameter)
        self._link(parameter)

    def remove_parameter(self, function: Function, parameter: Instruction) -> None:
        """Remove a parameter that is no longer used."""
        function.parameters.remove(parameter)
        self._unlink(parameter)
        self._drop_lines(parameter.result_id)

    def order_parameters(self, function: Function, parameters: list[Instruction]) -> None:
        """Put the parameters, which are the same ones, in another order; see `add_parameter`."""
        function.parameters = list(parameters)

    def swap_functions(self, first: Function, second: Function) -> None:
        """Swap two functions in the text."""
        i, j = self.functions.index(first), self.functions.index(second)
        self.functions[i], self.functions[j] = second, first

    def remove_function(self, function: Function) -> None:
        """Remove a function that is no longer called, named or decorated."""
        for block in reversed(function.blocks):
            self._forget_block(block)
            block.leave_tree()
            block.leave_exits()
        self._forget_exits(function)
        function.exits.leave_tree()
        function.dirty = None
        self.blocks = [block for block in self.blocks if block.function is not function]
        function.blocks = []
        for parameter in function.parameters:
            self._unlink(parameter)
            self._drop_lines(parameter.result_id)
        self._unlink(function.definition)
        self._drop_lines(function.definition.result_id)
        self._drop_lines(-function.definition.result_id)
        self.functions.remove(function)
        del self._functions[function.definition.result_id]


def _hand_over(giver: Block, taker: Block) -> None:
    """The merge instruction of one block has moved to another, which heads the construct now."""
    taker.heads = giver.heads
    giver.heads = None
    if taker.heads is not None:
        taker.heads.header = taker
