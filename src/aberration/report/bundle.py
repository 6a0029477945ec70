"""The folder of one bug: all that a compiler developer needs, ready to paste.

`README.md` and `index.html` (what, where, versions, how to see it), `case/` (the reduced test
case), `neighbour/` (one step fewer: it works), `original/` (as it was found), `delta.txt`, the
images, the log of a crash, and the case in every format of `formats/` that can hold it.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from aberration.core.finding import Finding
from aberration.core.method import Method
from aberration.core.oracle import Expected
from aberration.core.outcome import Crash, Text
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.core.testcase import check_roles, save_case
from aberration.dedup.bugs import Bug, smallest_case
from aberration.report.bug_text import (
    BugText,
    Seen,
    expected_and_actual,
    text_of_bug,
    text_of_case,
)
from aberration.report.formats.format import Outcomes
from aberration.report.formats.registry import export
from aberration.report.images import pictures_of, save_difference, save_png
from aberration.report.pages import templates
from aberration.report.without_us import shell_lines

PAGE = "index.html"


class BugReport(msgspec.Struct, frozen=True):
    """A bug with the finding that speaks for it, what is said of it, the files written for it, and
    the lines of a shell that show it without us.
    """

    bug: Bug
    finding: Finding
    folder: str
    files: tuple[str, ...]
    text: BugText
    lines: tuple[str, ...] = ()


class Account(msgspec.Struct, frozen=True):
    """All that is to be told of a case: the smallest one, what is said of it, the target, what that
    did; the case with one step fewer, and the one that was found, if there are such.
    """

    case: TestCase
    text: BugText
    target: Target | None = None
    outcomes: Outcomes = {}
    neighbour: TestCase | None = None
    original: TestCase | None = None


class Written(msgspec.Struct, frozen=True):
    """The files of a folder, and the lines of a shell that show the bug."""

    files: tuple[str, ...]
    lines: tuple[str, ...]


def write_bundle(
    bug: Bug,
    finding: Finding,
    outcomes: Outcomes,
    method: Method,
    directory: Path,
    target: Target | None = None,
) -> BugReport:
    """Write the folder of a bug below `directory`, in place of an older one; `target` tells how
    others run it.
    """
    folder = directory / bug.id
    if folder.exists():
        shutil.rmtree(folder)
    account = account_of_bug(bug, finding, outcomes, method, target)
    written = write_folder(account, folder)
    return BugReport(bug, finding, bug.id, written.files, account.text, written.lines)


def account_of_bug(
    bug: Bug,
    finding: Finding,
    outcomes: Outcomes,
    method: Method,
    target: Target | None = None,
    seen: Sequence[Seen] = (),
) -> Account:
    """Return what is to be told of a bug; `seen` is what other targets did with its case."""
    return Account(
        smallest_case(finding),
        text_of_bug(bug, finding, outcomes, method, seen),
        target,
        outcomes,
        finding.neighbour,
        finding.case if finding.reduced is not None else None,
    )


def account_of_case(
    name: str, case: TestCase, method: Method, neighbour: TestCase | None = None
) -> Account:
    """Return what is to be told of a case that was not run."""
    text = text_of_case(name, case, method)
    if neighbour is not None:
        text = msgspec.structs.replace(text, delta=method.delta(neighbour, case))
    match case.oracle:
        case Expected(outcome=outcome):
            return Account(case, text, outcomes={"expected": outcome}, neighbour=neighbour)
        case _:
            return Account(case, text, neighbour=neighbour)


def write_folder(account: Account, folder: Path) -> Written:
    """Write all files about a case into a new folder; raise `BadInput` for an outcome whose role
    is no name of a file.
    """
    check_roles(account.outcomes)
    folder.mkdir(parents=True)
    files = _write_cases(account, folder)
    files += _write_outcomes(account.case, account.outcomes, folder)
    exported = export(account.case, account.outcomes)
    for name, text in exported.files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8", newline="")
    files += list(exported.files)
    lines = shell_lines(account.case, account.target, exported.commands)
    written = Written((PAGE, *files), lines)
    _write_pages(account.text, written, exported.refused, folder)
    return written


def _write_cases(account: Account, folder: Path) -> list[str]:
    files = ["case"]
    save_case(account.case, folder / "case")
    if account.original is not None:
        save_case(account.original, folder / "original")
        files.append("original")
    if account.neighbour is not None:
        save_case(account.neighbour, folder / "neighbour")
        (folder / "delta.txt").write_text(account.text.delta)
        files += ["neighbour", "delta.txt"]
    return files


def _write_outcomes(case: TestCase, outcomes: Outcomes, folder: Path) -> list[str]:
    files = []
    for role, outcome in sorted(outcomes.items()):
        for name, image in pictures_of(role, outcome):
            save_png(image, folder / name)
            files.append(name)
        if isinstance(outcome, Text):
            (folder / f"{role}.txt").write_bytes(outcome.stdout)
            files.append(f"{role}.txt")
        if isinstance(outcome, Crash) and outcome.log:
            (folder / f"{role}.log").write_text(outcome.log)
            files.append(f"{role}.log")
    one, other = expected_and_actual(case, outcomes)
    pairs = zip(pictures_of("difference", one), pictures_of("difference", other), strict=False)
    for (name, wanted), (_, came) in pairs:
        if save_difference(wanted, came, case.oracle.tolerance, folder / name):
            files.append(name)
    return files


def _write_pages(text: BugText, written: Written, refused: Mapping[str, str], folder: Path) -> None:
    environment = templates()
    for template, name in (("bug.md.j2", "README.md"), ("bug.html.j2", PAGE)):
        page = environment.get_template(template).render(
            bug=text, files=written.files, lines=written.lines, refused=refused
        )
        (folder / name).write_text(page, "utf-8")
