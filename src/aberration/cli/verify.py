"""`aberration verify`: is a bug still there, on everything that is installed now?"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from aberration.campaign.places import is_campaign, open_findings
from aberration.campaign.triage.pipeline import bugs_of, targets_of
from aberration.campaign.trust import require_trust
from aberration.campaign.verification import (
    DEADLINE,
    Subject,
    Verification,
    Verifier,
    VersionResult,
    keep_checks,
    subject_of,
)
from aberration.cli.console import note, say, say_json, table
from aberration.cli.machine import targets_for
from aberration.cli.options import AsJson, Patterns, split
from aberration.cli.programs import language_of, read_case
from aberration.cli.trust import NoSandbox, Trust
from aberration.core.errors import BadInput, UnknownName
from aberration.core.target import Target
from aberration.methods.registry import method_named
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

_STATES = {
    "closed": "closed: right since {fixed_in}, and an older version still shows it",
    "passes": "passes now; no version here shows it, so nothing proves that it is mended",
    "open": "still there",
    "other": "the newest version does something else that is wrong",
    "unknown": "the newest version gave no verdict",
}


def verify(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="DIR_OR_CASE",
            help="The folder or address of a campaign, or a test case.",
        ),
    ],
    bugs: Annotated[
        list[str] | None,
        typer.Argument(metavar="[BUG]...", help="Bugs of the campaign. Default: all."),
    ] = None,
    patterns: Patterns = None,
    no_sandbox: NoSandbox = False,
    trust: Trust = False,
    looks: Annotated[
        int, typer.Option(min=1, help="How often to look at a case before it is right.")
    ] = 1,
    as_json: AsJson = False,
) -> None:
    """Run the smallest case of a bug on every version that is installed.

    Closed is a bug whose newest version is right while an older one still shows it in this run;
    a campaign stores all that was seen. Without targets: all of the bug's family. Exit code 1 if
    one is still there.
    """
    names = list(bugs or ())
    found: list[Verification] = []
    with TargetPool() as pool:
        verifier = Verifier(pool, DEADLINE)
        for one in _subjects(subject, names, split(patterns), looks):
            require_trust(subject, language_of(one.case), trusted=trust)
            found.append(_verify(verifier, one, split(patterns)))
            if one.bug:
                _keep(subject, found[-1])
            if not as_json:
                _say(found[-1])
    if as_json:
        say_json({"bugs": [row_of(one) for one in found]})
    raise typer.Exit(int(any(one.state in ("open", "other") for one in found)))


def _subjects(
    path: str, bugs: Sequence[str], patterns: Sequence[str], looks: int
) -> Iterator[Subject]:
    if is_campaign(path):
        yield from _of_campaign(path, bugs)
        return
    if bugs:
        raise BadInput(f"expected a campaign to have the bug {bugs[0]!r}", where=path)
    case = read_case(Path(path))
    language = language_of(case)
    lines: set[tuple[str, str]] = set()
    for target in targets_for(patterns, language):
        line = target.family or target.id, target.series or target.id
        if line not in lines and (patterns or not target.drawn):
            lines.add(line)
            yield Subject("", case, target, looks=looks)


def _of_campaign(place: str, wanted: Sequence[str]) -> list[Subject]:
    found: list[Subject] = []
    with open_findings(place) as store:
        targets = targets_of(store)
        known = {bug.id: bug for bug in bugs_of(store, targets, method_named)}
        if unknown := [name for name in wanted if name not in known]:
            hint = "`aberration dedup` lists them."
            raise UnknownName(
                f"expected the id of a bug, but {unknown[0]!r} came", where=store.where, hint=hint
            )
        for name in wanted or known:
            finding = store.finding(known[name].findings[0])
            target = targets.get(finding.target)
            if target is None:
                note(f"{name}: {finding.target} is no target of this machine")
                continue
            found.append(subject_of(name, finding, target))
    return found


def _verify(verifier: Verifier, subject: Subject, patterns: Sequence[str]) -> Verification:
    if not patterns:
        return verifier.verify(subject, whole_family=bool(subject.bug))
    chosen: list[Target] = select(discover(), patterns)
    speaking = [one for one in chosen if subject.language in one.languages]
    return verifier.verify_on(subject, speaking)


def _keep(place: str, found: Verification) -> None:
    """Store what was seen; a folder that is read-only is verified as any other."""
    try:
        with open_findings(place) as store:
            keep_checks(store, found)
    except BadInput as error:
        note(f"what was seen is not stored: {error.message}")


def row_of(found: Verification) -> dict[str, object]:
    """Return what scripts read of a verification."""
    return {
        "bug": found.bug,
        "finding": found.finding,
        "target": found.target,
        "state": found.state,
        "fixed_in": found.fixed_in,
        "first_bad": found.first_bad,
        "last_good": found.last_good,
        "versions": found.rows,
        "others": found.others,
    }


def _say(found: Verification) -> None:
    state = _STATES[found.state].format(fixed_in=found.fixed_in)
    name = f"{found.bug}: {found.target}" if found.bug else found.target
    say(f"{name}: {state}")
    if found.first_bad:
        good = found.last_good or "none here"
        say(f"  first bad {found.first_bad}, last good {good}")
    for line in table([_cells(row) for row in (*found.rows, *found.others)], indent="  "):
        say(line)


def _cells(row: VersionResult) -> tuple[str, str, str]:
    looks = f" in {row.looks} looks" if row.looks > 1 else ""
    return row.target, row.version, f"{row.word}{looks}"
