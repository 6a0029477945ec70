"""What a night tells, and its exit code."""

import msgspec
import pytest
from helpers.nights import ENDED, NEW, SLICE, news

from aberration.campaign.nights.news import known_after, news_of, silent_targets
from aberration.campaign.nights.records import (
    KnownBug,
    News,
    Night,
    Replay,
    Replayed,
    Silent,
    TargetCount,
    TargetHere,
)

HERE = tuple(TargetHere(name, name, name, ("spirv",)) for name in ("a", "b", "c"))
NIGHT = Night(3, 7, "2026-11-27T01:00:00Z", HERE, {"gone": "it is not here now"})
BACK = Replayed("wrong-1", "a", "wrong", "back again")
FIXED = Replayed("wrong-2", "a", "wrong", "fixed", fixed_in="3")
THERE = Replayed("wrong-3", "a", "wrong", "still there")


@pytest.mark.parametrize(
    ("told", "code", "quiet"),
    [
        (news(), 0, True),
        (news(replayed=(THERE,)), 0, True),
        (news(replayed=(FIXED,)), 0, False),
        (news((NEW,)), 1, False),
        (news(replayed=(BACK,)), 1, False),
        (news(silent=(Silent("a", "no test was run on it"),)), 4, False),
        (news(troubles=("transform in spirv: no test was executed",)), 4, False),
        (news((NEW,), silent=(Silent("a", "no test was run on it"),)), 5, False),
    ],
)
def test_the_exit_code_says_what_there_is(told: News, code: int, quiet: bool) -> None:
    assert (told.exit_code, told.quiet) == (code, quiet)


def test_a_target_without_an_answer_is_silent() -> None:
    counts = (TargetCount("a", "A 1", 10, 9), TargetCount("b", "B 1", 10, 0))
    done = msgspec.structs.replace(SLICE, targets=counts)
    assert silent_targets(NIGHT, [done]) == [
        Silent("gone", "it is not here now"),
        Silent("b", "all 10 programs were refused"),
        Silent("c", "no test was run on it"),
    ]


def test_one_slice_with_an_answer_is_enough() -> None:
    slices = [
        msgspec.structs.replace(SLICE, targets=(TargetCount(name, "", 5, answers),))
        for name, answers in (("a", 0), ("a", 1), ("b", 5), ("c", 5))
    ]
    told = news_of(NIGHT, ENDED, [], Replay(), slices)
    assert [one.target for one in told.silent] == ["gone"]
    assert [(one.id, one.outcomes) for one in told.targets] == [("a", 10), ("b", 5), ("c", 5)]


def test_a_new_bug_is_known_afterwards_once() -> None:
    first = known_after([], [NEW], 3)
    assert first == known_after(first, [NEW], 3)
    (bug,) = first
    assert (bug.id, bug.finding, bug.night, bug.right) == (NEW.id, NEW.finding, 3, False)


def test_a_new_bug_that_the_newest_version_does_not_have_is_right_there() -> None:
    row = msgspec.structs.replace(NEW.versions[0], version="3")
    mended = msgspec.structs.replace(NEW, versions=(*NEW.versions, row))
    assert [bug.right for bug in known_after([], [mended], 3)] == [True]


def test_what_was_known_stays() -> None:
    old = KnownBug("b", "t", "wrong", 1, right=True)
    assert known_after([old], [NEW], 3)[0] == old


def test_troubles_and_figures_of_the_slices_are_told() -> None:
    trouble = msgspec.structs.replace(SLICE, trouble="no seeds", unreduced=2)
    told = news_of(NIGHT, ENDED, [], Replay((THERE,), 10.0, left=4), [trouble])
    assert (told.troubles, told.unreduced, told.left) == (("no seeds",), 2, 4)
    assert told.seconds == 10.0 + 15 * 60
    assert msgspec.json.decode(msgspec.json.encode(told), type=News) == told
