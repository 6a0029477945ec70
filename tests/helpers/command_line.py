"""Run the command as a user does: its exit code, and what it prints where."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from helpers.warm_commands import warm_commands

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
    return ran_warm(arguments, os.environ, folder, 300)


def ran_warm(
    arguments: Sequence[str | Path],
    environment: Mapping[str, str],
    folder: Path | None,
    limit: float,
) -> Ran:
    """Run one command line to its end in an environment, in a fork of a process that has loaded
    it; as a program where a fork cannot have that environment.

    Raise `subprocess.TimeoutExpired` after `limit` seconds.
    """
    line = [*map(str, arguments)]
    if warm_commands().takes(environment):
        ended = warm_commands().run(line, environment, folder or Path.cwd(), limit)
        return _ran(ended.code, ended.out, ended.err)
    return ran_as_program(line, environment, folder, limit)


def ran_as_program(
    arguments: Sequence[str | Path],
    environment: Mapping[str, str],
    folder: Path | None,
    limit: float,
    before: Sequence[str] = (),
) -> Ran:
    """Run one command line to its end as a user's shell does, behind the words `before`."""
    done = subprocess.run(
        [*before, *COMMAND, *map(str, arguments)],
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
        timeout=limit,
        cwd=folder,
    )
    return _ran(done.returncode, done.stdout, done.stderr)


def _ran(code: int, out: str, err: str) -> Ran:
    assert "Traceback" not in err, err
    return Ran(code, out, err)


def started(*arguments: str | Path) -> "subprocess.Popen[str]":
    """Start a command line; the caller reads its stderr and ends it."""
    line: Sequence[str] = [*COMMAND, *map(str, arguments)]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def rows(value: object) -> list[dict[str, object]]:
    """Return a list of JSON objects as what it is."""
    return msgspec.convert(value, list[dict[str, object]])
