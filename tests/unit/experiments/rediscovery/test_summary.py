"""What is said of campaigns that found known bugs, and of bugs that nobody found."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from experiments.rediscovery import summary
from experiments.rediscovery.reach import Reach
from experiments.rediscovery.records import Found, Run, keep, kept

LOST, SUM, GONE = "lost-write (old)", "wrong-sum (old)", "gone (older)"
KNOWN = {LOST: ("old",), SUM: ("old", "older"), GONE: ()}
REACH = {"wrong-sum": Reach(("a", "b"), {"smith": 9}, {"smith": 0}, {"smith": {"a": 4}})}


def _run(method: str, tests: int, *found: Found) -> Run:
    return Run(method, 0, tests, 2.0, 0.3, {"old": tests}, KNOWN, found)


def _found(tests: int, minutes: float, answer: str, *bugs: str) -> Found:
    return Found(f"{tests:06}-old", "old", tests, minutes, answer, bugs, {"1.0": "wrong"})


RUNS = (
    _run(
        "smith",
        40,
        _found(35, 0.6, "same", LOST),
        _found(30, 0.5, "likely", LOST),
        _found(36, 0.7, "perhaps", SUM),
        _found(37, 0.7, "other"),
        _found(38, 0.8, "unreduced"),
    ),
    _run("agree", 7),
)


def test_the_first_finding_of_a_method_counts() -> None:
    row = summary.result_of(RUNS, REACH).bugs[0]
    assert (row.bug, row.found) == (LOST, {"smith": summary.Sooner(30, 0.5, "likely")})
    assert (row.reason, row.perhaps) == ("", {})


def test_perhaps_is_not_found() -> None:
    row = summary.result_of(RUNS, REACH).bugs[1]
    assert (row.bug, row.found) == (SUM, {})
    assert row.perhaps == {"smith": summary.Sooner(36, 0.7, "perhaps")}


@pytest.mark.parametrize(
    ("reach", "reason"),
    [
        (REACH, "47 results of versions that have it; in no test made: b"),
        ({}, "47 results of versions that have it"),
        (
            {"wrong-sum": Reach(("a",), {"smith": 9}, {"smith": 4}, {"smith": {"a": 4}})},
            "47 results of versions that have it; "
            "tests made of all that it is made of: 4 of 9 of smith",
        ),
    ],
)
def test_the_reason_is_what_no_test_has_or_how_rare_it_is(
    reach: dict[str, Reach], reason: str
) -> None:
    assert summary.result_of(RUNS, reach).bugs[1].reason == reason


def test_a_bug_of_no_version_here_says_so() -> None:
    assert summary.result_of(RUNS, REACH).bugs[2].reason == summary.NOT_THERE


def test_methods_are_counted() -> None:
    smith, agree = summary.result_of(RUNS, REACH).methods
    assert (smith.known, smith.same, smith.likely, smith.perhaps) == (2, 1, 1, 1)
    assert (smith.others, smith.unreduced) == (1, 1)
    assert (agree.tests, agree.known, agree.same, agree.likely) == (7, 2, 0, 0)


def test_pictures_and_tables_show_all_methods() -> None:
    result = summary.result_of(RUNS, REACH)
    found = summary.pictures(result)
    assert "2 of 2, in 40 tests" in found["rediscovery-methods.svg"]
    assert "smith" in found["rediscovery-found.svg"]
    lines = summary.tables(result)
    assert f"| {LOST} | `smith`: test 30, 0.50 min (likely) |  |" in lines
    assert any(line.startswith(f"| {SUM} | `smith`: test 36") for line in lines)
    assert any(line.startswith("| `agree` | 7 |") for line in lines)


def test_campaigns_are_kept_as_they_are(tmp_path: Path) -> None:
    keep(RUNS, tmp_path / "runs.jsonl")
    assert kept(tmp_path / "runs.jsonl") == [*RUNS]


def test_what_is_published_follows_from_the_runs() -> None:
    result = summary.result_of(kept(), summary.read_reach())
    assert msgspec.json.decode(summary.RESULT.read_bytes(), type=summary.Result) == result
    assert summary.page_with(summary.PAGE.read_text(), result) == summary.PAGE.read_text()
    for name, picture in summary.pictures(result).items():
        assert (summary.PICTURES / name).read_text() == picture
