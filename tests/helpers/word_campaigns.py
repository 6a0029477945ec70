"""Campaigns of the plug-in `wordplay` through the command line, as a user runs them, and what of
their stores must not depend on how they ran.
"""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from helpers import wordplay
from helpers.command_line import COMMAND, Ran

from aberration.campaign import tables
from aberration.campaign.store import Store
from aberration.core.finding import Finding
from aberration.targets.places import TOOLS_VARIABLE

LIMIT = 300.0
CONFIGURATION = """
methods = ["wordplay"]
targets = ["{targets}"]
seeds = ["{seeds}"]
donors = ["{seeds}"]
jobs = {jobs}
tests = {tests}
deadline = 5.0
confirmations = 1

[method.wordplay]
variants = 3
options = {{ words = "{words}" }}
"""
WORDS = "w0 w1 w2 w3 w4 w5 boom twist"
TIMES = frozenset(("seconds", "busy", "executors", "restarts"))
"""Columns that tell how long something took, or how often a worker had to be replaced."""
OF_CALLS = frozenset(("sessions", "beside"))
"""Tables with a row for each call of a campaign."""


class WordCampaigns:
    """Starts campaigns of the plug-in below one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        site = wordplay.install(folder / "site")
        self.seeds = wordplay.write_seeds(
            folder / "seeds", "alpha", "beta", "gamma", "random", "delta"
        )
        self.environment: dict[str, str] = os.environ | {
            "PYTHONPATH": f"{site}:{wordplay.SEARCHED}",
            # Words are told as C: no compiler of this machine shall look at them.
            "PATH": str(folder / "no programs"),
            TOOLS_VARIABLE: str(folder / "no tools"),
        }

    def configuration(
        self, name: str = "campaign", *, tests: int = 18, jobs: int = 2, **other: str
    ) -> Path:
        """Write a configuration; `targets`, `words` and `seeds` may be other than usual."""
        choices = {"targets": "words", "words": WORDS, "seeds": str(self.seeds)} | other
        text = CONFIGURATION.format(tests=tests, jobs=jobs, **choices)
        path = self.folder / f"{name}.toml"
        path.write_text(text)
        return path

    def run(
        self,
        *line: str | Path,
        before: Sequence[str] = (),
        environment: Mapping[str, str | None] | None = None,
        folder: Path | None = None,
    ) -> Ran:
        """Run a command to its end, behind the words `before`, in an environment with other
        variables (None: without).
        """
        done = subprocess.run(
            [*before, *COMMAND, *map(str, line)],
            env=self._environment_with(environment or {}),
            capture_output=True,
            text=True,
            timeout=LIMIT,
            cwd=folder,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Ran(done.returncode, done.stdout, done.stderr)

    def start(self, *line: str | Path) -> "subprocess.Popen[bytes]":
        """Start a command and let it run."""
        return subprocess.Popen(
            [*COMMAND, *map(str, line)],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    def _environment_with(self, others: Mapping[str, str | None]) -> dict[str, str]:
        changed = {**self.environment, **others}
        return {name: value for name, value in changed.items() if value is not None}


class Contents(msgspec.Struct, frozen=True):
    """All of a store that does not tell times: rows by table, and the findings."""

    rows: dict[str, list[dict[str, object]]]
    findings: list[Finding]


def contents(folder: Path) -> Contents:
    """Return what is stored of the campaign in a folder."""
    store = Store.in_folder(folder)
    try:
        compared = {
            name: [_lasting(row, name) for row in store.rows(table)]
            for name, table in tables.METADATA.tables.items()
            if name not in OF_CALLS and "configuration" not in table.c
        }
        return Contents(compared, store.findings())
    finally:
        store.close()


def _lasting(row: Mapping[str, object], table: str) -> dict[str, object]:
    # Rows that were put away are numbered in the order in which their tests were stored.
    numbered = {"id"} if table == tables.PUT_AWAY.name else set()
    return {key: value for key, value in row.items() if key not in TIMES | numbered}


def sorted_rows(given: Contents) -> dict[str, list[str]]:
    """Return the rows in an order of their own, for those whose key is a number in turn."""
    return {name: sorted(map(repr, rows)) for name, rows in given.rows.items()}


def shell(words: str) -> list[str]:
    """Return the words that run a command behind some commands of the shell."""
    return ["/bin/sh", "-c", f'{words}; exec "$@"', "sh"]


