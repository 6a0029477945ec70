"""Replays the case in a folder, in a process of its own with limits: what a stranger's recipe does
to us ends there.

    python -m aberration.report.sharing.replaying FOLDER

Exit status 0: the programs are made again, byte for byte. 1: they are not, or not within the
limits; the reason is printed.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from aberration.core.errors import AberrationError, BadInput, with_place
from aberration.core.recipe import TestCase
from aberration.core.testcase import load_case, replay_case
from aberration.methods.registry import method_named

SECONDS: Final = 120
MEMORY: Final = 4 << 30
_MOST_LETTERS: Final = 400


def check_replay(folder: Path, seconds: float = SECONDS) -> None:
    """Raise `BadInput` for a case whose recipe does not give its programs, or not within so many
    seconds.
    """
    command = [sys.executable, "-m", __spec__.name, str(folder)]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise BadInput(f"the recipe was not replayed within {seconds:g} s") from None
    if done.returncode:
        said = done.stdout.strip() or f"the replay ended with status {done.returncode}"
        raise BadInput(said[:_MOST_LETTERS])


def main(arguments: Sequence[str]) -> int:
    """Replay one case within the limits; return the exit status."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        case = load_case(Path(arguments[0]))
        _check_inputs(case, replay_case(case, method_named(case.recipe.method)))
    except AberrationError as error:
        print(error.message)
        return 1
    except Exception as error:
        print(f"the recipe cannot be replayed: {with_place(error)}")
        return 1
    return 0


def _check_inputs(case: TestCase, again: TestCase) -> None:
    """Raise `BadInput` where a program runs on other inputs than its recipe gives."""
    for role, program in case.programs.items():
        if again.programs[role].inputs != program.inputs:
            raise BadInput(f"the inputs of {role} differ from what the recipe gives")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
