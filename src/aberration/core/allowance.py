"""A time limit that a busy machine does not use up: what counts is the time that the machine gave a
process.

On a quiet machine that is the wall clock. Time in which a thread of the process was ready and
waited for a processor is not counted, by `/proc/PID/task/TID/schedstat` (Linux,
Documentation/scheduler/sched-stats.rst): nanoseconds on a processor, nanoseconds in wait for one,
and slices. Where a process has more busy threads than there are processors its threads wait for
each other, so that never less counts than its processor time spread over all processors.

Each part of a second is counted for itself, for the process and its living descendants. The first
part counts in full, which spares most runs the reading, and so does all time where nothing can be
read. What waited and ended between two readings was not seen waiting: a crowd of processes of less
than a quarter of a second has the wall clock.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import Starved

CEILING: Final = 16.0
"""A process that got less than one part in this many of the wall clock got nothing to be judged
by.
"""
# Rare enough that reading `/proc` costs nothing beside a run, often enough that a process of half a
# second is seen once.
_PART: Final = 0.25
_SHORTEST: Final = 0.02
_NANO: Final = 1e-9


class Share(msgspec.Struct, frozen=True):
    """Seconds that a thread `ran` and `waited` for a processor since it began, in `slices`;
    `ready` to run now.
    """

    ran: float
    waited: float
    slices: int
    ready: bool


Shares = Mapping[tuple[int, int], Share]
"""By process and thread."""
_NEW: Final = Share(0.0, 0.0, 0, ready=False)


class Allowance:
    """`seconds` for the process `pid`, beginning now; `clock`, `read` and `processors` are the
    machine's.
    """

    def __init__(
        self,
        pid: int,
        seconds: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        read: Callable[[int], Shares] | None = None,
        processors: int = 0,
    ) -> None:
        self._pid = pid
        self._seconds = seconds
        self._clock = clock
        self._read = shares_of if read is None else read
        self._processors = processors or len(os.sched_getaffinity(0))
        # Short allowances get as many looks as long ones.
        self._part = min(_PART, seconds / 8)
        self._begun = self._at = clock()
        self._given = 0.0
        self._books: Books | None = None

    def sees(self, event: select.poll) -> bool:
        """Wait for an event; return whether it came before all was used up, or raise `Starved`
        as `wait` does.
        """
        while (seconds := self.wait()) > 0:
            if event.poll(seconds * 1000.0):
                return True
        # What came while the last part was counted came in time.
        return bool(event.poll(0))

    def wait(self) -> float:
        """Return for how many seconds to wait before the next question, 0 when all is used up.

        An allowance too short to look into is one of the wall clock. Raise `Starved` when the
        process got next to nothing for `CEILING` times the allowance.
        """
        now = self._clock()
        if self._seconds <= _SHORTEST:
            return max(0.0, self._seconds - (now - self._begun))
        passed = now - self._at
        # The second half: before anything is called used up it is counted, since the wall clock
        # says more than was given.
        if passed >= self._part or self._given + passed >= self._seconds:
            self._count(now)
            passed = 0.0
        rest = self._seconds - self._given - passed
        if rest <= 0:
            return 0.0
        if now - self._begun >= CEILING * self._seconds:
            got = f"{self._given:.1f} of {self._seconds:.1f} seconds in {now - self._begun:.0f}"
            raise Starved(
                f"expected time on a processor, but the machine was too busy: it gave {got}"
            )
        # Not less than a little: on a busy machine `rest` shrinks by less and less, and would be
        # asked for ever more often.
        return max(min(rest, self._part), min(_SHORTEST, self._part))

    def _count(self, now: float) -> None:
        """Add what the process got since the last count."""
        passed = now - self._at
        shares = self._read(self._pid)
        if self._books is None:
            # There is nothing to compare the first reading with, so the part in full stands for it.
            first = min(passed, self._part) if shares else passed
            self._books = Books(shares, self._processors, first)
            self._given = first
        else:
            self._given += self._books.seconds_given(passed, shares)
        self._at = now


class Books:
    """What the machine gave the threads of a process, from one reading to the next.

    The system counts a wait only when it ends. So a thread that ends one longer than the time since
    the last reading waited before that too, and what was counted then is taken back, as far as it
    was no processor time.
    """

    def __init__(self, shares: Shares, processors: int, counted: float = 0.0) -> None:
        self._shares = shares
        self._processors = processors
        self._revocable = counted
        self._stalled: dict[tuple[int, int], float] = {}

    def seconds_given(self, passed: float, shares: Shares) -> float:
        """Return how many of the seconds that passed since the last reading were given; below 0
        to take some back.
        """
        ran = waited = late = 0.0
        for name, share in shares.items():
            old = self._shares.get(name, _NEW)
            used, stood = share.ran - old.ran, share.waited - old.waited
            # It wanted to run at both readings and got no slice between: it has waited all the
            # time, which the system has not written down yet.
            if share.ready and old.ready and share.slices == old.slices and not used:
                self._stalled[name] = self._stalled.get(name, 0.0) + passed
                waited += passed
                continue
            ran += used
            # What a thread waited before the last reading is not this part's.
            waited += max(0.0, min(stood, passed - used))
            # More than fits into this part belongs to earlier ones, but for what was taken off
            # there as stalled.
            late = max(late, used + stood - passed - self._stalled.pop(name, 0.0))
        self._shares = shares
        # Processor time cannot be argued away. The threads may have spent it side by side: so it
        # counts divided by the processors.
        surely = min(passed, ran / self._processors)
        # Time asleep counts, unlike time in wait: a program that hangs in a lock is a timeout.
        counted = max(passed - waited, surely)
        back = min(late, self._revocable)
        self._revocable += counted - surely - back
        return counted - back


def shares_of(pid: int) -> Shares:
    """Return the shares of the threads of a process and its descendants; nothing where the
    system does not say.
    """
    return {
        (process, thread): share
        for process in (pid, *descendants(pid))
        for thread in threads_of(process)
        if (share := _share(process, thread)) is not None
    }


def threads_of(pid: int) -> list[int]:
    """Return the threads of a process, none if it is gone."""
    try:
        return sorted(int(name) for name in os.listdir(f"/proc/{pid}/task"))
    except OSError:
        return []


def descendants(pid: int) -> list[int]:
    """Return the living children of a process and theirs."""
    # The kernel lists children by the thread that started them.
    children = [child for thread in threads_of(pid) for child in _children(pid, thread)]
    return [each for child in children for each in (child, *descendants(child))]


def is_stopped(pid: int) -> bool:
    """True where a process, or one of its descendants, was stopped by a signal (state T)."""
    return any(_state(process, process) == "T" for process in (pid, *descendants(pid)))


def _children(pid: int, thread: int) -> list[int]:
    try:
        return [
            int(word) for word in Path(f"/proc/{pid}/task/{thread}/children").read_text().split()
        ]
    except OSError:
        return []


def _share(pid: int, thread: int) -> Share | None:
    folder = Path(f"/proc/{pid}/task/{thread}")
    try:
        ran, waited, slices = (int(word) for word in (folder / "schedstat").read_text().split())
    except (OSError, ValueError):
        return None
    return Share(ran * _NANO, waited * _NANO, slices, _state(pid, thread) == "R")


def _state(pid: int, thread: int) -> str:
    """Return the letter of a thread's state; nothing where it is gone."""
    try:
        text = Path(f"/proc/{pid}/task/{thread}/stat").read_text()
    except OSError:
        return ""
    # The name in brackets may itself hold spaces and brackets: the last one ends it.
    return text.rpartition(") ")[2][:1]
