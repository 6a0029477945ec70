"""The checkout's files as git knows them, and a wheel built from them alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from helpers.command_line import ROOT


def tracked_files() -> list[str]:
    """Return the files of the checkout, by path from its root, that git tracks or would."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    paths = sorted(filter(None, listed.stdout.split("\0")))
    return [path for path in paths if (ROOT / path).is_file()]


def build_from_a_clean_copy(folder: Path, *kinds: str) -> list[Path]:
    """Build `--wheel` or `--sdist` from a copy of the tracked files; return what was built.

    No leftover of an earlier build and no other file of the checkout comes in.
    """
    source = folder / "source"
    for path in tracked_files():
        target = source / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, target)
    return build(source, folder / "dist", *kinds)


def build(source: Path, output: Path, *kinds: str) -> list[Path]:
    """Build the project in `source`, with the setuptools that is installed here."""
    command = [sys.executable, "-m", "build", "--no-isolation", *kinds, "-o", str(output)]
    done = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return sorted(output.iterdir())
