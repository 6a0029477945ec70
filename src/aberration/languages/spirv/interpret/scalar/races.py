"""Who wrote and read each cell of shared memory since the last barrier that orders it."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.interpret.undefined import Undefined

Stamp = tuple[int, int, int]


class Races:
    """The accesses to one variable. `epoch` counts the barriers that order its storage class."""

    def __init__(self) -> None:
        self.epoch = 0
        self.me: Stamp = (0, 0, 0)
        self.writers: dict[int, Stamp] = {}
        self.readers: dict[int, Stamp] = {}
        self.atomics: dict[int, Stamp] = {}

    def turn(self, group: int, invocation: int) -> None:
        """Let another invocation run."""
        self.me = (group, self.epoch, invocation)

    def forget(self) -> None:
        """Start anew: the memory belongs to another workgroup."""
        self.epoch = 0
        self.writers.clear()
        self.readers.clear()
        self.atomics.clear()

    def read(self, place: int) -> None:
        """Note a read."""
        me = self.me
        if self.writers.get(place, me) != me:
            self._meet(self.writers[place], "read", "written")
        if self.atomics and self.atomics.get(place, me) != me:
            self._meet(self.atomics[place], "read", "changed atomically")
        known = self.readers.get(place)
        if known != me:
            self.readers[place] = me if known is None or not self._at_once(known) else (me[0], me[1], -1)

    def write(self, place: int) -> None:
        """Note a write."""
        me = self.me
        if self.writers.get(place, me) != me:
            self._meet(self.writers[place], "written", "written")
        if self.readers.get(place, me) != me:
            self._meet(self.readers[place], "written", "read")
        if self.atomics and self.atomics.get(place, me) != me:
            self._meet(self.atomics[place], "written", "changed atomically")
        self.writers[place] = me

    def atomic(self, place: int) -> None:
        """Note an atomic access: those do not race with each other."""
        me = self.me
        if self.writers.get(place, me) != me:
            self._meet(self.writers[place], "changed atomically", "written")
        if self.readers.get(place, me) != me:
            self._meet(self.readers[place], "changed atomically", "read")
        known = self.atomics.get(place)
        if known != me:
            self.atomics[place] = me if known is None or not self._at_once(known) else (me[0], me[1], -1)

    def _at_once(self, other: Stamp) -> bool:
        """Say whether nothing orders an earlier access before those of now; another workgroup is never ordered."""
        return other[0] != self.me[0] or other[1] == self.me[1]

    def _meet(self, other: Stamp, now: str, before: str) -> None:
        if self._at_once(other):
            raise Undefined("race", f"{now}, and {before} by another invocation with no barrier between")


class NoRaces(Races):
    """Memory that nobody writes, or that one invocation owns."""

    def read(self, place: int) -> None:
        """Note nothing."""

    def write(self, place: int) -> None:
        """Note nothing."""

    def atomic(self, place: int) -> None:
        """Note nothing."""


NO_RACES: Final = NoRaces()
