"""The news of a night in words, the same in all notices. What a compiler said may hold anything:
control characters are replaced before it goes into a file that others read.
"""

import re
from xml.etree import ElementTree as Tree

from aberration.campaign.nights.records import FoundAgain, NewBug, News, Replayed

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_LONGEST = 300


def clean(text: str) -> str:
    """Return a text without what XML 1.0 forbids, and without control characters."""
    return _CONTROL.sub("\ufffd", text)


def line(text: str) -> str:
    """Return a text as one line that is not too long."""
    flat = " ".join(clean(text).split())
    return flat if len(flat) <= _LONGEST else f"{flat[: _LONGEST - 1]}…"


def document(root: Tree.Element) -> bytes:
    """Return an XML document, indented."""
    Tree.indent(root)
    text = Tree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def headline(news: News) -> str:
    """Return what a night found in one line."""
    parts = [
        (len(news.new), "new bug"),
        (len(news.back), "regression"),
        (len(news.fixed), "fix"),
        (len(news.silent), "target that tested nothing"),
        (len(news.troubles), "slice in trouble"),
    ]
    said = [_count(number, noun) for number, noun in parts if number]
    return f"Night {news.night}: {', '.join(said) or 'nothing new'}"


def _count(number: int, noun: str) -> str:
    if number == 1:
        return f"1 {noun}"
    plurals = {
        "fix": "fixes",
        "target that tested nothing": "targets that tested nothing",
        "slice in trouble": "slices in trouble",
    }
    return f"{number} {plurals.get(noun, f'{noun}s')}"


def bug_line(bug: NewBug) -> str:
    """Return a new bug in one line."""
    said = (
        f"{bug.target}: {bug.kind}: {bug.signature}"
        if bug.signature
        else (f"{bug.target}: {bug.kind}")
    )
    since = versions_line(bug.first_bad, bug.last_good)
    perhaps = f"; perhaps {bug.perhaps}" if bug.perhaps else ""
    return line(f"{said}{f' ({since})' if since else ''}{perhaps}")


def replayed_line(one: Replayed) -> str:
    """Return what became of a known bug in one line."""
    versions = ", ".join(f"{row.version}: {row.word}" for row in one.versions)
    fixed = f" in {one.fixed_in}" if one.change == "fixed" and one.fixed_in else ""
    return line(f"{one.bug}: {one.change}{fixed} ({versions or 'no version is here'})")


def known_line(one: FoundAgain) -> str:
    """Return a known bug that was met again in one line."""
    said = (
        f"{one.target}: {one.kind}: {one.signature}"
        if one.signature
        else (f"{one.target}: {one.kind}")
    )
    return line(f"known: {one.known} ({said}; {_count(one.findings, 'finding')})")


def versions_line(first_bad: str, last_good: str) -> str:
    """Return which version brought a bug, or nothing."""
    if not first_bad:
        return ""
    return f"first bad {first_bad}, last good {last_good or 'none here'}"


def how_to_see(bug: NewBug, root: str) -> str:
    """Return the command that shows a new bug; `root` is the folder of nights."""
    return line(f"aberration replay {root}/{bug.case} -t {bug.target}")
