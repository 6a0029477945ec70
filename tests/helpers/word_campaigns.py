"""Campaigns of the plug-in `wordplay` through the command line, as a user runs them, and what of
their stores must not depend on how they ran.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pytest
from helpers import wordplay
from helpers.command_line import COMMAND, Ran, ran_as_program, ran_warm

from aberration.campaign import tables
from aberration.campaign.store import Store
from aberration.core.finding import Finding
from aberration.core.outcome import Crash, Outcome
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
TIMES = frozenset(("seconds", "busy", "at"))
OF_CALLS = frozenset(("sessions", "beside", "minute_tallies", "workers"))
"""Tables with a row for each call of a campaign."""
OF_WORK = frozenset(("runs", "crashes", "timeouts", "restarts"))
"""Columns of the health of a target: each executor asks for the seeds once more."""


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
        limit: float = LIMIT,
    ) -> Ran:
        """Run a command to its end, behind the words `before`, in an environment with other
        variables (None: without), for at most `limit` seconds.
        """
        variables = self._environment_with(environment or {})
        if before:
            return ran_as_program(line, variables, folder, limit, before)
        return ran_warm(line, variables, folder, limit)

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
    """All of a store that does not tell times or how much work it was: sorted rows by table, the
    findings, and their evidence without logs, which name addresses.
    """

    rows: dict[str, list[str]]
    findings: list[Finding]
    evidence: list[dict[str, Outcome]]


def contents(folder: Path) -> Contents:
    """Return what is stored of the campaign in a folder."""
    store = Store.in_folder(folder)
    try:
        compared = {
            name: sorted(repr(_lasting(row, name)) for row in store.rows(table))
            for name, table in tables.METADATA.tables.items()
            if name not in OF_CALLS and {"campaign", "bug"} & {*table.c.keys()} == {"campaign"}
        }
        findings = store.findings()
        shown = [_without_logs(store.evidence(finding.id)) for finding in findings]
        return Contents(compared, findings, shown)
    finally:
        store.close()


def _lasting(row: Mapping[str, object], table: str) -> dict[str, object]:
    work = OF_WORK if table == tables.HEALTH.name else frozenset(("evidence",))
    return {key: value for key, value in row.items() if key not in TIMES | work}


def _without_logs(evidence: Mapping[str, Outcome]) -> dict[str, Outcome]:
    return {
        role: msgspec.structs.replace(outcome, log="") if isinstance(outcome, Crash) else outcome
        for role, outcome in evidence.items()
    }


def mounting(words: str, after: str = "") -> list[str]:
    """Return the words that run a command where `{mount}` of the shell's `words` hides folders from
    others; skip a test that may not mount.
    """
    unshare, mount = shutil.which("unshare"), shutil.which("mount")
    if unshare is None or mount is None or os.getuid():
        pytest.skip("a disk of its own needs the right to mount one")
    if subprocess.run([unshare, "--mount", "/bin/true"], check=False).returncode:
        pytest.skip("this machine lets nobody mount a disk")
    code = f'{words.format(mount=mount)}; "$@"; code=$?; {after or ":"}; exit $code'
    return [unshare, "--mount", "/bin/sh", "-c", code, "sh"]


def shell(words: str) -> list[str]:
    """Return the words that run a command behind some commands of the shell."""
    return ["/bin/sh", "-c", f'{words}; exec "$@"', "sh"]
