"""The table says all that was measured, and what is wrong makes it fail."""

from pathlib import Path

import msgspec
from experiments.unseen.campaign import Asked, Point, Ran, Seeds
from experiments.unseen.cold import Loop
from experiments.unseen.files import Fate
from experiments.unseen.measure import Measured, arguments_of, table

from aberration.campaign.summary import BugLine, FindingLine, Summary

ASKED = Asked(("seeds",), "lavapipe", 100, "30s")
SUMMARY = Summary(
    tests=100,
    seconds=40.0,
    tests_per_second=2.5,
    target_time_share=0.8,
    outcomes={"image": 200},
    rejected=0,
    findings=(
        FindingLine(
            "f1", "transform", "lavapipe", "wrong", "wrong image", "always", "cases/f1", "reduced"
        ),
    ),
    bugs=(BugLine("b1", "lavapipe", "wrong", "wrong image", ("f1",)),),
    rng_seed=0,
    config_digest="",
    set_aside=(
        FindingLine(
            "f2", "transform", "x", "wrong", "s", "always", "c", "set-aside", "another rounding"
        ),
    ),
    statuses={"done": 100, "untested": 3},
)
RAN = Ran(1, 75.0, SUMMARY, (Point(20.0, 20, 0.6),), Seeds(("ring",), all_drawn=True))
FILES = (Fate("seeds/ring.frag", "tested"), Fate("seeds/tex.frag", "set aside", "it has a sampler"))


def test_the_table() -> None:
    text = table(Measured(ASKED, RAN, FILES, Loop(10, 20.0, 5.0, 25, 0)))
    for line in (
        "2 files: 1 set aside, 1 tested",
        "    1  it has a sampler  (tex.frag)",
        "100 tests, 2.50/s, target_time_share 0.80",
        "after 20 s: 4.00/s, target_time_share 1.00",
        "wall time 75 s in all, 40 s of it for tests; 30 s promised",
        "cold loop: 0.50/s, share 0.25, 2.5 processes a test (10 tests)",
        "variants on targets: 5.00/s",
        "ratio 10.0",
        "    1  lavapipe: wrong reduced",
        "  b1 lavapipe: wrong: wrong image",
        "    1  another rounding",
        "    3  untested",
        "nothing is wrong",
    ):
        assert line in text.splitlines()


def test_what_is_wrong() -> None:
    summary = msgspec.structs.replace(SUMMARY, defects=("test 3: transform failed",))
    files = (
        *FILES,
        Fate("seeds/lost.spvasm", "not drawn"),
        Fate("seeds/loop.frag", "tested", expected="too long"),
    )
    one = Measured(ASKED, msgspec.structs.replace(RAN, summary=summary), files)
    assert one.wrong == [
        "defect of ours: test 3: transform failed",
        "passed over without a word: seeds/lost.spvasm",
        "seeds/loop.frag: too long is expected, but it was tested",
    ]
    assert table(one).endswith("  seeds/loop.frag: too long is expected, but it was tested")
    assert Measured(ASKED, RAN, FILES).wrong == []


def test_a_short_campaign_passes_nothing_over() -> None:
    files = (*FILES, Fate("seeds/later.frag", "not drawn"))
    one = Measured(ASKED, msgspec.structs.replace(RAN, seeds=Seeds(("ring",))), files)
    assert one.wrong == []
    assert table(one).startswith(
        "3 files: 1 not drawn, 1 set aside, 1 tested; too few tests for all\n"
    )


def test_a_campaign_that_failed_is_told() -> None:
    one = Measured(ASKED, Ran(3, 2.0, None, told="aberration: internal error\n"), ())
    assert table(one).splitlines() == [
        "the campaign ended with status 3",
        "aberration: internal error",
    ]


def test_options_may_stand_between_the_folders_and_the_file() -> None:
    line = "one two --targets lavapipe --tests 9 --cold 3 out.json"
    asked, out, cold, keep = arguments_of(line.split())
    assert (asked.seeds, asked.targets, asked.tests, asked.time) == (
        ("one", "two"),
        "lavapipe",
        9,
        "",
    )
    assert (out, cold, keep) == (Path("out.json"), 3, None)
