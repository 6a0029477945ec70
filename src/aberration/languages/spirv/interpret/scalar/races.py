"""Who wrote and read each cell of shared memory since the last barrier that orders it.

A run keeps sets of places, which costs little, and compares them after each turn of an invocation.
Where they meet, the run is repeated with `Races`, which knows the very access that is one too many.
"""

from __future__ import annotations

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
            self._check_order(self.writers[place], "read", "written")
        if self.atomics and self.atomics.get(place, me) != me:
            self._check_order(self.atomics[place], "read", "changed atomically")
        known = self.readers.get(place)
        if known != me:
            self.readers[place] = me if known is None else self._stamp_beside(known)

    def write(self, place: int) -> None:
        """Note a write."""
        me = self.me
        if self.writers.get(place, me) != me:
            self._check_order(self.writers[place], "written", "written")
        if self.readers.get(place, me) != me:
            self._check_order(self.readers[place], "written", "read")
        if self.atomics and self.atomics.get(place, me) != me:
            self._check_order(self.atomics[place], "written", "changed atomically")
        self.writers[place] = me

    def atomic(self, place: int) -> None:
        """Note an atomic access: those do not race with each other."""
        me = self.me
        if self.writers.get(place, me) != me:
            self._check_order(self.writers[place], "changed atomically", "written")
        if self.readers.get(place, me) != me:
            self._check_order(self.readers[place], "changed atomically", "read")
        known = self.atomics.get(place)
        if known != me:
            self.atomics[place] = me if known is None else self._stamp_beside(known)

    def _stamp_beside(self, known: Stamp) -> Stamp:
        """Return the stamp of an access beside an earlier one: -1 stands for several
        invocations or workgroups.
        """
        group, epoch, _ = me = self.me
        if known[0] != group:
            return -1, epoch, -1
        # An access before the last barrier is ordered and can be forgotten.
        return (group, epoch, -1) if known[1] == epoch else me

    def _check_order(self, other: Stamp, now: str, before: str) -> None:
        # A barrier orders the accesses of one workgroup; those of another are never ordered.
        if other[0] != self.me[0] or other[1] == self.me[1]:
            raise Undefined(
                "race", f"{now}, and {before} by another invocation with no barrier between"
            )


class Conflict(Exception):
    """Two invocations met in some cell."""


class Accesses:
    """The places in one variable that were accessed: by each invocation since the last barrier that
    orders them, in the workgroup before that, and by earlier workgroups.
    """

    def __init__(self) -> None:
        self.epoch: list[Places] = []
        self.group = Places()
        self.earlier = Places()

    def places_of(self, invocation: int) -> Places:
        """Return where an invocation notes its accesses, as long as its workgroup runs."""
        while len(self.epoch) <= invocation:
            self.epoch.append(Places())
        return self.epoch[invocation]

    def pass_barrier(self) -> None:
        """Order all that was done in the workgroup before all that follows; raise `Conflict` if
        any of it met.
        """
        together = Places()
        for places in self.epoch:
            # Against the sum of those before it: one comparison for each invocation, not one for
            # each pair.
            if places.meets(together) or places.meets(self.earlier):
                raise Conflict
            together.take(places)
        self.group.take(together)

    def end_group(self, forget: bool) -> None:
        """Remember what a workgroup did, which nothing orders, unless the memory was its own."""
        self.pass_barrier()
        self.earlier.take(self.group)
        if forget:
            self.earlier = Places()


class Places:
    """Places that were read, written, and accessed atomically."""

    def __init__(self) -> None:
        self.read: set[int] = set()
        self.write: set[int] = set()
        self.atomic: set[int] = set()

    def meets(self, other: Places) -> bool:
        """Say whether accesses of two invocations meet that are not both reads and not both
        atomic.
        """
        written, read, atomic = other.write, other.read, other.atomic
        if written and not (
            written.isdisjoint(self.write)
            and written.isdisjoint(self.read)
            and written.isdisjoint(self.atomic)
        ):
            return True
        if self.write and not (self.write.isdisjoint(read) and self.write.isdisjoint(atomic)):
            return True
        if not atomic and not self.atomic:
            return False
        return not (self.read.isdisjoint(atomic) and self.atomic.isdisjoint(read))

    def take(self, other: Places) -> None:
        """Add the other's places, and clear it."""
        for mine, theirs in (
            (self.read, other.read),
            (self.write, other.write),
            (self.atomic, other.atomic),
        ):
            if theirs:
                mine |= theirs
                theirs.clear()


def nothing(place: int) -> None:
    """Note an access to memory that only one invocation sees, or that nobody writes."""
