"""One bug, or one case, as an archive that a stranger can open without us."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from aberration.campaign.triage.pipeline import bugs_of, targets_of, unreduced_of
from aberration.campaign.whole_store import FindingStore
from aberration.core.errors import BadInput, UnknownName
from aberration.core.finding import Finding
from aberration.core.method import Method
from aberration.core.target import Target
from aberration.dedup.bugs import Bug
from aberration.methods.registry import method_named
from aberration.report.bug_text import Seen
from aberration.report.bundle import Account, account_of_bug, write_folder
from aberration.report.formats.format import Outcomes
from aberration.report.sharing.archive import pack
from aberration.report.sharing.manifest import SCHEMA, Manifest, SeenElsewhere, recipe_digest

SUFFIX: Final = ".zip"
_LISTED: Final = 8
_OTHER: Final = re.compile(r"[^A-Za-z0-9._+@-]+")


def share_bug(store: FindingStore, identifier: str, path: Path) -> str:
    """Write an archive of a bug of a campaign, and return the bug's id. `identifier` is that of
    the bug, or of one of its findings; empty for the only one there is.

    Raises `UnknownName` for one that is none, `BadInput` where there are several to choose from, or
    the finding is no bug: set aside, or not confirmed yet.
    """
    targets = targets_of(store)
    bugs = [*bugs_of(store, targets, method_named), *unreduced_of(store, targets)]
    bug = _choose(bugs, identifier, store)
    finding = store.finding(identifier if identifier in bug.findings else bug.findings[0])
    method = method_named(finding.case.recipe.method)
    outcomes, target = store.evidence(finding.id), targets.get(finding.target)
    share_finding(bug, finding, outcomes, method, path, target)
    return bug.id


def share_finding(
    bug: Bug,
    finding: Finding,
    outcomes: Outcomes,
    method: Method,
    path: Path,
    target: Target | None = None,
    seen: Sequence[Seen] = (),
) -> None:
    """Write an archive of a finding as what speaks for a bug; `seen` is what other targets did."""
    account = account_of_bug(bug, finding, outcomes, method, target, seen)
    elsewhere = SeenElsewhere(
        finding.target,
        finding.target_version,
        finding.verdict,
        finding.reliability,
        finding.observed,
        finding.tries,
        finding.culprit,
    )
    share_account(account, plain_name(bug.id), path, elsewhere)


def share_account(
    account: Account, name: str, path: Path, seen: SeenElsewhere | None = None
) -> None:
    """Write an archive of what is to be told of a case."""
    recipe = recipe_digest(account.case.recipe)
    with TemporaryDirectory(prefix="aberration-export-") as place:
        folder = Path(place) / name
        write_folder(account, folder)
        pack(folder, Manifest(SCHEMA, name, recipe, (), seen), path)


def plain_name(text: str) -> str:
    """Return a text as the name of the folder in an archive."""
    return _OTHER.sub("-", text)[:80].strip("-.+@") or "case"


def _choose(bugs: Sequence[Bug], identifier: str, store: FindingStore) -> Bug:
    if not identifier:
        return _only(bugs)
    found = [bug for bug in bugs if identifier == bug.id or identifier in bug.findings]
    if found:
        return found[0]
    known = [finding for finding in store.findings() if finding.id == identifier]
    if known:
        state, reason = known[0].state, known[0].reason
        what = f"set aside: {reason}" if state == "set-aside" else "not confirmed yet"
        raise BadInput(f"expected a bug, but the finding {identifier} is {what}")
    raise UnknownName(
        f"expected the id of a bug or finding, but {identifier!r} came",
        hint=f"There are {_list_of(bugs)}." if bugs else "The campaign found none.",
    )


def _only(bugs: Sequence[Bug]) -> Bug:
    if not bugs:
        raise BadInput("the campaign found no bug")
    if len(bugs) > 1:
        raise BadInput("expected the id of a bug, as there are several", hint=_list_of(bugs))
    return bugs[0]


def _list_of(bugs: Sequence[Bug]) -> str:
    names = [bug.id for bug in bugs[:_LISTED]]
    more = f" and {len(bugs) - _LISTED} more" if len(bugs) > _LISTED else ""
    return f"{', '.join(names)}{more}"
