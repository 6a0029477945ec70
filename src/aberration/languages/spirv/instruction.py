"""The three nodes of a module: instruction, block, function.

Plain mutable classes with slots; only the editing functions of `Module` change them. An instruction
never changes its opcode, result type or result id.
"""

from __future__ import annotations

from typing import Self

from . import opcodes
from .grammar import NAME


class Instruction:
    """One instruction. `ops` are the raw operand words after result type and result id; strings and
    literals stay words. `type_id` and `result_id` are 0 where there is none. `block` is None
    outside of blocks (globals, parameters, functions, removed instructions); a label belongs to its
    block. `position` is the index in the block and only valid through `Module.position`.
    `opcode_rank` and `type_rank` belong to the indexes of the module: where the instruction stood
    in its list when it came into it.
    """

    __slots__ = (
        "block",
        "op",
        "opcode_rank",
        "ops",
        "position",
        "result_id",
        "type_id",
        "type_rank",
    )

    opcode_rank: int
    type_rank: int

    def __init__(self, op: int, type_id: int, result_id: int, ops: list[int]) -> None:
        self.op: int = op
        self.type_id: int = type_id
        self.result_id: int = result_id
        self.ops: list[int] = ops
        self.block: Block | None = None
        self.position: int = -1

    def copy(self) -> Instruction:
        """Return an equal instruction that belongs to no module."""
        return Instruction(self.op, self.type_id, self.result_id, list(self.ops))

    def __repr__(self) -> str:
        result = f"%{self.result_id} = " if self.result_id else ""
        type_id = f" %{self.type_id}" if self.type_id else ""
        words = "".join(f" {word}" for word in self.ops)
        return f"{result}{NAME[self.op]}{type_id}{words}"


class Construct:
    """A structured control-flow construct, named by its header block.

    `parent` is the next construct outwards. `in_continue` says whether blocks right in it are in
    the continue construct of their loop, as far as their header goes; `around_in_continue` the same
    of blocks right around it.
    """

    __slots__ = ("around_in_continue", "header", "in_continue", "parent")

    def __init__(self, header: Block) -> None:
        self.header: Block = header
        self.parent: Construct | None = None
        self.in_continue: bool = False
        self.around_in_continue: bool = False


class TreeNode:
    """A node of a dominator tree, which is kept as nested intervals `pre..post`; `pre` is -1
    where no path leads to.
    """

    __slots__ = ("children", "idom", "post", "pre")

    def __init__(self) -> None:
        self.pre: int = -1
        self.post: int = -1
        self.idom: Self | None = None
        self.children: list[Self] = []

    def leave_tree(self) -> None:
        """Be unreachable, as far as the tree goes."""
        self.pre = self.post = -1
        self.idom = None
        self.children = []


class ExitNode(TreeNode):
    """A block in the post-dominator tree of its function; without a block the root, which
    stands for all exits.
    """

    __slots__ = ("block",)

    def __init__(self, block: Block | None) -> None:
        super().__init__()
        self.block: Block | None = block


class Block(TreeNode):
    """A basic block. `instructions` is without the label, its last one is the terminator. `dead` is
    the fact that the block is never executed.

    The rest belongs to the analyses of `Module` and is only valid through its questions. `index` is
    the place in the layout; `order` grows along it, with gaps, so that it survives most edits. A
    block is its own node in the dominator tree; `exits` is the one in the post-dominator tree.
    `construct` is the innermost one around the block, `heads` the one it is the header of.
    """

    __slots__ = (
        "construct",
        "dead",
        "exits",
        "function",
        "heads",
        "in_continue",
        "index",
        "instructions",
        "label",
        "order",
        "positions_valid",
        "predecessors",
        "predecessors_sorted",
    )

    def __init__(
        self,
        label: Instruction,
        instructions: list[Instruction],
        function: Function,
        dead: bool = False,
    ) -> None:
        super().__init__()
        self.label: Instruction = label
        self.instructions: list[Instruction] = instructions
        self.function: Function = function
        self.dead: bool = dead
        self.positions_valid: bool = False
        self.index: int = -1
        self.order: int = -1
        self.predecessors: list[Block] = []
        self.predecessors_sorted: bool = True
        self.exits: ExitNode | None = None
        self.construct: Construct | None = None
        self.heads: Construct | None = None
        self.in_continue: bool = False

    @property
    def id(self) -> int:
        return self.label.result_id

    @property
    def terminator(self) -> Instruction:
        return self.instructions[-1]

    def exit_node(self) -> ExitNode:
        """Return the node in the post-dominator tree, a new one in no tree where there is none."""
        if self.exits is None:
            self.exits = ExitNode(self)
        return self.exits

    def leave_exits(self) -> None:
        """Lose the node in the post-dominator tree."""
        node = self.exits
        if node is not None:
            node.leave_tree()
            node.block = None
            self.exits = None

    def __repr__(self) -> str:
        return f"Block %{self.label.result_id}"


class Function:
    """A function. OpFunctionEnd is implied. The flags say which analyses of its blocks hold;
    `dirty` are the blocks where edits may have spoilt the dominator tree since it last held, None
    if it has to be built anew; `dirty_exits` the same for the post-dominator tree, whose root is
    `exits`; `dirty_constructs` for constructs.
    """

    __slots__ = (
        "blocks",
        "constructs_valid",
        "definition",
        "dirty",
        "dirty_constructs",
        "dirty_exits",
        "dominators_valid",
        "exits",
        "layout_valid",
        "order_valid",
        "parameters",
        "post_dominators_valid",
        "predecessors_valid",
    )

    def __init__(
        self, definition: Instruction, parameters: list[Instruction], blocks: list[Block]
    ) -> None:
        self.definition: Instruction = definition
        self.parameters: list[Instruction] = parameters
        self.blocks: list[Block] = blocks
        self.layout_valid: bool = False
        self.order_valid: bool = False
        self.predecessors_valid: bool = False
        self.dominators_valid: bool = False
        self.dirty: list[Block] | None = None
        self.exits: ExitNode = ExitNode(None)
        self.post_dominators_valid: bool = False
        self.dirty_exits: list[Block] | None = None
        self.constructs_valid: bool = False
        self.dirty_constructs: list[Block] | None = None

    @property
    def id(self) -> int:
        return self.definition.result_id

    def __repr__(self) -> str:
        return f"Function %{self.definition.result_id}"


def new_block(
    function: Function, label_id: int, instructions: list[Instruction], dead: bool = False
) -> Block:
    """Return a block of `function` that is not yet inserted; the last instruction is the
    terminator.
    """
    return Block(Instruction(opcodes.OpLabel, 0, label_id, []), instructions, function, dead)
