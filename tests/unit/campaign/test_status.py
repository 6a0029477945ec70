"""The live status: what a campaign tells, in lines and on a terminal."""

from io import StringIO

import pytest
from helpers.records import finding
from rich.console import Console

from aberration.campaign.confirm import set_aside
from aberration.campaign.events import DefectFound, Event, Found, Note, RunDone, SetAside, Started
from aberration.campaign.progress import Progress
from aberration.campaign.records import Defect, FlakySeed, HealthLine
from aberration.campaign.status import LiveStatus, line_of, panel, progress_line

EVENTS: list[Event] = [
    Note("self-test of toy: passed"),
    Started(2, 10, 100, 60.0, ("tcc", "gcc[old]")),
    SetAside(FlakySeed("gcd_grid", "0" * 16, "", "lavapipe and swiftshader differ")),
    RunDone(8, 2.0, 3.0, (HealthLine("tcc", runs=16, crashes=1, busy=3.0),)),
    Found(finding(3)),
    Found(set_aside(finding(4), "float freedom")),
    DefectFound(Defect(5, "the variant is not valid")),
    RunDone(8, 4.0, 3.0, (HealthLine("tcc", runs=4, timeouts=1, busy=3.0),)),
]


def shown(terminal: bool) -> str:
    out = StringIO()
    with LiveStatus(Console(file=out, force_terminal=terminal, width=200)) as status:
        for event in EVENTS:
            status(event)
    return out.getvalue()


def test_figures() -> None:
    progress = Progress()
    for event in EVENTS:
        progress.add(event)
    assert (progress.tests, progress.earlier, progress.tests_per_second, progress.target_share) == (
        16,
        10,
        4.0,
        0.75,
    )
    assert progress.findings == {"wrong": 1}
    assert (progress.explained, progress.seeds_aside, progress.defects) == (1, 1, 1)
    tcc = progress.health["tcc"]
    assert (tcc.runs, tcc.crashes, tcc.timeouts, tcc.busy) == (20, 1, 1, 6.0)
    assert progress_line(progress) == (
        "4 s: 26/100 tests, 4.0 a second, 75% of the time in targets, findings: 1 "
        "wrong, 1 defects of ours"
    )


def test_plain_lines_elsewhere() -> None:
    lines = shown(terminal=False).splitlines()
    assert lines[0] == "self-test of toy: passed"
    assert lines[1] == "2 executors, 2 targets, until 100 tests or 60 s, 10 done before"
    assert lines[2] == "seed gcd_grid set aside: lavapipe and swiftshader differ"
    assert lines[3].startswith("2 s: 18/100 tests")
    assert lines[4] == "finding 000003-tcc: wrong on tcc, reliable: wrong text"
    assert lines[5].endswith("(set aside: float freedom)")
    assert lines[6] == "defect of aberration in test 5: the variant is not valid"
    assert len(lines) == 7


def test_a_panel_on_a_terminal() -> None:
    text = shown(terminal=True)
    for part in (
        "gcc[old]",
        "26/100 tests",
        "1 seeds set aside, 1 findings explained",
        "last: 000004-tcc",
    ):
        assert part in text


def test_a_panel_before_the_start_and_with_many_targets() -> None:
    out = StringIO()
    console = Console(file=out, width=120)
    console.print(panel(Progress()))
    progress = Progress()
    progress.add(Started(1, 0, None, 5.0, tuple(f"t{n}" for n in range(40))))
    console.print(panel(progress))
    assert "testing itself" in out.getvalue()
    assert "and 24 targets more" in out.getvalue()


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_but_a_run_has_a_line(event: Event) -> None:
    assert bool(line_of(event)) != isinstance(event, RunDone)
