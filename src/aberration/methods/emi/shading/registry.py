"""All mutations of shaders, each named once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from aberration.core.recipe import Step

from ..steps import read_steps
from .mutation import Mutation
from .mutations.call_block import CallBlock
from .mutations.delete_dead import DeleteDead
from .mutations.false_block import FalseBlock
from .mutations.insert_dead import InsertDead
from .mutations.loop_block import LoopBlock
from .mutations.true_block import TrueBlock
from .mutations.true_guard import TrueGuard
from .mutations.twin_arms import TwinArms

WEIGHTS: Final[dict[type[Mutation], int]] = {
    CallBlock: 2,
    DeleteDead: 2,
    FalseBlock: 6,
    InsertDead: 3,
    LoopBlock: 3,
    TrueBlock: 6,
    TrueGuard: 12,
    TwinArms: 4,
}
"""How often each is tried first."""
INGREDIENTS: Final[dict[str, frozenset[str]]] = {
    "TwinArms": frozenset(("branch",)),
}
"""What a compiler may get wrong in those that C has not; the others are made of what they are made
of there.
"""
BY_NAME: Final[dict[str, type[Mutation]]] = {kind.__name__: kind for kind in WEIGHTS}


def from_steps(steps: Iterable[Step]) -> list[Mutation]:
    """Return the mutations of a recipe; raise `BadInput` naming the step that is none."""
    return read_steps(steps, BY_NAME, "a mutation of shaders")
