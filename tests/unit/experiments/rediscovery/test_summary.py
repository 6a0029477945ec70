"""What is said of campaigns that found known bugs, and of bugs that nobody found."""

from __future__ import annotations

from pathlib import Path

import msgspec
from experiments.rediscovery import summary
from experiments.rediscovery.records import HERE, Found, Run, keep, kept

BY = {"lost-write": "smith", "wrong-sum": "agree"}


def _run(method: str, tests: int, *found: Found, target: str = "old") -> Run:
    return Run(target, "1.0", method, 0, 60, tests, 1.0, tuple(BY), found)


def _found(tests: int, minutes: float, answer: str, *bugs: str) -> Found:
    return Found(f"{tests:06}-old", tests, minutes, answer, bugs, {"1.0": "wrong"})


RUNS = (
    _run(
        "smith", 40, _found(30, 0.5, "same", "lost-write"), _found(35, 0.6, "perhaps", "wrong-sum")
    ),
    _run("smith", 50, _found(12, 0.2, "same", "lost-write"), _found(13, 0.3, "other")),
    _run("agree", 7),
)


def test_the_first_finding_counts() -> None:
    row = summary.result_of(RUNS, BY).bugs[0]
    assert (row.bug, row.found, row.reason) == (
        "lost-write",
        {"smith": summary.Sooner(12, 0.2)},
        "",
    )


def test_perhaps_is_not_found() -> None:
    row = summary.result_of(RUNS, BY).bugs[1]
    assert (row.bug, row.found) == ("wrong-sum", {})
    assert row.reason == "not in 7 tests of agree, whose case it is"


def test_a_method_that_was_not_run_is_the_reason() -> None:
    row = summary.result_of(RUNS[:2], BY).bugs[1]
    assert row.reason == "its case is one of agree, which was not run on it here"


def test_methods_are_counted() -> None:
    agree, smith = summary.result_of(RUNS, BY).methods
    assert (agree.tests, agree.known, agree.found, agree.others) == (7, 2, 0, 0)
    assert (smith.campaigns, smith.tests, smith.found, smith.others) == (2, 90, 1, 2)


def test_pictures_and_tables_show_all_methods() -> None:
    result = summary.result_of(RUNS, BY)
    found = summary.pictures(result)
    assert "1 of 2, in 90 tests" in found["methods.svg"]
    assert "smith" in found["found.svg"]
    assert "| `old` | lost-write | `smith`: test 12, 0.20 min |  |" in summary.tables(result)
    assert any("| nobody | not in 7 tests" in line for line in summary.tables(result))


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    keep(RUNS[0], path)
    path.write_bytes(path.read_bytes() + msgspec.json.encode(RUNS[1])[:40])
    keep(RUNS[2], path)
    assert kept(path) == [RUNS[0], RUNS[2]]


def test_what_is_published_follows_from_the_runs() -> None:
    runs = kept()
    names = sorted({name for run in runs for name in run.known})
    result = summary.result_of(runs, summary.origins(names))
    assert msgspec.json.decode(summary.RESULT.read_bytes(), type=summary.Result) == result
    page = (HERE / "README.md").read_text()
    assert [line for line in summary.tables(result) if line not in page.splitlines()] == []
