"""The graph that a dominator tree is found in: a function's blocks along its edges, or from its
exits against them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from .instruction import Block, ExitNode, Instruction, TreeNode

Node = TypeVar("Node", bound=TreeNode)


class Flow(ABC, Generic[Node]):
    """The edges between nodes, which nodes are no longer in the function, and which ones
    patches have moved.
    """

    __slots__ = ("moved",)

    def __init__(self) -> None:
        self.moved: list[Node] = []

    @abstractmethod
    def before(self, node: Node) -> list[Node]:
        """Return the nodes that lead to one that is not gone; it may be the live list."""

    @abstractmethod
    def after(self, node: Node) -> list[Node]:
        """Return the nodes that one leads to; it may be the live list."""

    @abstractmethod
    def is_gone(self, node: Node) -> bool:
        """Say whether the node's block has been removed."""


class Forwards(Flow[Block]):
    """From the entry block along the edges. Predecessors are valid."""

    __slots__ = ("_targets_of",)

    def __init__(self, targets_of: Callable[[Instruction], list[Block]]) -> None:
        super().__init__()
        self._targets_of: Callable[[Instruction], list[Block]] = targets_of

    def before(self, node: Block) -> list[Block]:
        return node.predecessors

    def after(self, node: Block) -> list[Block]:
        return self._targets_of(node.instructions[-1])

    def is_gone(self, node: Block) -> bool:
        return node.label.block is not node


class Backwards(Flow[ExitNode]):
    """From the virtual exit, which leads to each block that ends the function, against the edges.
    Predecessors are valid. Of the blocks that end the function only those are known (`ends`) that
    an edit concerned.
    """

    __slots__ = ("_root", "_targets_of", "ends")

    def __init__(
        self,
        root: ExitNode,
        dirty: list[ExitNode],
        targets_of: Callable[[Instruction], list[Block]],
    ) -> None:
        super().__init__()
        self._root: ExitNode = root
        self._targets_of: Callable[[Instruction], list[Block]] = targets_of
        self.ends: list[ExitNode] = []
        for node in dirty:
            if not self.is_gone(node) and self.before(node) == [root]:
                self.ends.append(node)

    def before(self, node: ExitNode) -> list[ExitNode]:
        block = node.block
        if block is None:
            return []
        return [target.exit_node() for target in self._targets_of(block.instructions[-1])] or [
            self._root
        ]

    def after(self, node: ExitNode) -> list[ExitNode]:
        block = node.block
        return self.ends if block is None else [before.exit_node() for before in block.predecessors]

    def is_gone(self, node: ExitNode) -> bool:
        block = node.block
        if block is None:
            return node is not self._root
        return block.label.block is not block or block.exits is not node
