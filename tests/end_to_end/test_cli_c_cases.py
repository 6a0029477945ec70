"""A C case with a known result through its whole life: run, reduced, blamed, replayed; and as a
campaign's finding.
"""

import os
from pathlib import Path

import pytest
from helpers import wordplay
from helpers.command_line import aberration
from helpers.patchwork import HARMLESS, NEVER, RESULT, patched, planted_gcc

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.records import FoundRecord, RunRecord
from aberration.campaign.store import Header, Store
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.testcase import save_case

TARGET = "gcc-99:-O2"
ENTRY_POINT = "[aberration.methods]\npatchwork = helpers.patchwork:PatchMethod\n"
CASE = patched(HARMLESS, NEVER, HARMLESS)


@pytest.fixture(autouse=True)
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the method and the planted compiler where a command finds them."""
    site = wordplay.install(tmp_path / "site")
    (site / "wordplay-1.0.dist-info" / "entry_points.txt").write_text(ENTRY_POINT)
    monkeypatch.setenv("PYTHONPATH", f"{site}:{wordplay.SEARCHED}")
    planted_gcc(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")


def test_a_case_is_run_reduced_and_replayed(tmp_path: Path) -> None:
    save_case(CASE, tmp_path / "case")
    assert aberration("run", tmp_path / "case", "-t", TARGET).code == 1
    assert aberration("run", tmp_path / "case", "-t", "gcc-99:-O0").code == 0
    ran = aberration("reduce", tmp_path / "case", "-t", TARGET, "-o", tmp_path / "out", "--json")
    assert ran.code == 0
    assert (ran.json["status"], ran.json["steps"]) == ("complete", ["Patch"])
    culprit = ran.json["culprit"]
    assert isinstance(culprit, dict)
    assert (culprit["name"], culprit["first_bad"]) == ("-ftree-vrp", TARGET)
    assert aberration("replay", tmp_path / "out" / "case", "-t", TARGET).code == 1
    assert aberration("replay", tmp_path / "out" / "neighbour", "-t", TARGET).code == 0


def test_what_is_no_fault_of_the_compiler_is_not_reduced(tmp_path: Path) -> None:
    save_case(patched(NEVER, "{ int a[2] = {0, 0}; count = a[1 + one]; }"), tmp_path / "case")
    ran = aberration("reduce", tmp_path / "case", "-t", TARGET, "-o", tmp_path / "out")
    assert ran.code == 2
    assert "undefined behaviour in the variant" in ran.err


@pytest.mark.slow
def test_a_finding_is_shown_with_its_culprit(tmp_path: Path) -> None:
    folder = tmp_path / "campaign"
    folder.mkdir()
    store = Store.in_folder(folder)
    store.create(
        Header(FuzzConfiguration(methods=("patchwork",), targets=(TARGET,), tests=1), "digest")
    )
    wrong = Verdict("wrong", "wrong text", "2 of 7 differ")
    finding = Finding("000000-gcc", 0, TARGET, "gcc 99", wrong, CASE, "reliable", 3, 3)
    found = FoundRecord(finding, {"variant": RESULT, "expected": RESULT})
    store.record(RunRecord(0, "patchwork", 1, 1.0, 1.0, (), (found,)), 1.0)
    store.close()
    assert aberration("reduce", folder, finding.id).code == 0
    shown = aberration("show", folder, finding.id)
    assert shown.code == 0
    assert "right without -ftree-vrp" in shown.out
    assert "-Os -O2 -O3" in shown.out
    assert "flag -ftree-vrp" in aberration("dedup", folder).out
    assert aberration("report", folder, "-o", tmp_path / "report").code == 0
    (readme,) = (tmp_path / "report" / "bugs").glob("*/README.md")
    assert "| culprit | `right without -ftree-vrp` |" in readme.read_text()
