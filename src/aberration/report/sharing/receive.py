"""An archive from somebody else, as a case, or as a finding that waits to be seen here.

Nothing of it is believed: every file is looked at, the recipe is replayed and must give the
programs, and what was seen elsewhere is told and not taken over.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Final

import msgspec

from aberration.campaign.confirm import waiting
from aberration.campaign.records import FoundRecord
from aberration.campaign.store import Store
from aberration.campaign.triage.pipeline import families_of, targets_of
from aberration.core.errors import AberrationError, BadInput
from aberration.core.finding import IMPORTED, Finding
from aberration.core.oracle import roles_of
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.core.testcase import load_case, save_case
from aberration.dedup.bugs import Bug, find_bugs
from aberration.methods.registry import method_named
from aberration.report.sharing.archive import unpack
from aberration.report.sharing.manifest import Manifest, SeenElsewhere, recipe_digest
from aberration.report.sharing.replaying import check_replay
from aberration.report.sharing.share import plain_name

_DIGITS: Final = 8


class Received(msgspec.Struct, frozen=True):
    """A case whose recipe gives its programs, and what its archive says of it."""

    case: TestCase
    manifest: Manifest


class Arrival(msgspec.Struct, frozen=True):
    """What became of a case in a store: the id of the finding that was added, or of the one that
    was there before (`known`), and why these are one: the `recipe`, or the `bug` of this id.
    """

    finding: str = ""
    known: str = ""
    same: str = ""


def receive(path: Path) -> Received:
    """Read an archive; raise `BadInput` for one in which anything is not as it should be."""
    contents = unpack(path)
    with TemporaryDirectory(prefix="aberration-import-") as place:
        folder = Path(place)
        try:
            for name, data in contents.case.items():
                _write(folder, name, data)
            case = load_case(folder)
            if recipe_digest(case.recipe) != contents.manifest.recipe:
                raise BadInput("the recipe is not the one that the list names")
            check_replay(folder)
        except AberrationError as error:
            # The place is a folder that is gone when people read it.
            raise BadInput(error.message, where=f"{path}: case", hint=error.hint) from None
    return Received(case, contents.manifest)


def _write(folder: Path, name: str, data: bytes) -> None:
    if "/" in name:
        raise BadInput(f"expected a case without folders, but {name!r} came")
    (folder / name).write_bytes(data)


def write_case(received: Received, directory: Path) -> None:
    """Write the case into a new folder: it is there whole, or not at all."""
    if directory.is_symlink() or (
        directory.exists() and (not directory.is_dir() or any(directory.iterdir()))
    ):
        raise BadInput("expected a new or empty folder", where=str(directory))
    try:
        directory.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(mkdtemp(prefix=f".{directory.name}.", dir=directory.parent))
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", where=str(directory)) from None
    try:
        beside.chmod(0o755)
        save_case(received.case, beside)
        os.replace(beside, directory)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", where=str(directory)) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def add_to_store(store: Store, received: Received, target: Target) -> Arrival:
    """Add the case to a campaign as a finding of a target that waits to be confirmed here, unless
    its bug is there. Raises `BadInput` for a case that the target does not take, or of which the
    archive does not say what is wrong with it.
    """
    case, seen = received.case, received.manifest.seen
    _check_language(case, target)
    if seen is None or not seen.verdict.is_finding:
        raise BadInput(
            "the archive does not say what went wrong, and where",
            hint=f"Import it with -o CASE, and see: aberration reduce CASE -t {target.id}",
        )
    digest = recipe_digest(case.recipe)
    findings = store.findings()
    families = families_of({**targets_of(store), target.id: target})
    for one in findings:
        if families.get(one.target) == families[target.id] and digest in _recipes(one):
            return Arrival(known=one.id, same="recipe")
    finding = _waiting(case, seen, target, digest)
    bug = _known_bug(finding, seen, findings, families)
    if bug is not None:
        known = next(one for one in bug.findings if one != finding.id)
        return Arrival(known=known, same=bug.id)
    store.add_finding(FoundRecord(finding, {}))
    return Arrival(finding=finding.id)


def _waiting(case: TestCase, seen: SeenElsewhere, target: Target, digest: str) -> Finding:
    identifier = f"imported-{digest[:_DIGITS]}-{plain_name(target.id)}"
    finding = waiting(identifier, IMPORTED, case, target.id, "", seen.verdict)
    where = f"{seen.target}, {seen.version}" if seen.version else seen.target
    return msgspec.structs.replace(finding, reason=f"imported: seen elsewhere on {where}")


def _known_bug(
    finding: Finding, seen: SeenElsewhere, findings: list[Finding], families: dict[str, str]
) -> Bug | None:
    """Return the bug of the campaign that the case shows, if what is said of it is true."""
    said = msgspec.structs.replace(finding, state="reduced", culprit=seen.culprit)
    bugs = find_bugs(
        [*findings, said],
        families,
        lambda name: method_named(name).ignored_types,
        lambda name: method_named(name).ingredients,
    )
    return next((bug for bug in bugs if finding.id in bug.findings and len(bug.findings) > 1), None)


def _recipes(finding: Finding) -> set[str]:
    cases = (finding.case, finding.reduced, finding.partial)
    return {recipe_digest(case.recipe) for case in cases if case is not None}


def _check_language(case: TestCase, target: Target) -> None:
    languages = {case.programs[role].language for role in roles_of(case.oracle)}
    if not languages <= set(target.languages):
        raise BadInput(f"{target.id} does not take programs in {' and '.join(sorted(languages))}")
