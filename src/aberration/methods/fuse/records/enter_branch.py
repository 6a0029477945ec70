"""Run the first part only where the relation chooses it."""

from __future__ import annotations

import msgspec

from ..fusion import FIRST, Fusion


class EnterBranch(msgspec.Struct, frozen=True, tag_field="type", tag="EnterBranch"):
    """Precondition: each pixel is that of one part, by a condition on the second; the first takes
    no derivatives, which are undefined in a branch, and ends no invocation; nothing of the parts is
    mixed yet.
    Effect: the second part runs first, and all of the first stands in a branch (MRo of the paper on
    fusion puts one shader into a branch of the other).
    """

    def apply(self, fusion: Fusion) -> bool:
        """Make the step; return whether its precondition holds."""
        first = fusion.parts[FIRST]
        if not fusion.relation.condition or first.waits or first.discards:
            return False
        if fusion.mixed or fusion.branches:
            return False
        fusion.branches = True
        return True
