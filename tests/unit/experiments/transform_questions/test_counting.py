"""Signatures are counted once in a group, groups are disjoint, and time is what tests cost."""

from experiments.transform_questions.counting import (
    Point,
    by_seconds,
    by_tests,
    complete,
    distinct,
    groups_of,
    runs_showing,
)
from experiments.transform_questions.records import RunLine, TestLine


def line(run: int, *shown: dict[str, str], name: str = "full", ran: float = 1.0) -> RunLine:
    tests = tuple(TestLine(3, 0.5, {"driver": ran}, each) for each in shown)
    return RunLine(name, run, "seed", tests)


def everything(_: str) -> bool:
    return True


LINES = [
    line(0, {"mutant-a": "wrong: wrong image"}, {}),
    line(1, {"mutant-a": "timeout: x", "driver": "crash: one"}, {"driver": "crash: two"}),
    line(2, {}, {"mutant-b": "crash: c"}),
    line(3, {}, {}),
    line(4, {"mutant-c": "crash: c"}, {}),
]


def test_a_mutant_has_one_bug_and_a_driver_one_for_each_signature() -> None:
    tests = [test for one in LINES[:2] for test in one.tests]
    assert distinct(tests, everything) == {
        ("mutant-a", ""),
        ("driver", "crash: one"),
        ("driver", "crash: two"),
    }


def test_groups_are_disjoint_and_as_large_as_each_other() -> None:
    groups = groups_of([*LINES[::-1], line(0, {}, name="other")], "full", 2)
    assert [len(group.tests) for group in groups] == [4, 4]
    assert groups[0].tests == (*LINES[0].tests, *LINES[1].tests)
    assert groups[1].tests == (*LINES[2].tests, *LINES[3].tests)


def test_the_median_grows_test_by_test() -> None:
    groups = groups_of(LINES, "full", 2)
    assert by_tests(groups, everything) == [Point(1, 0.5), Point(2, 1), Point(3, 1.5), Point(4, 2)]


def test_only_wanted_targets_count() -> None:
    groups = groups_of(LINES, "full", 2)
    assert by_tests(groups, lambda target: target == "driver")[-1] == Point(4, 1)


def test_time_is_making_and_running() -> None:
    points = by_seconds(groups_of(LINES, "full", 2), everything, "driver", 1.5)
    assert points == [Point(1.5, 0.5), Point(3.0, 1), Point(4.5, 1.5), Point(6.0, 2)]


def test_a_test_counts_when_it_has_ended() -> None:
    points = by_seconds(groups_of(LINES, "full", 2), everything, "driver", 1.0)
    assert points[0] == Point(1.0, 0)


def test_only_runs_of_all_configurations_are_compared() -> None:
    lines = [line(0, {}), line(1, {}), line(1, {}, name="other"), line(2, {}, name="other")]
    assert {one.run for one in complete(lines, ["full", "other"])} == {1}
    assert len(complete(lines, ["full", "other"])) == 2


def test_a_run_shows_a_target_once() -> None:
    assert runs_showing(LINES, "full") == {"mutant-a": 2, "driver": 1, "mutant-b": 1, "mutant-c": 1}
    assert runs_showing(LINES, "other") == {}
