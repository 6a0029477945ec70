"""A bug goes to a stranger and comes back: every file is there, the page asks for nothing, and the
programs are replayed byte for byte.
"""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import pytest
from helpers.command_line import aberration, rows
from helpers.pages import Opened, open_page
from helpers.shared_bugs import BUGS, IN_C, MODULES, shared_case

from aberration.core.program import companion_file
from aberration.core.testcase import load_case
from aberration.report.formats.format import programs_of
from aberration.report.sharing.receive import receive, write_case

CASES = sorted(path.name for path in BUGS.iterdir() if path.is_dir())
SOME = (
    "pcc-constant-division-signed",
    "lavapipe-nested-unrolling",
    "softpipe-fetched-level",
    "naga-wgsl-shift-of-parts",
)


def unpacked(archive: Path, folder: Path) -> Path:
    """Return the folder of a bug, unpacked as a stranger does."""
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(folder)
    (bug,) = folder.iterdir()
    return bug


def go_and_come_back(name: str, place: Path) -> Path:
    """Send a case to a stranger, who has all files, and take it back as it was; return the
    stranger's folder.
    """
    archive = shared_case(BUGS / name, place / "bug.zip")
    bug = unpacked(archive, place / "stranger")
    case = load_case(BUGS / name)
    text = (bug / "README.md").read_text()
    for role, program in programs_of(case).items():
        files = [f"{role}{program.suffix}", companion_file(program, role)]
        for file in filter(None, files):
            assert (bug / "case" / file).read_bytes() in (program.source, program.companion)
        if program.language in ("glsl", "essl", "wgsl"):
            assert (bug / "files" / files[0]).read_bytes().rstrip() == program.source.rstrip()
    assert "index.html" in text
    write_case(receive(archive), place / "back")
    assert load_case(place / "back") == case
    return bug


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    line = ["make", "-C", str(folder / "c"), *words]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("name", SOME)
def test_a_case_goes_and_comes_back(name: str, tmp_path: Path) -> None:
    bug = go_and_come_back(name, tmp_path)
    if (bug / "c").is_dir():
        done = make(bug, "CC=gcc")
        assert (done.returncode, "the same: the bug is not here" in done.stdout) == (0, True)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in CASES if name not in SOME])
def test_each_case_goes_and_comes_back(name: str, tmp_path: Path) -> None:
    go_and_come_back(name, tmp_path)


def test_a_makefile_shows_what_is_expected_and_what_came(tmp_path: Path) -> None:
    bug = unpacked(shared_case(IN_C, tmp_path / "bug.zip"), tmp_path / "stranger")
    wanted = bug / "c" / "expected.txt"
    wanted.write_text(wanted.read_text().replace("7\n", "8\n"))
    done = make(bug, "CC=gcc")
    assert done.returncode == 2
    assert (
        "expected (expected.txt):\n1\n8\n[exit status 0]\ngot (variant.out):\n1\n7\n" in done.stdout
    )


def test_the_commands_send_and_take(tmp_path: Path) -> None:
    archive, back = tmp_path / "bug.zip", tmp_path / "back"
    sent = aberration("export", MODULES, "-o", archive, "--json")
    assert (sent.code, sent.json["bytes"]) == (0, archive.stat().st_size)
    taken = aberration("import", archive, "-o", back)
    assert (taken.code, taken.out) == (0, f"{back}: the programs are what the recipe gives\n")
    assert load_case(back) == load_case(MODULES)
    again = aberration("import", archive, "-o", back)
    assert again.code == 2
    assert "expected a new or empty folder" in again.err


def quiet(page: Opened) -> bool:
    """True for a page that asked for its own files alone, and of which nothing complained."""
    return page.errors == [] and all(one.startswith("file://") for one in page.requests)


def test_a_browser_opens_the_page_without_a_network(tmp_path: Path) -> None:
    bug = unpacked(shared_case(MODULES, tmp_path / "bug.zip"), tmp_path / "stranger")
    page = open_page(bug / "index.html")
    assert quiet(page), json.dumps([page.errors, page.requests])
    assert page.title == MODULES.name
    assert MODULES.name in page.text


@pytest.mark.slow
def test_a_bug_from_elsewhere_is_seen_here(tmp_path: Path) -> None:
    target, archive, campaign = "tcc", tmp_path / "bug.zip", tmp_path / "campaign"
    sent = aberration(
        "export", BUGS / "tcc-truth-value-keeps-cast", "-t", target, "-o", archive, "--json"
    )
    assert sent.code == 0, sent.err
    begun = aberration(
        *("fuzz", "-m", "emi", "-t", "tcc", "--tests", "1", "--jobs", "1", "-o", campaign)
    )
    assert begun.code == 0, begun.err
    added = aberration("import", archive, "--into", campaign, "--json")
    assert added.code == 0, added.err
    (waiting,) = rows(aberration("findings", campaign, "--json").json["findings"])
    assert (waiting["id"], waiting["state"]) == (added.json["finding"], "waiting")
    again = aberration("import", archive, "--into", campaign, "--json")
    assert (again.json["finding"], again.json["known"]) == ("", waiting["id"])
    assert aberration("reduce", campaign, "--time", "60s").code == 0
    (seen,) = rows(aberration("findings", campaign, "--json").json["findings"])
    assert (seen["id"], seen["state"], seen["class"]) == (waiting["id"], "reduced", "reliable")
