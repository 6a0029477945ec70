"""Run the command as a user does: a process, its exit code, and what it prints where."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "corpus"
COMMAND = (sys.executable, "-m", "aberration.cli.main")


class Ran(msgspec.Struct, frozen=True):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, object]:
        """Return the one JSON object on stdout."""
        found: object = json.loads(self.out)
        assert isinstance(found, dict)
        return found


def aberration(*arguments: str | Path, folder: Path | None = None) -> Ran:
    """Run one command line to its end."""
    line = [*COMMAND, *map(str, arguments)]
    done = subprocess.run(
        line, capture_output=True, text=True, check=False, timeout=300, cwd=folder
    )
    assert "Traceback" not in done.stderr, done.stderr
    return Ran(done.returncode, done.stdout, done.stderr)


def started(*arguments: str | Path) -> "subprocess.Popen[str]":
    """Start a command line; the caller reads its stderr and ends it."""
    line: Sequence[str] = [*COMMAND, *map(str, arguments)]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def rows(value: object) -> list[dict[str, object]]:
    """Return a list of JSON objects as what it is."""
    return msgspec.convert(value, list[dict[str, object]])
