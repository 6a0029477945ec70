"""Move a statement of the second part to among the statements of the first."""

from __future__ import annotations

import msgspec

from ..fusion import FIRST, SECOND, Fusion


class Interleave(msgspec.Struct, frozen=True, tag_field="type", tag="Interleave"):
    """Precondition: the second part has a statement number `at` in the wrapper, which stands behind
    the first part's statement number `before`.
    Effect: it stands right before that one, and so do those before it in its part that stood
    behind. The order inside each part stays, and the parts share nothing: the result stays.
    """

    at: int
    before: int

    @property
    def words(self) -> str:
        """Say what the step did."""
        places = f"statement {self.at + 1} of the second part", f"statement {self.before + 1}"
        return f"{places[0]} stands before {places[1]} of the first"

    def apply(self, fusion: Fusion) -> bool:
        """Make the step; return whether its precondition holds."""
        firsts, seconds = fusion.of_part(FIRST), fusion.of_part(SECOND)
        if fusion.branches or not 0 <= self.at < len(seconds) or self.before >= len(firsts):
            return False
        start = firsts[self.before]
        end = seconds[self.at] + 1
        moved = [item for item in fusion.items[start:end] if item.part == SECOND]
        if not moved:
            return False
        left = [item for item in fusion.items[start:end] if item.part == FIRST]
        if any(item.merged for item in left):
            return False
        fusion.items = (*fusion.items[:start], *moved, *left, *fusion.items[end:])
        fusion.mixed = True
        return True
