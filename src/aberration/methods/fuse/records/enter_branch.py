"""Run the first part only where the relation chooses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from ..fusion import FIRST
from ..relations.relation import Relation


class Runs(Protocol):
    """A part: whether its invocations wait for each other, and whether it ends any."""

    @property
    def waits(self) -> bool:
        """Whether they wait, for derivatives or at barriers."""

    @property
    def discards(self) -> bool:
        """Whether it ends invocations."""


class Branched(Protocol):
    """A program that is being fused, of shaders or of modules."""

    branches: bool

    @property
    def relation(self) -> Relation:
        """How the results of the parts become one."""

    @property
    def parts(self) -> Sequence[Runs]:
        """Both parts."""

    @property
    def mixed(self) -> bool:
        """Whether statements or variables of the parts are."""


class EnterBranch(msgspec.Struct, frozen=True, tag_field="type", tag="EnterBranch"):
    """Precondition: each pixel is that of one part, by a condition on the second; the first takes
    no derivatives, which are undefined in a branch, and ends no invocation; nothing of the parts is
    mixed yet.
    Effect: the second part runs first, and all of the first stands in a branch (MRo of the paper on
    fusion puts one shader into a branch of the other).
    """

    @property
    def words(self) -> str:
        """Say what the step did."""
        return "the first part runs only in the branch where its pixel is chosen"

    def apply(self, fusion: Branched) -> bool:
        """Make the step; return whether its precondition holds."""
        first = fusion.parts[FIRST]
        if not fusion.relation.condition or first.waits or first.discards:
            return False
        if fusion.mixed or fusion.branches:
            return False
        fusion.branches = True
        return True
