"""A campaign of an earlier version is shown, and its cases replay.

`campaigns/of_2026_11.tar.xz` is the folder of a campaign as it was before many things in it got
other names (`fuzz -m transform -t mutant-dead-break --tests 24 --seed 3`), without the text of its
report. It is written no more: what comes later brings a folder of its own.
"""

import tarfile
from pathlib import Path

import pytest
from helpers.command_line import aberration

FOLDER = Path(__file__).parent / "campaigns" / "of_2026_11.tar.xz"


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    with tarfile.open(FOLDER) as packed:
        packed.extractall(tmp_path / "campaign", filter="data")
    return tmp_path / "campaign"


def test_its_findings_are_shown_and_reported(campaign: Path) -> None:
    shown = aberration("findings", campaign)
    assert shown.code == 0, shown.err
    assert "000005-mutant-dead-break  wrong  reliable  3 steps" in shown.out
    assert aberration("dedup", campaign).out.splitlines()[-1] == "1 bug"
    reported = aberration("report", campaign)
    assert reported.code == 0, reported.err
    assert "wrong-ded035b8" in (campaign / "report" / "index.html").read_text()


def test_its_case_shows_the_bug_again(campaign: Path) -> None:
    (case,) = (campaign / "report" / "bugs").glob("*/case")
    ran = aberration("replay", case, "-t", "mutant-dead-break")
    assert ran.code == 1, ran.err
    assert "mutant-dead-break: wrong" in ran.out


def test_it_is_not_gone_on_with_by_other_code(campaign: Path) -> None:
    refused = aberration("fuzz", "--resume", campaign, "--tests", "26")
    assert refused.code == 2
    assert "Other versions: aberration was b1e2ffe7c94b0a65" in refused.err
