"""All mutations, each named once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from aberration.core.recipe import Step

from .mutation import Mutation
from .mutations.alias_block import AliasBlock
from .mutations.call_block import CallBlock
from .mutations.delete_dead import DeleteDead
from .mutations.false_block import FalseBlock
from .mutations.insert_dead import InsertDead
from .mutations.insert_fragment import InsertFragment
from .mutations.loop_block import LoopBlock
from .mutations.outline_live import OutlineLive
from .mutations.true_block import TrueBlock
from .mutations.true_guard import TrueGuard
from .steps import read_steps

WEIGHTS: Final[dict[type[Mutation], int]] = {
    AliasBlock: 2,
    CallBlock: 2,
    DeleteDead: 2,
    FalseBlock: 6,
    InsertDead: 3,
    InsertFragment: 3,
    LoopBlock: 3,
    OutlineLive: 2,
    TrueBlock: 6,
    TrueGuard: 18,
}
"""How often each is tried first; a guard fits only around the third of the statements that may
be wrapped.
"""

INGREDIENTS: Final[dict[str, frozenset[str]]] = {
    "AliasBlock": frozenset(("branch", "restored store", "pointer")),
    "CallBlock": frozenset(("branch", "restored store", "call")),
    "DeleteDead": frozenset(("deletion",)),
    "FalseBlock": frozenset(("branch", "code that never runs")),
    "InsertDead": frozenset(("code that never runs",)),
    "InsertFragment": frozenset(("code that never runs",)),
    "LoopBlock": frozenset(("loop", "restored store")),
    "OutlineLive": frozenset(("call",)),
    "TrueBlock": frozenset(("branch", "restored store")),
    "TrueGuard": frozenset(("branch",)),
}
"""What a compiler may get wrong in each: a bug in one of these shows through all kinds that
have it.
"""

BY_NAME: Final[dict[str, type[Mutation]]] = {kind.__name__: kind for kind in WEIGHTS}


def from_steps(steps: Iterable[Step]) -> list[Mutation]:
    """Return the mutations of a recipe; raise `BadInput` naming the step that is none."""
    return read_steps(steps, BY_NAME, "a mutation")
