"""What a night tells, and its exit code."""

import msgspec
import pytest
from helpers.nights import ENDED, NEW, SLICE, news

from aberration.campaign.nights.news import news_of, silent_targets
from aberration.campaign.nights.records import (
    FoundAgain,
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
KNOWN = FoundAgain("wrong-4", "a", "wrong", "wrong image", 2, "a-known-case")


@pytest.mark.parametrize(
    ("told", "code", "quiet"),
    [
        (news(), 0, True),
        (news(replayed=(THERE,)), 0, True),
        (news(known=(KNOWN,)), 0, True),
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
    told = news_of(NIGHT, ENDED, [], [], Replay(), slices, 0)
    assert [one.target for one in told.silent] == ["gone"]
    assert [(one.id, one.outcomes) for one in told.targets] == [("a", 10), ("b", 5), ("c", 5)]


def test_troubles_and_figures_of_the_slices_are_told() -> None:
    trouble = msgspec.structs.replace(SLICE, trouble="no seeds")
    told = news_of(NIGHT, ENDED, [], [KNOWN], Replay((THERE,), 10.0, left=4), [trouble], 2)
    assert told.known == (KNOWN,)
    assert (told.troubles, told.unreduced, told.left) == (("no seeds",), 2, 4)
    assert told.seconds == 10.0 + 15 * 60
    assert msgspec.json.decode(msgspec.json.encode(told), type=News) == told
