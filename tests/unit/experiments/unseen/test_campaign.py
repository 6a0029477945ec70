"""Rates are read from the live status, and leave the time out in which a campaign warms up."""

from pathlib import Path

from experiments.unseen.campaign import Asked, Point, after_warm_up, command, points_of

from aberration.campaign.summary import Summary

LINES = [
    "2 executors, 3 targets (3 spirv), until 900 tests\n",
    "10 s: 5/900 tests, 0.5 a second, 31% of the time in targets, findings: none\n",
    "seed ring set aside on lavapipe: the seed itself\n",
    "20 s: 45/900 tests, 2.2 a second, 60% of the time in targets, findings: 1 wrong\n",
    "31 s: 145 tests, 4.7 a second, 70% of the time in targets, findings: none\n",
]


def summary(tests: int, seconds: float, share: float) -> Summary:
    return Summary(
        tests=tests,
        seconds=seconds,
        tests_per_second=tests / seconds,
        target_time_share=share,
        outcomes={},
        rejected=0,
        findings=(),
        bugs=(),
        rng_seed=0,
        config_digest="",
    )


def test_the_status_lines_are_read() -> None:
    assert points_of(LINES) == (Point(10, 5, 0.31), Point(20, 45, 0.6), Point(31, 145, 0.7))


def test_the_rate_after_the_first_twenty_seconds() -> None:
    rate = after_warm_up(summary(445, 60.0, 0.8), points_of(LINES))
    assert rate is not None
    assert rate.tests_per_second == 10.0
    assert round(rate.share, 6) == 0.9


def test_a_short_campaign_has_no_such_rate() -> None:
    assert after_warm_up(summary(5, 12.0, 0.5), points_of(LINES[:2])) is None
    assert after_warm_up(summary(45, 20.5, 0.5), points_of(LINES)) is None


def test_the_command_line() -> None:
    asked = Asked(("one", "two"), "lavapipe,swiftshader", 40, "2m", 1, 7)
    line = " ".join(command(asked, Path("out")))
    assert line.endswith("-s one -s two")
    assert (
        "fuzz --json -m transform -t lavapipe,swiftshader --tests 40 --jobs 1 --seed 7 "
        "-o out --time 2m"
    ) in line
    assert "--time" not in command(Asked(("one",), "lavapipe", 40), Path("out"))
