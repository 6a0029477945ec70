"""The ledger of the hunt with `smith`: nothing twice, each bug told of, the tables up to date."""

from __future__ import annotations

from pathlib import Path

import pytest
from experiments.smith_hunt.lanes import LANES
from experiments.smith_hunt.ledger import Found, Record, by_bug, name_findings, read_ledger
from experiments.smith_hunt.report import END, PAGE, START, lines_of

RECORDS = read_ledger()
DOCUMENT = (Path(__file__).parents[2] / "docs" / "bugs.md").read_text("utf-8")
NOT_OF_A_COMPILER = ("false: ", "set aside: ")


def record(*found: Found) -> Record:
    return Record("mesa-20", 7, "tiny", 3, {}, 4, 1.0, {}, {}, {}, found)


def test_no_campaign_stands_twice() -> None:
    keys = [one.key for one in RECORDS]
    assert RECORDS
    assert len({*keys}) == len(keys)
    assert {one.lane for one in RECORDS} <= {*LANES}


def test_each_bug_that_was_named_has_its_section() -> None:
    named = [bug for bug in by_bug(RECORDS) if bug and not bug.startswith(NOT_OF_A_COMPILER)]
    assert named
    assert [bug for bug in named if f"## {bug}\n" not in DOCUMENT] == []


def test_the_tables_are_those_of_the_ledger() -> None:
    page = PAGE.read_text("utf-8")
    assert START + "\n".join(lines_of(RECORDS)) + "\n" + END in page


def test_a_finding_is_named_by_its_id() -> None:
    one, two = Found("1-a", 1, "a", "wrong"), Found("2-a", 2, "a", "crash")
    (named,) = name_findings([record(one, two)], "mesa-20", 7, {"2-a": "some-bug"})
    assert [found.bug for found in named.findings] == ["", "some-bug"]
    assert [found.id for _, found in by_bug([named])["some-bug"]] == ["2-a"]
    with pytest.raises(KeyError, match="3-a"):
        name_findings([record(one, two)], "mesa-20", 7, {"3-a": "some-bug"})
