"""Temporary files of a command lie in one folder, which goes with it."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from aberration.cli.scratch import LOCK, PREFIX, remove_abandoned, scratch_folder

LONG_AGO = time.time() - 3600.0


@pytest.fixture(autouse=True)
def _own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def abandoned(place: Path, name: str) -> Path:
    folder = place / f"{PREFIX}{name}"
    (folder / "worker").mkdir(parents=True)
    (folder / LOCK).touch()
    os.utime(folder, (LONG_AGO, LONG_AGO))
    return folder


def test_temporary_files_go_with_the_command(tmp_path: Path) -> None:
    with scratch_folder() as folder:
        Path(tempfile.mkdtemp(prefix="aberration-"), "left").touch()
        code = "import tempfile; print(tempfile.mkdtemp())"
        child = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        assert Path(child.stdout.strip()).parent == folder
    assert list(tmp_path.iterdir()) == []
    assert tempfile.gettempdir() == str(tmp_path)


def test_what_a_killed_command_left_is_removed_by_the_next(tmp_path: Path) -> None:
    left = abandoned(tmp_path, "killed")
    with scratch_folder():
        assert not left.exists()


def test_a_folder_in_use_stays(tmp_path: Path) -> None:
    with scratch_folder() as folder:
        os.utime(folder, (LONG_AGO, LONG_AGO))
        remove_abandoned(tmp_path)
        assert folder.is_dir()


def test_young_folders_and_links_stay(tmp_path: Path) -> None:
    young = abandoned(tmp_path, "young")
    os.utime(young)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / f"{PREFIX}link").symlink_to(elsewhere)
    remove_abandoned(tmp_path)
    assert young.is_dir()
    assert elsewhere.is_dir()
