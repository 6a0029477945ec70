"""The module: one object to ask about a SPIR-V program and to edit it.

`index` keeps what is known of ids, `control_flow` edges and dominance, and here alone functions are
edited. Each edit keeps definitions, users and indexes exact, and patches or drops the analyses of
the function at hand (`edge_patching`, `block_patching`). Operands of an instruction
that is in the module are never assigned directly. All other questions are functions over a module:
`blocks`, `constructs`, `availability`, `new_terminators`, `types`, `preamble`,
`call_graph`.
"""

from __future__ import annotations

from aberration.core.errors import InternalError, must_exist

from . import block_patching, opcodes
from .analyses import clear_block, clear_function, drop_analyses, stir_constructs
from .binary import to_bytes, words_of
from .blocks import blocks_named_by, is_header, merge_instruction, phis
from .control_flow import ControlFlow
from .edge_patching import edges_changed
from .grammar import TERMINATORS, may_be_label
from .instruction import Block, Function, Instruction, new_block
from .layout_order import put_in_layout
from .reader import fill


class Module(ControlFlow):
    """A SPIR-V module, to be asked and edited.

    `preamble` holds capabilities to annotations, `globals` types, constants, global variables and
    undefs. Reading an id that does not exist answers None, 0 or false; nothing but the editing
    functions raises.
    """

    @classmethod
    def parse(cls, data: bytes) -> Module:
        """Read a binary; `MalformedModule` says what is wrong at which word."""
        words = words_of(data)
        module = cls(words[1], words[2], words[3], words[4])
        fill(module, words)
        return module

    def to_bytes(self) -> bytes:
        """Return the binary, little-endian; byte-identical to what was parsed, if nothing was
        edited.
        """
        return to_bytes(self)

    def clear(self) -> None:
        """Break every cycle of references; the module is of no use afterwards.

        With the cyclic collector off, memory is given back at once.
        """
        for function in self.functions:
            clear_function(function)
        self.blocks = []
        self.functions = []
        self.globals = []
        self.preamble = []
        self._definitions.clear()
        self._users = []
        self._functions = {}
        self.debug_lines = {}
        self._by_opcode = self._by_type = self._keys = None

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
            stir_constructs(block.function, [block, *blocks_named_by(self, instruction)])

    def insert_before(self, anchor: Instruction, *instructions: Instruction) -> None:
        """Insert right before `anchor`, which is in a block, in the order given."""
        block = anchor.block
        if block is None:
            raise InternalError(f"{anchor!r} is in no block")
        for index, instruction in enumerate(instructions, self.position(anchor)):
            self.insert(block, index, instruction)

    def replace(self, old: Instruction, *instructions: Instruction) -> None:
        """Put others in the place of an instruction of a block (no terminator, no merge)."""
        following = must_exist(old.block).instructions[self.position(old) + 1]
        self.remove(old)
        self.insert_before(following, *instructions)

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
            stir_constructs(block.function, [block, *blocks_named_by(self, instruction)])
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
            stir_constructs(block.function, [before, block, *blocks_named_by(self, instruction)])

    # ---- terminators and merges

    def set_terminator(self, block: Block, instruction: Instruction) -> None:
        """Replace the last instruction; a merge instruction stays. All targets are in the module
        already; OpPhis of gained and lost successors are the caller's business.
        """
        old = block.instructions[-1]
        old_targets = self.known_targets(old)
        self._unlink(old)
        old.block = None
        block.instructions[-1] = instruction
        block.positions_valid = False
        instruction.block = block
        self._link(instruction)
        edges_changed(self, block, old_targets, self.targets(instruction))

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
        moves_merge = is_header(upper)
        lower = new_block(function, label_id, upper.instructions[at:], upper.dead)
        del upper.instructions[at:]
        upper.positions_valid = False
        lower.label.block = lower
        # Users are lists of instructions: who moves to another block stays the same user.
        for moved in lower.instructions:
            moved.block = lower
        self._link(lower.label)
        self._rename_in_successors(upper, lower)
        branch = Instruction(opcodes.OpBranch, 0, 0, [label_id])
        branch.block = upper
        upper.instructions.append(branch)
        self._link(branch)
        put_in_layout(function, self.layout_index(upper) + 1, [lower])
        self.blocks.append(lower)
        block_patching.patch_after_split(upper, lower, moves_merge)
        return lower

    def _rename_in_successors(self, upper: Block, lower: Block) -> None:
        old_id, new_id = upper.label.result_id, lower.label.result_id
        for phi in phis(lower):
            self.set_operand(phi, 1, old_id)
        for successor in self.targets(lower.instructions[-1]):
            self.rename_predecessor(successor, old_id, new_id)
            if upper.function.predecessors_valid:
                successor.predecessors[successor.predecessors.index(upper)] = lower

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
        block_patching.patch_before_join(self, upper, lower)
        function = upper.function
        self.replace_uses(lower.label.result_id, upper.label.result_id)
        del function.blocks[self.layout_index(lower)]
        function.layout_valid = False
        self.blocks.remove(lower)
        self._forget_block(lower)
        lower.leave_tree()

    def insert_block(self, function: Function, index: int, block: Block) -> None:
        """Insert a block with its full instruction list at `index` of the layout; its targets
        are in the module.
        """
        self._enter_block(function, block)
        put_in_layout(function, index, [block])
        block_patching.patch_new_block(self, block)

    def insert_blocks(self, function: Function, index: int, blocks: list[Block]) -> None:
        """Insert several blocks, which may branch to each other, at `index` of the layout."""
        for block in blocks:
            self._enter_block(function, block)
        put_in_layout(function, index, blocks)
        block_patching.patch_new_blocks(self, function, blocks)

    def _enter_block(self, function: Function, block: Block) -> None:
        block.function = function
        block.label.block = block
        self._link(block.label)
        for instruction in block.instructions:
            instruction.block = block
            self._link(instruction)
        block.positions_valid = False
        clear_block(block)
        self.blocks.append(block)

    def remove_blocks(self, blocks: list[Block]) -> None:
        """Remove blocks with all their instructions, in the order given; what names them or their
        results elsewhere has been changed before.
        """
        gone = set(blocks)
        self.blocks = [block for block in self.blocks if block not in gone]
        for function in dict.fromkeys([block.function for block in blocks]):
            function.blocks = [block for block in function.blocks if block not in gone]
        for block in blocks:
            known = self.known_targets(block.instructions[-1])
            targets = [target for target in known if target is not block]
            named = blocks_named_by(self, merge_instruction(block))
            stir_constructs(block.function, [*targets, *named])
            self._forget_block(block)
            block_patching.patch_after_removal(block, targets)

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
            for target in self.targets(blocks[index].instructions[-1]):
                target.predecessors_sorted = False

    def move_blocks(self, anchor: Block, blocks: list[Block]) -> None:
        """Move blocks of a function to right after another block of it in the layout, in the
        order given.
        """
        function = anchor.function
        for block in blocks:
            del function.blocks[self.layout_index(block)]
            function.layout_valid = False
        put_in_layout(function, self.layout_index(anchor) + 1, blocks)
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
        drop_analyses(function)

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

    # ---- operands

    def set_operand(self, instruction: Instruction, k: int, word: int) -> None:
        """Replace one operand word."""
        old = instruction.ops[k]
        if old == word:
            return
        # A label changes edges or constructs, and what stands outside of blocks the look-up tables:
        # these go the long way.
        if instruction.block is None or may_be_label(instruction.op, k):
            ops = list(instruction.ops)
            ops[k] = word
            self.set_operands(instruction, ops)
            return
        if self.is_id(instruction, k):
            self._drop_user(old, instruction)
            self._add_user(word, instruction)
        instruction.ops[k] = word

    def set_operands(self, instruction: Instruction, ops: list[int]) -> None:
        """Replace all operand words."""
        block = instruction.block
        is_terminator = block is not None and instruction.op in TERMINATORS
        is_merge = (
            instruction.op == opcodes.OpSelectionMerge or instruction.op == opcodes.OpLoopMerge
        )
        old_targets = self.known_targets(instruction) if is_terminator else []
        old_named = blocks_named_by(self, instruction) if is_merge else []
        if block is None:
            self._forget_lookups(instruction.op)
        self._unlink_uses(instruction)
        instruction.ops = list(ops)
        self._link_uses(instruction)
        if block is None:
            return
        if is_terminator:
            edges_changed(self, block, old_targets, self.targets(instruction))
        elif is_merge:
            stir_constructs(
                block.function, [block, *old_named, *blocks_named_by(self, instruction)]
            )

    def replace_uses(self, old_id: int, new_id: int) -> None:
        """Replace every operand that is `old_id`, in names and decorations too."""
        # A copy: `set_operand` changes the list.
        for user in list(self.users(old_id)):
            for k in self.id_positions(user):
                if user.ops[k] == old_id:
                    self.set_operand(user, k, new_id)

    def replace_in(self, instruction: Instruction, old_id: int, new_id: int) -> None:
        """Replace every operand of one instruction that is `old_id`."""
        ops = list(instruction.ops)
        for k in self.id_positions(instruction):
            if ops[k] == old_id:
                ops[k] = new_id
        if ops != instruction.ops:
            self.set_operands(instruction, ops)

    # ---- OpPhi

    def add_phi_pair(self, phi: Instruction, value_id: int, predecessor_id: int) -> None:
        """Append a (value, predecessor) pair to an OpPhi."""
        phi.ops.append(value_id)
        phi.ops.append(predecessor_id)
        self._add_user(value_id, phi)
        self._add_user(predecessor_id, phi)

    def remove_phi_pair(self, phi: Instruction, predecessor_id: int) -> None:
        """Remove the pair of a predecessor from an OpPhi, if there is one."""
        for k in range(1, len(phi.ops), 2):
            if phi.ops[k] == predecessor_id:
                self.set_operands(phi, phi.ops[: k - 1] + phi.ops[k + 1 :])
                return

    def rename_predecessor(self, block: Block, old_id: int, new_id: int) -> None:
        """Rename a predecessor in the OpPhis of `block`."""
        for phi in phis(block):
            for k in range(1, len(phi.ops), 2):
                if phi.ops[k] == old_id:
                    self.set_operand(phi, k, new_id)
