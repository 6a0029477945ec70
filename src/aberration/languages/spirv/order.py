"""Which of two comes first: instructions of a block, blocks in a dominator tree."""

from __future__ import annotations

from .control_flow import ControlFlow
from .instruction import Block, Instruction


def precedes(module: ControlFlow, a: Instruction, b: Instruction) -> bool:
    """Say whether `a` stands before `b` in the same block."""
    return a.block is b.block and module.position(a) < module.position(b)


def strictly_dominates(module: ControlFlow, a: Block, b: Block) -> bool:
    """Say whether `a` dominates `b` and is another block."""
    return a is not b and module.dominates(a, b)


def strictly_post_dominates(module: ControlFlow, a: Block, b: Block) -> bool:
    """Say whether `a` post-dominates `b` and is another block."""
    return a is not b and module.post_dominates(a, b)
