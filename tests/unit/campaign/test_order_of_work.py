"""In which order findings are worked on, within which time, and what is left for a later call."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from helpers.records import finding

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.crew import Done, Piece
from aberration.campaign.finding_reducer import Judged
from aberration.campaign.records import Defect, FoundRecord, RunRecord
from aberration.campaign.store import Header, Store
from aberration.campaign.triage.pipeline import reduce_findings, unreduced_of
from aberration.core.finding import Finding, State
from aberration.core.method import Method
from aberration.core.oracle import Verdict
from aberration.core.target import Target

TARGETS = {name: Target(name, "executes", ("c",), family=name) for name in ("tcc", "gcc")}
HANG = Verdict("timeout", "timeout run")
Result = Callable[[Piece], Judged | None]


def reduced(piece: Piece) -> Judged | None:
    return Judged(
        msgspec.structs.replace(piece.finding, state="reduced", reduced=piece.finding.case), None
    )


class Hands:
    """A crew that notes what it is asked for, and does it as it is told."""

    size = 2

    def __init__(self, result: Result = reduced) -> None:
        self.asked: list[tuple[str, str]] = []
        self.seconds: list[float] = []
        self._result = result

    def work(self, pieces: Iterator[Piece], stop: Callable[[], bool]) -> Iterator[Done]:
        for piece in pieces:
            if stop():
                return
            assert piece.until is not None
            self.asked.append((piece.job, piece.finding.id))
            self.seconds.append(piece.until - time.monotonic())
            yield Done(piece, self._result(piece))


def no_method(name: str) -> Method:
    raise AssertionError(name)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store.in_folder(tmp_path)
    made.create(Header(FuzzConfiguration(targets=tuple(TARGETS)), "digest"))
    yield made
    made.close()


def stored(store: Store, *findings: Finding) -> None:
    found = tuple(FoundRecord(one, {}) for one in findings)
    store.record(RunRecord(0, "toy", 1, 1.0, 1.0, (), found), 1.0)


def of(
    number: int,
    target: str = "tcc",
    verdict: Verdict | None = None,
    state: State = "new",
    behind: str = "",
    culprit_due: bool = False,
) -> Finding:
    one = finding(number, target)
    return msgspec.structs.replace(
        one, verdict=verdict or one.verdict, state=state, behind=behind, culprit_due=culprit_due
    )


def test_one_of_each_apparent_bug_comes_first_then_the_others(store: Store) -> None:
    stored(store, of(1), of(2), of(3, verdict=HANG), of(4, "gcc"))
    hands = Hands()
    assert reduce_findings(store, TARGETS, no_method, crew=hands) == 4
    assert hands.asked == [
        ("steps", "000001-tcc"),
        ("steps", "000004-gcc"),
        ("steps", "000003-tcc"),
        ("steps", "000002-tcc"),
    ]


def test_what_waits_comes_last_and_is_reduced_when_it_is_confirmed(store: Store) -> None:
    stored(store, of(1), of(2, state="waiting"))

    def confirm(piece: Piece) -> Judged | None:
        if piece.job == "confirm":
            return Judged(msgspec.structs.replace(piece.finding, state="new"), {})
        return reduced(piece)

    hands = Hands(confirm)
    reduce_findings(store, TARGETS, no_method, crew=hands)
    assert hands.asked == [
        ("steps", "000001-tcc"),
        ("confirm", "000002-tcc"),
        ("steps", "000002-tcc"),
    ]


def test_what_waits_behind_another_is_not_looked_at_before_that_is_done(store: Store) -> None:
    stored(store, of(1), of(2, state="waiting", behind="000001-tcc"))
    hands = Hands(lambda piece: None)
    assert reduce_findings(store, TARGETS, no_method, crew=hands) == 0
    assert hands.asked == [("steps", "000001-tcc")]


def test_a_culprit_that_is_due_is_looked_for(store: Store) -> None:
    stored(store, of(1, state="reduced", culprit_due=True))
    hands = Hands(
        lambda piece: Judged(msgspec.structs.replace(piece.finding, culprit_due=False), None)
    )
    reduce_findings(store, TARGETS, no_method, crew=hands)
    assert hands.asked == [("culprit", "000001-tcc")]
    assert not store.finding("000001-tcc").culprit_due


def test_the_time_is_shared_out(store: Store) -> None:
    stored(
        store, *(of(number, verdict=Verdict("crash", f"boom {number}")) for number in range(1, 5))
    )
    hands = Hands()
    reduce_findings(store, TARGETS, no_method, crew=hands, until=time.monotonic() + 200.0)
    assert len(hands.seconds) == 4
    assert 80.0 < hands.seconds[0] <= 100.0, "four pieces, two at a time"
    assert max(hands.seconds) <= 200.0


def stop_at_once() -> bool:
    return True


def test_what_there_is_no_time_for_stays_as_it_is(store: Store) -> None:
    stored(store, of(1), of(2))
    hands = Hands()
    assert reduce_findings(store, TARGETS, no_method, crew=hands, until=-1.0) == 0
    assert reduce_findings(store, TARGETS, no_method, crew=hands, stop=stop_at_once) == 0
    assert hands.asked == []
    (left,) = unreduced_of(store, TARGETS)
    assert left.findings == ("000001-tcc", "000002-tcc")


def test_what_was_broken_off_is_taken_up_again_as_long_as_something_comes_of_it(
    store: Store,
) -> None:
    stored(store, of(1))
    looks = 0

    def slowly(piece: Piece) -> Judged | None:
        nonlocal looks
        looks += 1
        if looks == 3:
            return reduced(piece)
        return Judged(msgspec.structs.replace(piece.finding, partial=piece.finding.case), None)

    assert (
        reduce_findings(
            store, TARGETS, no_method, crew=Hands(slowly), until=time.monotonic() + 100.0
        )
        == 1
    )
    assert looks == 3


def test_what_cannot_be_done_is_not_tried_for_ever(store: Store) -> None:
    stored(store, of(1))
    defect = Defect(1, "it could not be looked into")
    hands = Hands(lambda piece: Judged(piece.finding, None, defects=(defect,)))
    reduce_findings(store, TARGETS, no_method, crew=hands, until=time.monotonic() + 100.0)
    assert len(hands.asked) == 1
    assert store.finding("000001-tcc").state == "new"
