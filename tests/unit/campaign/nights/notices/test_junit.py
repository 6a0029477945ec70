"""JUnit XML, as the schemas of Ant and Jenkins have it."""

import re
from xml.etree import ElementTree as Tree

import msgspec
from helpers.nights import NEW, ROWS, news

from aberration.campaign.nights.notices.junit import junit_of
from aberration.campaign.nights.records import News, Replayed, Silent

REQUIRED = {
    "testsuite": {"name", "tests", "failures", "errors", "time", "timestamp", "hostname"},
    "testcase": {"name", "classname", "time"},
    "property": {"name", "value"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
}
"""The attributes that each element must have."""
ORDER = ["properties", "testcase", "system-out", "system-err"]
INSIDE = {
    "testsuites": {"testsuite"},
    "testsuite": {*ORDER},
    "properties": {"property"},
    "testcase": {"failure", "error", "skipped"},
}
HOSTILE = "<script>\x1b[31m\x00]]>\ud800 \u202e"


def checked(told: News) -> Tree.Element:
    """Return the document, held against what the schemas ask for."""
    root = Tree.fromstring(junit_of(told))
    assert root.tag == "testsuites"
    for element in root.iter():
        assert set(element.keys()) >= REQUIRED.get(element.tag, set())
        assert {child.tag for child in element} <= INSIDE.get(element.tag, set())
    for suite in root:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", str(suite.get("timestamp")))
        places = [ORDER.index(child.tag) for child in suite]
        assert places == sorted(places)
        for kind, name in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            assert suite.get(name) == str(len(suite.findall(f"testcase/{kind}")))
        assert suite.get("tests") == str(len(suite.findall("testcase")))
    return root


def cases(root: Tree.Element, target: str) -> dict[str, str]:
    """Return what the cases of a target came to, by name."""
    (suite,) = [one for one in root if one.get("name") == target]
    return {
        str(case.get("name")): next((child.tag for child in case), "passed")
        for case in suite.findall("testcase")
    }


def test_a_quiet_night_passes() -> None:
    root = checked(news())
    assert cases(root, "driver@2") == cases(root, "other") == {"tests": "passed"}


def test_new_bugs_and_regressions_are_failures_of_their_target() -> None:
    replayed = (
        Replayed("back", "driver@2", "wrong", "back again", ROWS),
        Replayed("there", "driver@2", "wrong", "still there", ROWS),
        Replayed("odd", "driver@2", "wrong", "no verdict", ROWS),
    )
    root = checked(news((NEW,), replayed))
    assert cases(root, "driver@2") == {
        "tests": "passed",
        "wrong-1234": "failure",
        "back": "failure",
        "there": "passed",
        "odd": "skipped",
    }
    assert cases(root, "other") == {"tests": "passed"}
    assert "first bad 2" in Tree.tostring(root, encoding="unicode")


def test_a_target_that_tested_nothing_is_an_error_also_where_it_is_missing() -> None:
    silent = (Silent("other", "all 5 programs were refused"), Silent("gone", "not here"))
    root = checked(news(silent=silent))
    assert cases(root, "other") == cases(root, "gone") == {"tests": "error"}


def test_whatever_a_compiler_says_the_document_can_be_read() -> None:
    bug = msgspec.structs.replace(NEW, id=HOSTILE, signature=HOSTILE, detail=HOSTILE)
    root = checked(news((bug,), silent=(Silent(HOSTILE, HOSTILE),)))
    assert all(one.tag != "script" for one in root.iter())
