"""What the tutorials say works, command by command."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from helpers.command_line import ROOT
from helpers.packaging import tracked_files
from helpers.tutorials import PAGES, blocks_of, follow

COPIED = ("src/", "corpus/", "tests/helpers/", "tests/conftest.py", "pyproject.toml")
"""Of the checkout, for what a tutorial adds to it; beside these the modules of all folders."""


def test_blocks_are_files_commands_and_text() -> None:
    page = '```sh title="a"\nx\n```\n\n```sh\ny\nz\n```\n\n```text\nw\n```\n'
    found = [(block.language, block.title, block.text) for block in blocks_of(page)]
    assert found == [("sh", "a", "x\n"), ("sh", "", "y\nz\n"), ("text", "", "w\n")]


def test_each_tutorial_is_followed_here() -> None:
    here = Path(__file__).read_text()
    assert [page.name for page in PAGES.glob("*.md") if f'follow("{page.name}"' not in here] == []


def test_a_first_bug(tmp_path: Path) -> None:
    doctor, fuzz, look = follow("first-bug.md", tmp_path)
    assert "  ok  swiftshader" in doctor.out
    assert fuzz.code == 1, fuzz.err
    assert "crash on mutant-chained-access" in fuzz.err
    assert fuzz.out.splitlines()[-1] == "report: first/report/index.html"
    assert "mutant-chained-access" in look.out
    page = (tmp_path / "first" / "report" / "index.html").read_text()
    assert "mutant-chained-access" in page
    readmes = (tmp_path / "first" / "report" / "bugs").glob("*/README.md")
    assert any("mutant-chained-access" in readme.read_text() for readme in readmes)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_bug_is_reduced_and_reported(tmp_path: Path) -> None:
    fuzz, before, reduced, dedup, report, replayed = follow("report-a-bug.md", tmp_path)
    assert fuzz.code == 1
    assert "mutant-chained-access" in before.out
    assert "->" in reduced.out + reduced.err
    assert "crash" in dedup.out
    assert "README.md" in report.out
    assert replayed.code == 1


@pytest.mark.slow
def test_a_compiler_of_ones_own(tmp_path: Path) -> None:
    _, targets, ran, fuzz = follow("own-compiler.md", tmp_path)
    assert targets.out.split()[:3] == ["mycc", "executes", "c"]
    assert "2 different results" in ran.out
    assert fuzz.code == 1, fuzz.err
    assert "wrong on mycc" in fuzz.err
    assert "mycc" in fuzz.out


@pytest.mark.slow
def test_a_transformation_of_ones_own(tmp_path: Path) -> None:
    for name in tracked_files():
        if name.startswith(COPIED) or name.endswith(".py"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    modules = os.pathsep.join([str(tmp_path / "src"), str(tmp_path / "tests")])
    tested, made = follow("own-transformation.md", tmp_path, modules)
    assert " passed" in tested.out or "100%" in tested.out
    assert "/case.json" in made.out
