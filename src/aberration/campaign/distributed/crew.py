"""The workers of a cluster as those who work on findings: each piece goes to one that has the
target.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import Final

import msgspec

from aberration.campaign.crew import Done, Piece
from aberration.campaign.cutting import Stop
from aberration.campaign.distributed import tasks
from aberration.campaign.distributed.fleet import Fleet, Member
from aberration.campaign.distributed.messages import Work, Worked, decode, encode
from aberration.campaign.finding_reducer import Judged
from aberration.campaign.records import Defect

_TICK: Final = 0.1
_CUT_GRACE: Final = 1.5
_LATE: Final = 10.0
"""Seconds after its end for which the answer to a piece is waited for."""


class ClusterCrew:
    """Workers at work on findings. What a lost worker was working on is taken up by a later call:
    the finding stays as it is.
    """

    def __init__(self, fleet: Fleet) -> None:
        self._fleet = fleet
        self._begun: dict[str, tuple[Member, Piece]] = {}
        self._done: deque[Done] = deque()

    @property
    def size(self) -> int:
        """Return how many workers there are."""
        return max(1, len(self._fleet.at_work))

    def work(self, pieces: Iterator[Piece], stop: Stop) -> Iterator[Done]:
        """Yield what becomes of the pieces; see `Crew`."""
        held: deque[Piece] = deque()
        more = True
        while not stop():
            self._give_up_the_lost()
            more = self._begin(pieces, held) and more
            if not self._begun and not self._done and not held and not more:
                return
            self._fleet.connection.pump(_TICK)
            yield from self._ended()
        yield from self._broken_off()

    def _begin(self, pieces: Iterator[Piece], held: deque[Piece]) -> bool:
        """Give each idle worker a piece that it can do; return false after the last."""
        more = True
        busy = {member.address for member, _ in self._begun.values()}
        for member in self._fleet.at_work:
            if member.address in busy:
                continue
            piece = next((one for one in held if _can(member, one)), None)
            if piece is not None:
                held.remove(piece)
            else:
                piece, more = self._next_for(member, pieces, held)
            if piece is not None:
                self._give(member, piece)
        self._drop_the_impossible(held)
        return more

    def _next_for(
        self, member: Member, pieces: Iterator[Piece], held: deque[Piece]
    ) -> tuple[Piece | None, bool]:
        """Return a piece for a worker, if the next is one; else it is held for another."""
        piece = next(pieces, None)
        if piece is None:
            return None, False
        if _can(member, piece):
            return piece, True
        held.append(piece)
        return None, True

    def _drop_the_impossible(self, held: deque[Piece]) -> None:
        """Let be what no worker can do: a later call takes it up."""
        for piece in list(held):
            if not any(_can(member, piece) for member in self._fleet.at_work):
                held.remove(piece)
                self._done.append(Done(piece, None))

    def _give(self, member: Member, piece: Piece) -> None:
        left = None if piece.until is None else max(0.0, piece.until - time.monotonic())
        data = encode(Work(msgspec.structs.replace(piece, until=None), left))

        def then(answer: bytes | None, why: str) -> None:
            self._take(key, answer, why)

        key = self._fleet.connection.ask(member.address, tasks.work, data, then)
        self._begun[key] = (member, piece)

    def _take(self, key: str, answer: bytes | None, why: str) -> None:
        member, piece = self._begun.pop(key)
        if answer is None:
            if why:
                self._fleet.refuse(member, f"it cannot work on findings: {why}")
            self._done.append(Done(piece, None))
            return
        self._done.append(_done(piece, decode(answer, Worked)))

    def _give_up_the_lost(self) -> None:
        self._fleet.look()
        now = time.monotonic()
        for key, (member, piece) in list(self._begun.items()):
            late = piece.until is not None and now > piece.until + _LATE
            if late or self._fleet.members.get(member.address) is not member:
                self._fleet.connection.forget(key)
                del self._begun[key]
                self._done.append(Done(piece, None))

    def _ended(self) -> Iterator[Done]:
        while self._done:
            yield self._done.popleft()

    def _broken_off(self) -> Iterator[Done]:
        self._fleet.connection.cut([member.address for member, _ in self._begun.values()])
        until = time.monotonic() + _CUT_GRACE
        while self._begun and time.monotonic() < until:
            self._fleet.connection.pump(_TICK)
        for key, (_, piece) in list(self._begun.items()):
            self._fleet.connection.forget(key)
            self._done.append(Done(piece, None))
        self._begun.clear()
        yield from self._ended()


def _can(member: Member, piece: Piece) -> bool:
    """True where a worker has the target of a piece, or the one whose member that is."""
    return not member.has.isdisjoint({piece.target.id, piece.target.counted_as, _family(piece)})


def _family(piece: Piece) -> str:
    return piece.target.id.rpartition("-")[0]


def _done(piece: Piece, worked: Worked) -> Done:
    finding = piece.finding
    if worked.judged is not None:
        return Done(piece, worked.judged)
    if worked.kept is not None and piece.job == "steps":
        finding = msgspec.structs.replace(finding, partial=worked.kept)
    if worked.status is None:
        return Done(piece, None if finding is piece.finding else Judged(finding, None))
    message = (
        f"finding {finding.id} could not be looked into: "
        f"the process ended with status {worked.status}"
    )
    return Done(
        piece, Judged(finding, None, defects=(Defect(finding.test, message, finding.case),))
    )
