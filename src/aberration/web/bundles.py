"""A bug as one file to download: the archive of `aberration export`."""

from pathlib import Path
from tempfile import TemporaryDirectory

from aberration.core.errors import AberrationError, BadInput
from aberration.dedup.bugs import Bug
from aberration.methods.registry import method_named
from aberration.report.sharing.share import share_finding
from aberration.targets.registry import resolve
from aberration.web.bug_rows import BugRow
from aberration.web.bug_view import BugView


def archive_of(row: BugRow, view: BugView) -> bytes:
    """Return the archive of a bug (`report.sharing`) with this finding; raise `BadInput` for a
    case that cannot be written.
    """
    finding = view.finding
    bug = Bug(
        row.id,
        row.family,
        row.kind,
        row.signature,
        tuple(sorted({step.type for step in view.steps})),
        tuple(place.finding for place in row.findings),
        row.culprit,
        row.reduced,
        row.perhaps,
    )
    with TemporaryDirectory(prefix="aberration-bundle-") as folder:
        path = Path(folder) / "bug.zip"
        method = method_named(view.case.recipe.method)
        try:
            share_finding(bug, finding, dict(view.outcomes), method, path, resolve(finding.target))
        except AberrationError:
            raise
        except Exception as error:
            # A case that was not made by us, with what a method or format has no words for.
            raise BadInput(f"the bug cannot be written: {error}") from None
        return path.read_bytes()
