"""Storage memory of GLSL: ordered by memory barriers of single invocations, together with
`barrier()`.

`memoryBarrierBuffer()`, `memoryBarrier()` and `groupMemoryBarrier()` of an invocation (a fence, in
short) complete what it did to buffers before. For what one invocation did to be before what another
one does now, it takes

1. a fence of the first one behind its access,
2. behind that fence a `barrier()`, at which all wait, and the second one's access behind that,
3. a fence of the second one: behind that `barrier()`, or before it, but not before the `barrier()`
   that the first one's fence follows.

GLSL 4.60, 8.17, has the writes of the first one visible by 1 and 2 to any later coherent access,
and 8.16 asks for both kinds of barrier without a word about where. In Vulkan's memory model a
compiler may keep an older value for an invocation that has no fence at all, so 3 is asked for, too.
The usual `memoryBarrierBuffer(); barrier();` of all is enough here; to the letter of Vulkan's model
the second one's fence belongs behind `barrier()`.
"""

from __future__ import annotations

from typing import Final

import msgspec

from .races import SEVERAL, Cell, Watch


class _FenceTimes(msgspec.Struct, frozen=True):
    """When each invocation had its last fence before a certain `barrier()`; `least` of all
    these times.
    """

    times: tuple[int, ...]
    least: int


class FencedWatch(Watch):
    """The log of coherent storage memory, for workgroups of `count` invocations.

    Each invocation has a clock, which ticks at its fences; a `barrier()` sets all to the latest. So
    one of several, of whom the latest alone is remembered, is before whatever the latest is before,
    where all have the same fences.
    """

    def __init__(self, count: int) -> None:
        super().__init__()
        self._stamps: Final[dict[int, dict[Cell, int]]] = {
            id(log): {} for log in (self._writers, self._readers, self._atomics)
        }
        self._nothing: Final = _FenceTimes((0,) * count, 0)
        self._begin()

    def _begin(self) -> None:
        self._times = list(self._nothing.times)
        self._last = list(self._nothing.times)
        self._now = self._nothing
        self._seen = [self._nothing] * len(self._last)
        self._fenced: dict[int, None] = {}

    def begin_group(self, group: int) -> None:
        super().begin_group(group)
        self._begin()

    def fence(self, me: int) -> None:
        # A fence covers what came before it: accesses from now on have a later time than it.
        self._times[me] += 1
        self._last[me] = self._times[me]
        self._seen[me] = self._now
        self._fenced[me] = None

    def wait(self, *, ordered: bool) -> None:
        super().wait(ordered=ordered)
        if not self._fenced:
            return
        # All meet here: whoever's clock is behind cannot have an access that is before another
        # one's fence.
        self._times = [max(self._times)] * len(self._times)
        self._now = _FenceTimes(tuple(self._last), min(self._last))
        for invocation in self._fenced:
            self._seen[invocation] = self._now
        self._fenced.clear()

    def _is_before(self, log: dict[Cell, int], cell: Cell, other: int, me: int) -> bool:
        seen, stamp = self._seen[me], self._stamps[id(log)][cell]
        # The other one's fence, as this invocation has seen it behind a barrier, is later than the
        # access.
        return (seen.least if other == SEVERAL else seen.times[other]) > stamp

    def _note(self, log: dict[Cell, int], cell: Cell, me: int) -> None:
        before = log.get(cell)
        alone = before is None or before == me or self._is_before(log, cell, before, me)
        log[cell] = me if alone else SEVERAL
        stamps = self._stamps[id(log)]
        stamps[cell] = self._times[me] if alone else max(stamps[cell], self._times[me])
