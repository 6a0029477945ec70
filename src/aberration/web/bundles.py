"""The folder of a bug as one file to download."""

import io
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from aberration.core.errors import AberrationError, BadInput
from aberration.dedup.bugs import Bug
from aberration.methods.registry import method_named
from aberration.report.bundle import write_bundle
from aberration.web.bug_rows import BugRow
from aberration.web.bug_view import BugView, has_plain_names

_EARLY: Final = (1980, 1, 1, 0, 0, 0)
"""The time of each file in an archive: the same bug gives the same bytes."""


def zip_of(row: BugRow, view: BugView) -> bytes:
    """Return the folder of a bug (`report.bundle`) as a zip file; raise `BadInput` for a case that
    cannot be written.
    """
    if not has_plain_names(view):
        raise BadInput("the case has roles that are no plain words, and is not written to files")
    names = tuple(place.finding for place in row.findings)
    types = tuple(sorted({step.type for step in view.steps}))
    bug = Bug(
        row.id,
        row.family,
        row.kind,
        row.signature,
        types,
        names,
        row.culprit,
        row.reduced,
        row.perhaps,
    )
    with TemporaryDirectory(prefix="aberration-bundle-") as folder:
        method = method_named(view.case.recipe.method)
        try:
            write_bundle(bug, view.finding, dict(view.outcomes), method, Path(folder))
        except AberrationError:
            raise
        except Exception as error:
            # A case that was not made by us, with what a method or format has no words for.
            raise BadInput(f"the bug cannot be written: {error}") from None
        return _zipped(Path(folder))


def _zipped(folder: Path) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _EARLY)
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return out.getvalue()
