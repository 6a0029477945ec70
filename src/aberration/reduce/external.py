"""Reducers of text that are no part of us: cvise, creduce, shrinkray or picire, whichever is
installed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import BadInput, TargetUnavailable
from aberration.reduce.predicate import asking
from aberration.reduce.text_search import TextSearch, offer_text

NAME: Final = "reduced.c"
_ARGUMENTS: Final[dict[str, tuple[str, ...]]] = {
    "cvise": ("--n", "{jobs}", "--tidy", "--timeout", "{timeout}"),
    "creduce": ("--n", "{jobs}", "--tidy", "--timeout", "{timeout}"),
    # What versions of 2020 and of 2026 both take.
    "shrinkray": ("--parallelism", "{jobs}", "--timeout", "{timeout}"),
    "picire": ("--parallel", "--jobs", "{jobs}", "--out", "picire"),
}
"""In the order of preference."""
_NAMED: Final[dict[str, tuple[str, ...]]] = {"picire": ("--test", "{script}", "--input", "{file}")}
"""How the test and the file are given by those that take them by options."""
INSTALL: Final = "sudo apt-get install cvise"
_TEST_SECONDS: Final = 120
_GRACE: Final = 3.0


class External(msgspec.Struct, frozen=True):
    """A reducer: its name and its file."""

    name: str
    path: str

    def command(self, script: str, jobs: int, file: str = NAME) -> list[str]:
        """Return the command line that reduces a file of the folder where it is started."""
        last = _NAMED.get(self.name, ("{script}", "{file}"))
        given = {"jobs": jobs, "timeout": _TEST_SECONDS, "script": script, "file": file}
        words = [word.format(**given) for word in (*_ARGUMENTS[self.name], *last)]
        return ["nice", "-n", "10", self.path, *words]


def find_external(search_path: str, wanted: str = "") -> External | None:
    """Return the reducer of this name, or the first one that is installed, or None.

    Raises `BadInput` for a name that is not known and `TargetUnavailable` for one that is not
    installed.
    """
    if wanted and wanted not in _ARGUMENTS:
        raise BadInput(f"expected a reducer ({', '.join(_ARGUMENTS)}), but {wanted!r} came")
    for name in [wanted] if wanted else list(_ARGUMENTS):
        path = shutil.which(name, path=search_path)
        if path:
            return External(name, path)
    if wanted:
        raise TargetUnavailable(
            f"expected the reducer {wanted}, but it is not installed", hint=INSTALL
        )
    return None


def reduce_with(external: External, search: TextSearch, jobs: int, file: str = NAME) -> str:
    """Let a reducer go on from the best text, in a file of this name, until it ends or the time is
    over; return what it complained of.

    What it finds is in `search`, whatever becomes of the reducer. It lies in a session of its own
    and is killed with all that it started.
    """
    with tempfile.TemporaryDirectory(prefix="aberration-") as place:
        folder, test = Path(place) / "work", Path(place) / "test"
        for each in (folder, test):
            each.mkdir(mode=0o700)
        (folder / file).write_bytes(search.best)
        with asking(lambda text: offer_text(search, text), test, file) as script:
            return _run(external.command(str(script), jobs, file), folder, search)


def _run(command: Sequence[str], folder: Path, search: TextSearch) -> str:
    log = folder.with_name("log")
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            # Its scratch files go with the folder, even when it is killed.
            env={**os.environ, "TMPDIR": str(folder.parent)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status = process.wait(search.seconds_left)
        except subprocess.TimeoutExpired:
            return ""
        finally:
            _end(process)
    return "" if status == 0 else log.read_text("utf-8", "replace")[-2000:]


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask the reducer to end, then kill what is left of its session."""
    for signal_number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal_number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
