"""The words of all notices."""

from xml.etree import ElementTree as Tree

import msgspec
import pytest
from helpers.nights import NEW, ROWS, news

from aberration.campaign.nights.notices.wording import (
    bug_line,
    clean,
    document,
    headline,
    how_to_see,
    line,
    replayed_line,
)
from aberration.campaign.nights.records import News, Replayed, Silent

SILENT = Silent("a", "why")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (news(), "Night 3: nothing new"),
        (news((NEW,)), "Night 3: 1 new bug"),
        (
            news((NEW, NEW), silent=(SILENT, SILENT)),
            "Night 3: 2 new bugs, 2 targets that tested nothing",
        ),
        (news(troubles=("x",)), "Night 3: 1 slice in trouble"),
        (news(replayed=(Replayed("b", "t", "wrong", "fixed"),) * 2), "Night 3: 2 fixes"),
    ],
)
def test_the_headline(told: News, words: str) -> None:
    assert headline(told) == words


def test_a_new_bug_says_which_version_brought_it() -> None:
    assert bug_line(NEW) == "driver@2: wrong: wrong image (first bad 2, last good 1)"
    oldest = msgspec.structs.replace(NEW, last_good="", signature="", perhaps="wrong-9")
    assert bug_line(oldest) == "driver@2: wrong (first bad 2, last good none here); perhaps wrong-9"
    assert how_to_see(NEW, "nights").endswith("replay nights/0001/bugs/wrong-1234/case -t driver@2")


def test_a_known_bug_says_what_each_version_did() -> None:
    fixed = Replayed("b", "t", "wrong", "fixed", ROWS, fixed_in="3")
    assert replayed_line(fixed) == "b: fixed in 3 (1: right, 2: wrong)"
    away = Replayed("b", "t", "wrong", "not here")
    assert replayed_line(away) == "b: not here (no version is here)"


def test_a_line_has_no_control_characters_and_an_end() -> None:
    assert line("a\n\x1b[31m b\ud800") == "a \ufffd[31m b\ufffd"
    assert len(line("x" * 1000)) == 300


def test_a_document_can_be_read_whatever_is_in_it() -> None:
    root = Tree.Element("a", {"b": clean('\x00<&"')})
    assert Tree.fromstring(document(root)).get("b") == '\ufffd<&"'
