"""The summary of a night as Markdown."""

from pathlib import Path

import msgspec
from helpers.nights import NEW, ROWS, news

from aberration.campaign.nights.configuration import read_night
from aberration.campaign.nights.notices.markdown import markdown_of, write_markdown
from aberration.campaign.nights.records import FoundAgain, Replayed, Silent


def test_all_that_is_new_has_its_section() -> None:
    replayed = tuple(
        Replayed(change, "t", "wrong", change, ROWS)
        for change in ("back again", "fixed", "passes", "still there")
    )
    again = FoundAgain("wrong-9", "t", "wrong", "", 2, "a-known-case")
    told = news((NEW,), replayed, (Silent("a", "why"),), ("x in y",), known=(again,))
    assert "- known: a-known-case \\(t: wrong; 2 findings\\)" in markdown_of(told, "nights")
    titles = [one for one in markdown_of(told, "nights").splitlines() if one.startswith("## ")]
    assert titles == [
        "## New bugs",
        "## Back again",
        "## Fixed",
        "## Passes now, and no version here shows it any more",
        "## Met again",
        "## Tested nothing",
        "## In trouble",
    ]


def test_a_quiet_night_says_so_and_what_it_did() -> None:
    text = markdown_of(news(), "nights")
    assert text.startswith("# Night 3: nothing new\n")
    assert "| 1 | transform in spirv | 15.0 | 100 | 0 |" in text


def test_what_is_left_is_told() -> None:
    told = msgspec.structs.replace(news(), unreduced=2, left=3)
    text = markdown_of(told, "nights")
    assert "2 apparent bugs are not reduced yet" in text
    assert "3 known bugs are left for the next night" in text


def test_a_hostile_signature_is_text() -> None:
    bug = msgspec.structs.replace(NEW, signature="<script>alert(1)</script>\n# [a](b) `c`")
    lines = markdown_of(news((bug,)), "nights").splitlines()
    (line,) = [one for one in lines if "alert" in one]
    assert r"\<script\>alert\(1\)\</script\> \# \[a\]\(b\) \`c\`" in line


def test_it_is_written_beside_the_configuration(tmp_path: Path) -> None:
    path = tmp_path / "night.toml"
    path.write_text('[notices]\nmarkdown = "night.md"')
    write_markdown(news((NEW,)), read_night(path))
    assert "nights/0001/bugs/wrong-1234/case" in (tmp_path / "night.md").read_text()
