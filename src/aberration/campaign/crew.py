"""Who works on findings: this process itself, or several of its own, which can be asked to stop at
any moment.

A piece of work is one finding and a time. The processes never write the store; what one has come to
when it is stopped is what it said last.
"""

import selectors
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.cutting import Stop
from aberration.campaign.finding_reducer import FindingReducer, Judged
from aberration.campaign.records import Defect
from aberration.campaign.served import Served
from aberration.campaign.timed import TimedPool
from aberration.campaign.triage.question import HERE, with_others
from aberration.core.errors import Starved, with_place
from aberration.core.finding import Finding
from aberration.core.method import Method
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.reduce.program import SECONDS, Limits

Job = Literal["confirm", "steps", "culprit", "program"]
MethodFor = Callable[[str], Method]

WORKERS = 4
_MODULE = "aberration.campaign.serve_crew"
_TICK = 0.25
_GRACE = 2.0
"""Seconds after which a process that does not end its piece in time is ended with it."""


class Piece(msgspec.Struct, frozen=True):
    """What is to be done about a finding, until a moment by the monotonic clock, which all
    processes share.

    One that is to be confirmed is made `without` steps of these types. Targets of the campaign that
    are `elsewhere` may be asked as well.
    """

    job: Job
    finding: Finding
    target: Target
    configuration: FuzzConfiguration
    until: float | None = None
    without: frozenset[str] = frozenset()
    elsewhere: tuple[Target, ...] = ()


class Answer(msgspec.Struct, frozen=True):
    """A smaller case on the way, or at the end what became of the finding (None: nothing new)."""

    kept: TestCase | None = None
    judged: Judged | None = None
    done: bool = False


class Done(msgspec.Struct, frozen=True):
    """What became of a piece of work; `judged` is None where a later call has to take it up."""

    piece: Piece
    judged: Judged | None


class Crew(Protocol):
    """Does pieces of work."""

    @property
    def size(self) -> int:
        """Return how many pieces are worked on at once."""

    def work(self, pieces: Iterator[Piece], stop: Stop) -> Iterator[Done]:
        """Yield what becomes of the pieces, as they end; after `stop()` none is begun, and those
        begun are broken off.

        A piece is asked for when there is somebody to do it.
        """


def do(piece: Piece, method: Method, keep: Callable[[TestCase], None]) -> Judged | None:
    """Do one piece; what goes wrong in our own code is a defect of this tool, and the finding stays
    as it is.
    """
    finding = piece.finding
    try:
        traced = finding.verdict.kind == "crash"
        with TimedPool(WORKERS, piece.until, traced=traced) as pool, suppress(Starved):
            known = with_others(HERE, piece.elsewhere)
            reducer = FindingReducer(pool, piece.target, method, piece.configuration, known=known)
            return _judge(piece, reducer, pool, keep)
    except Exception as error:
        message = f"finding {finding.id} could not be looked into: {with_place(error)}"
        return Judged(finding, None, defects=(Defect(finding.test, message, finding.case),))
    return None


def _judge(
    piece: Piece, reducer: FindingReducer, pool: TimedPool, keep: Callable[[TestCase], None]
) -> Judged | None:
    match piece.job:
        case "confirm":
            found = reducer.confirm(piece.finding, piece.without)
            return Judged(found.finding, found.evidence)
        case "steps":
            return reducer.reduce(piece.finding, keep)
        case "culprit":
            return reducer.accuse(piece.finding)
        case "program":
            left = SECONDS if pool.left is None else pool.left
            return reducer.shrink(piece.finding, Limits(seconds=left))


class Alone:
    """This very process, one piece after the other; it is stopped between two."""

    size = 1

    def __init__(self, methods: MethodFor) -> None:
        self._methods = methods

    def work(self, pieces: Iterator[Piece], stop: Stop) -> Iterator[Done]:
        """Do the pieces."""
        for piece in pieces:
            if stop():
                return
            method = self._methods(piece.finding.case.recipe.method)
            yield Done(piece, do(piece, method, lambda _: None))


class Processes:
    """Processes of their own; `log` takes what they write on stderr."""

    def __init__(self, size: int, log: Path) -> None:
        self.size = max(1, size)
        self._log = log

    def work(self, pieces: Iterator[Piece], stop: Stop) -> Iterator[Done]:
        """Do the pieces; the processes end with them."""
        with self._log.open("ab") as log:
            shift = _Shift(lambda: Served(_MODULE, log))
            try:
                while len(shift.hands) < self.size and shift.begin(pieces):
                    pass
                while shift.hands and not stop():
                    for done in shift.look():
                        yield done
                        if not stop():
                            shift.begin(pieces)
                yield from shift.broken_off()
            finally:
                shift.close()


class _Hand:
    """A process with its piece, and the smallest case that it reported."""

    def __init__(self, served: Served, piece: Piece) -> None:
        self.served = served
        self.piece = piece
        self.kept: TestCase | None = None
        served.send(piece)

    @property
    def is_late(self) -> bool:
        return self.piece.until is not None and time.monotonic() > self.piece.until + _GRACE

    def broken_off(self) -> Done:
        """Return what there is of the piece."""
        piece = self.piece
        if self.kept is None or piece.job != "steps":
            return Done(piece, None)
        return Done(piece, Judged(msgspec.structs.replace(piece.finding, partial=self.kept), None))


class _Shift:
    """The processes at work; those without a piece wait for one."""

    def __init__(self, start: Callable[[], Served]) -> None:
        self.hands: list[_Hand] = []
        self._start = start
        self._idle: list[Served] = []
        self._ready = selectors.DefaultSelector()

    def begin(self, pieces: Iterator[Piece]) -> bool:
        """Begin the next piece; return whether there was one."""
        piece = next(pieces, None)
        if piece is None:
            return False
        served = self._idle.pop() if self._idle else self._start()
        hand = _Hand(served, piece)
        self.hands.append(hand)
        self._ready.register(served.answers, selectors.EVENT_READ, hand)
        return True

    def look(self) -> Iterator[Done]:
        """Yield the pieces that ended; wait a little for one."""
        for key, _ in self._ready.select(_TICK):
            done = self._next_done(key.data)
            if done is not None:
                yield done
        for hand in [hand for hand in self.hands if hand.is_late]:
            yield self._end(hand)

    def broken_off(self) -> Iterator[Done]:
        """Yield what there is of the pieces that are being worked on, and end their processes."""
        while self.hands:
            yield self._end(self.hands[0])

    def close(self) -> None:
        """End all processes."""
        for served in [*self._idle, *(hand.served for hand in self.hands)]:
            served.close(0.0)
        self._ready.close()

    def _next_done(self, hand: _Hand) -> Done | None:
        answer = hand.served.receive(Answer)
        if answer is None:
            return self._after_death(hand)
        if not answer.done:
            hand.kept = answer.kept
            return None
        self._let_go(hand)
        self._idle.append(hand.served)
        return Done(hand.piece, answer.judged)

    def _after_death(self, hand: _Hand) -> Done:
        """Return that one of our processes died of a finding."""
        done = self._end(hand)
        finding = hand.piece.finding if done.judged is None else done.judged.finding
        status = hand.served.process.returncode
        message = (
            f"finding {finding.id} could not be looked into: the process ended with status {status}"
        )
        return Done(
            hand.piece,
            Judged(finding, None, defects=(Defect(finding.test, message, finding.case),)),
        )

    def _end(self, hand: _Hand) -> Done:
        self._let_go(hand)
        hand.served.close(0.0)
        return hand.broken_off()

    def _let_go(self, hand: _Hand) -> None:
        self._ready.unregister(hand.served.answers)
        self.hands.remove(hand)
