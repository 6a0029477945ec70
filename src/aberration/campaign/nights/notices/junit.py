"""The news of a night as JUnit XML, which most systems of continuous integration read: a suite for
each target, in which a new bug or a regression is a failure and a target that tested nothing an
error.

It has what both usual schemas ask for, that of Ant's task and that of Jenkins: `properties`, then
the test cases, then `system-out` and `system-err`.
"""

from collections.abc import Sequence
from xml.etree import ElementTree as Tree

import msgspec

from aberration.campaign.nights.configuration import NightConfiguration
from aberration.campaign.nights.notices.wording import (
    bug_line,
    clean,
    document,
    line,
    replayed_line,
)
from aberration.campaign.nights.records import LOUD, News, Replayed, TargetTold
from aberration.core.files import write_whole

_TESTS = "tests"
_SECONDS = len("2026-11-27T01:00:00")
"""The schema of Ant takes a time without its zone."""


class _Case(msgspec.Struct, frozen=True):
    name: str
    kind: str = ""
    message: str = ""
    text: str = ""


def junit_of(news: News) -> bytes:
    """Return the document."""
    suites = Tree.Element("testsuites")
    for number, target in enumerate(_targets(news)):
        suites.append(_suite(news, target, number))
    return document(suites)


def write_junit(news: News, configuration: NightConfiguration) -> None:
    """Write the file that the configuration names."""
    write_whole(configuration.base / configuration.keys.notices.junit, junit_of(news))


def _targets(news: News) -> list[TargetTold]:
    """Return the targets of the night, those that are missing or only known bugs have as well."""
    found = {one.id: one for one in news.targets}
    others = (
        *(one.target for one in news.silent),
        *(one.target for one in news.new),
        *(one.target for one in news.replayed),
    )
    for name in others:
        found.setdefault(name, TargetTold(name, "", 0))
    return list(found.values())


def _cases(news: News, target: TargetTold) -> list[_Case]:
    silent = [one for one in news.silent if one.target == target.id]
    cases = [_Case(_TESTS, "error", line(one.reason), one.reason) for one in silent]
    if not cases and target.outcomes:
        cases.append(_Case(_TESTS))
    cases += [
        _Case(bug.id, "failure", bug_line(bug), f"{bug.detail}\n{bug.case}")
        for bug in news.new
        if bug.target == target.id
    ]
    return cases + [_replayed(one) for one in news.replayed if one.target == target.id]


def _replayed(one: Replayed) -> _Case:
    said = replayed_line(one)
    if one.change in LOUD:
        return _Case(one.bug, "failure", said, said)
    return _Case(one.bug, "skipped" if one.change in ("no verdict", "not here") else "")


def _suite(news: News, target: TargetTold, number: int) -> Tree.Element:
    cases = _cases(news, target)
    suite = Tree.Element(
        "testsuite",
        {
            "name": clean(target.id),
            "package": "aberration",
            "id": str(number),
            "timestamp": news.begun[:_SECONDS],
            "hostname": "localhost",
            "tests": str(len(cases)),
            "failures": _count(cases, "failure"),
            "errors": _count(cases, "error"),
            "skipped": _count(cases, "skipped"),
            "time": f"{news.seconds:.3f}",
        },
    )
    properties = Tree.SubElement(suite, "properties")
    told = {"version": target.version, "outcomes": str(target.outcomes), "night": str(news.night)}
    for name, value in told.items():
        Tree.SubElement(properties, "property", {"name": name, "value": clean(value)})
    for case in cases:
        _add(suite, target.id, case)
    Tree.SubElement(suite, "system-out")
    Tree.SubElement(suite, "system-err")
    return suite


def _count(cases: Sequence[_Case], kind: str) -> str:
    return str(sum(case.kind == kind for case in cases))


def _add(suite: Tree.Element, target: str, case: _Case) -> None:
    named = {"name": clean(case.name), "classname": clean(target), "time": "0"}
    element = Tree.SubElement(suite, "testcase", named)
    if case.kind == "skipped":
        Tree.SubElement(element, "skipped")
    elif case.kind:
        attributes = {"message": case.message, "type": case.kind}
        Tree.SubElement(element, case.kind, attributes).text = clean(case.text)
