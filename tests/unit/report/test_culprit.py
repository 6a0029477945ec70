"""The culprit for people."""

import pytest

from aberration.core.finding import Culprit
from aberration.report.culprit import culprit_rows


@pytest.mark.parametrize(
    ("culprit", "description"),
    [
        (Culprit(("-O2",), "flag", "-ftree-vrp"), "right without -ftree-vrp"),
        (Culprit(("-O2",), "counter", "match"), "right with the debug counter match at 0"),
        (Culprit(("-O2",), "pass", "SinkPass"), "wrong from the pass SinkPass on"),
    ],
)
def test_what_is_to_blame(culprit: Culprit, description: str) -> None:
    assert culprit_rows(culprit) == [("culprit", description), ("wrong at", "-O2")]


def test_only_what_is_known_is_reported() -> None:
    assert culprit_rows(None) == []
    assert culprit_rows(Culprit(("-O1", "-O2"))) == [("wrong at", "-O1 -O2")]


def test_the_last_bad_version_is_reported_where_a_later_one_is_right() -> None:
    mended = Culprit().with_versions(
        (("Mesa 20", True), ("Mesa 22", False), ("Mesa 25", False), ("Mesa 26", True))
    )
    assert culprit_rows(mended)[:2] == [
        ("first bad version", "Mesa 22"),
        ("last bad version", "Mesa 25"),
    ]
    still = Culprit().with_versions((("Mesa 20", True), ("Mesa 22", False)))
    assert [what for what, _ in culprit_rows(still)] == ["first bad version", "versions"]
