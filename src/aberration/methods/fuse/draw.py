"""Which records a fusion gets: drawn one after the other, each on what those before it left."""

from __future__ import annotations

from itertools import product
from typing import Final

import msgspec

from aberration.core.rng import Rng
from aberration.languages.shading.tree import For
from aberration.languages.shading.types import INT, UINT

from .fusion import FIRST, SECOND, Fusion
from .locals import Local
from .records.enter_branch import EnterBranch
from .records.inline_call import InlineCall, call_of
from .records.interleave import Interleave
from .records.merge_loops import MergeLoops
from .records.mirror_second import AXES, MirrorSecond
from .records.registry import STEP_TYPES, Record
from .records.reuse_bits import ReuseBits, holders_of_bits
from .records.reuse_variable import ReuseVariable, can_hold
from .records.share_uniform import ShareUniform, can_share
from .settings import BRANCHES

_ROUNDS: Final = 4
"""Passes over the calls of a part: what is inlined may call again."""
_MOST_CALLS: Final = 24
_MOST_PAIRS: Final = 12
_MOST_REUSES: Final = 40


class Chances(msgspec.Struct, frozen=True):
    """In a hundred: how often each kind of step is made at all, and for each place then."""

    branch: int = BRANCHES
    mirror: int = 30
    inline: int = 80
    call: int = 60
    interleave: int = 85
    merge: int = 80
    reuse: int = 80
    bits: int = 60
    share: int = 60


class Drawer:
    """Draws the records of one fusion, and makes them."""

    def __init__(
        self, fusion: Fusion, rng: Rng, chances: Chances, kinds: frozenset[str] = STEP_TYPES
    ) -> None:
        self._fusion: Final = fusion
        self._rng: Final = rng
        self._chances: Final = chances
        self._kinds: Final = kinds
        self.records: Final[list[Record]] = []

    def draw(self) -> tuple[Record, ...]:
        """Return all records, in the order in which they were made."""
        chances = self._chances
        if self._happens(chances.branch):
            self._try(EnterBranch())
        if self._happens(chances.mirror):
            self._try(MirrorSecond(self._rng.choose(AXES)))
        if self._happens(chances.inline):
            for part in (FIRST, SECOND):
                self._inline(part)
        if self._happens(chances.interleave):
            self._interleave()
        if self._happens(chances.merge):
            self._merge()
        if self._happens(chances.share):
            self._share()
        if self._happens(chances.reuse):
            self._reuse()
        return tuple(self.records)

    def _happens(self, chance: int) -> bool:
        return self._rng.below(100) < chance

    def _try(self, record: Record) -> bool:
        made = type(record).__name__ in self._kinds and record.apply(self._fusion)
        if made:
            self.records.append(record)
        return made

    def _inline(self, part: int) -> None:
        """Inline the entry, then calls in what was inlined, from the last to the first."""
        if not self._try(InlineCall(part, 0)):
            return
        made = 0
        for _ in range(_ROUNDS):
            places = self._fusion.of_part(part)
            calls = [k for k, at in enumerate(places) if call_of(self._fusion.items[at].node)]
            for k in reversed(calls):
                if made < _MOST_CALLS and self._happens(self._chances.call):
                    made += self._try(InlineCall(part, k))

    def _interleave(self) -> None:
        """Let each statement of the second part land somewhere, none before the one before it."""
        firsts = len(self._fusion.of_part(FIRST))
        count = len(self._fusion.of_part(SECOND))
        places = sorted(self._rng.between(0, firsts) for _ in range(count))
        for at, before in enumerate(places):
            if before < firsts:
                self._try(Interleave(at, before))

    def _merge(self) -> None:
        loops = [
            [
                k
                for k, at in enumerate(self._fusion.of_part(part))
                if isinstance(self._fusion.items[at].node, For)
            ]
            for part in (FIRST, SECOND)
        ]
        # From the last: a merged loop leaves a statement less in its part.
        for one, other in self._rng.shuffled(list(product(*loops)))[:_MOST_PAIRS]:
            self._try(MergeLoops(one, other))

    def _share(self) -> None:
        uniforms = self._rng.shuffled(self._fusion.uniforms)
        for one in uniforms:
            equal = [
                other for other in self._fusion.uniforms if can_share(self._fusion, other, one)
            ]
            if equal:
                self._try(ShareUniform(self._rng.choose(equal).name, one.name))

    def _reuse(self) -> None:
        made, groups = 0, Groups(self._fusion)
        for name in self._rng.shuffled(list(self._fusion.locals().by_name)):
            found = self._fusion.locals().by_name.get(name)
            if found is None or made == _MOST_REUSES:
                continue
            record = self._draw_reuse(groups, found)
            if record is not None and self._try(record):
                made += 1
                groups = Groups(self._fusion)

    def _draw_reuse(self, groups: Groups, name: Local) -> Record | None:
        same = [one for one in groups.of_type_of(name) if can_hold(self._fusion, one, name)]
        if same and self._happens(self._chances.reuse):
            return ReuseVariable(self._rng.choose(same).name, name.name)
        if not self._happens(self._chances.bits):
            return None
        bits = holders_of_bits(self._fusion, name, groups.integers)
        return ReuseBits(self._rng.choose(bits).name, name.name) if bits else None


class Groups:
    """The variables that may hold what others held, by their type, and the integers among them."""

    def __init__(self, fusion: Fusion) -> None:
        self._types: Final = fusion.types
        self._by_type: Final[dict[int, list[Local]]] = {}
        self.integers: Final[list[Local]] = []
        for one in fusion.locals().by_name.values():
            type = fusion.types.get(one.name)
            if not one.is_outer or type is None:
                continue
            # Equal types are one object.
            self._by_type.setdefault(id(type), []).append(one)
            if type in (INT, UINT):
                self.integers.append(one)

    def of_type_of(self, name: Local) -> list[Local]:
        """Return those that have the type of a variable."""
        return self._by_type.get(id(self._types.get(name.name)), [])


def draw_records(
    fusion: Fusion, rng: Rng, kinds: frozenset[str] = STEP_TYPES
) -> tuple[Record, ...]:
    """Draw records of some kinds for a fusion, and make them; return them."""
    return Drawer(fusion, rng, Chances(), kinds).draw()
