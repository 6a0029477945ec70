"""A bug as one file."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from helpers.dashboard import CRASH, WRONG

from aberration.core.errors import BadInput
from aberration.core.testcase import load_case, replay_case
from aberration.methods.registry import method_named
from aberration.web.bug_rows import Place
from aberration.web.bundles import archive_of
from aberration.web.site import Site


def test_the_file_holds_the_case_and_the_images(site: Site, tmp_path: Path) -> None:
    (row,) = [one for one in site.gathering.bugs().rows if one.findings[0].finding == WRONG]
    view = site.view_of(Place("night", WRONG))
    data = archive_of(row, view)
    assert data == archive_of(row, view), "the same bug gives the same bytes"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path)
    folder = row.id
    files = ("README.md", "case/case.json", "variant.png", "difference.png", "delta.txt")
    assert names >= {f"{folder}/{name}" for name in files}
    assert json.loads((tmp_path / folder / "case" / "case.json").read_text())["method"]
    case = load_case(tmp_path / folder / "case")
    assert replay_case(case, method_named("transform")).programs == view.case.programs


def test_a_log_comes_along(site: Site) -> None:
    (row,) = [one for one in site.gathering.bugs().rows if one.findings[0].finding == CRASH]
    with zipfile.ZipFile(io.BytesIO(archive_of(row, site.view_of(row.findings[0])))) as archive:
        assert f"{row.id}/variant.log" in archive.namelist()


def test_roles_that_are_paths_are_never_written(hostile: Site) -> None:
    (row,) = [one for one in hostile.gathering.bugs().rows if one.reduced]
    with pytest.raises(BadInput, match="as the role of a program"):
        archive_of(row, hostile.view_of(row.findings[0]))
