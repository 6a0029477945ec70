"""Name the tests of what changed since the last commit, or since BASE, for `make test-fast`.

    python tools/changed_tests.py [BASE]

A file of the sources has its tests in the file of the same name below `tests/unit`, a folder's
`__init__` in all files of that folder. A changed test names itself; changed helpers name nothing,
since nearly all tests would follow.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCES: Final = PurePosixPath("src/aberration")
MIRRORED: Final = (SOURCES, PurePosixPath("benchmarks"), PurePosixPath("experiments"))


def changed_files(base: str) -> list[PurePosixPath]:
    """Return the files that differ from a commit, and those that git does not know yet."""
    commands = (
        ("git", "diff", "--name-only", "--diff-filter=d", base),
        ("git", "ls-files", "--others", "--exclude-standard"),
    )
    lines: list[str] = []
    for command in commands:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        lines += done.stdout.splitlines()
    return [PurePosixPath(line) for line in dict.fromkeys(lines)]


def mirrored_tests(files: Iterable[PurePosixPath], root: Path = ROOT) -> list[str]:
    """Return the tests of files, as paths below `root`, each once and only those that exist."""
    found = [path for file in files for path in _tests_of(file)]
    return [str(path) for path in dict.fromkeys(found) if (root / path).exists()]


def _tests_of(file: PurePosixPath) -> list[PurePosixPath]:
    if file.suffix != ".py":
        return []
    if file.parts[0] == "tests":
        return [file] if file.name.startswith("test_") else []
    folder = next((one for one in MIRRORED if file.is_relative_to(one)), None)
    if folder is None:
        return []
    # The tests of the package mirror it; those of the folders beside it keep their names.
    below = file.relative_to(folder if folder == SOURCES else PurePosixPath("."))
    mirror = PurePosixPath("tests/unit") / below.parent
    return [mirror] if file.name == "__init__.py" else [mirror / f"test_{file.name}"]


if __name__ == "__main__":
    print(" ".join(mirrored_tests(changed_files(sys.argv[1] if len(sys.argv) > 1 else "HEAD"))))
