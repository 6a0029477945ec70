"""A campaign on a cluster whose parts are started again when they end, as a service manager does:
a scheduler, workers, and the coordinator with `--resume`.
"""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from experiments.cluster_faults.machines import Machine, make_bridge
from helpers.command_line import COMMAND
from helpers.processes import alive, children_of
from helpers.word_campaigns import WordCampaigns

from aberration.campaign.store import DATABASE, Store

TTL: Final = "6s"
"""After so long a worker that is not heard of is given up."""
PORT: Final = 8786
_LONGEST_PAUSE: Final = 2.0
_SCHEDULER: Final = (sys.executable, "-m", "distributed.cli.dask_scheduler", "--no-dashboard")


class Part:
    """One process of the cluster on its machine, which is started again when it ends."""

    def __init__(self, role: str, machine: Machine, log: Path) -> None:
        self.role = role
        self.machine = machine
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0
        self.due = 0.0
        self.is_struck = False
        """True while a fault of this machine lasts: no other is added to it."""

    @property
    def is_running(self) -> bool:
        """True while its process is there."""
        return self.process is not None and self.process.poll() is None

    def executors(self) -> list[int]:
        """Return the executors below it that are alive."""
        if self.process is None or not self.is_running:
            return []
        below = children_of(self.process.pid)
        return [pid for pid in below if alive(pid) and b"serve_executor" in _line(pid)]

    def processes(self) -> list[int]:
        """Return all its processes."""
        if self.process is None or not self.is_running:
            return []
        return [self.process.pid, *children_of(self.process.pid)]

    def told(self) -> str:
        """Return all that it printed so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""


class Site:
    """All parts of one campaign of `tests` tests; its folder is on the coordinator's disk."""

    def __init__(
        self,
        folder: Path,
        campaigns: WordCampaigns,
        configuration: Path,
        workers: int,
        draw: random.Random,
        *,
        isolated: bool,
    ) -> None:
        self._campaigns = campaigns
        self._configuration = configuration
        self._draw = draw
        self.is_isolated = isolated
        if isolated:
            make_bridge()
        self.scheduler = self._part("scheduler", 10, folder)
        self.coordinator = self._part("coordinator", 20, folder)
        self.workers = [self._part(f"worker-{n}", 30 + n, folder) for n in range(workers)]
        self.output = self.coordinator.machine.folder / "out"
        self.exits: list[tuple[int, str]] = []
        self.is_done = False
        self._seen = 0

    @property
    def parts(self) -> list[Part]:
        """Return all parts."""
        return [self.scheduler, *self.workers, self.coordinator]

    def stored(self) -> int:
        """Return how many tests are stored, or were when that could last be read."""
        address = f"file:{self.output / DATABASE}?mode=ro"
        try:
            with closing(sqlite3.connect(address, uri=True, timeout=0.1)) as database:
                (self._seen,) = database.execute("select count(*) from tests").fetchone()
        except sqlite3.Error:
            return self._seen
        return self._seen

    def tend(self) -> None:
        """Start what has ended, a little later each."""
        now = time.monotonic()
        for part in self.parts:
            if part.is_running or (part is self.coordinator and self._note_its_end()):
                continue
            if part.process is not None:
                part.process = None
                part.due = now + self._draw.uniform(0.0, _LONGEST_PAUSE)
            if now >= part.due:
                part.process = part.machine.start(self._words(part), self._environment(), part.log)
                part.starts += 1

    def end(self) -> list[int]:
        """End all parts; return the processes below them that outlived them by five seconds."""
        below = {pid for part in self.parts for pid in part.processes()}
        for part in self.parts:
            if part.process is not None:
                part.process.terminate()
        for part in self.parts:
            if part.process is not None:
                part.process.wait(30)
        until = time.monotonic() + 5.0
        while (left := [pid for pid in below if alive(pid)]) and time.monotonic() < until:
            time.sleep(0.1)
        return left

    def told(self) -> Iterator[str]:
        """Yield what each part printed."""
        for part in self.parts:
            yield f"--- {part.role}\n{part.told()}"

    def _note_its_end(self) -> bool:
        """Return whether the campaign came to its end."""
        process = self.coordinator.process
        if process is not None and process.returncode is not None:
            lines = self.coordinator.told().strip().splitlines()
            self.exits.append((process.returncode, lines[-1] if lines else ""))
            self.is_done = process.returncode in (0, 1)
        return self.is_done

    def _part(self, role: str, number: int, folder: Path) -> Part:
        machine = Machine(role, number, folder / role, isolated=self.is_isolated)
        return Part(role, machine, folder / f"{role}.log")

    @property
    def _url(self) -> str:
        return f"tcp://{self.scheduler.machine.address}:{PORT}"

    def _words(self, part: Part) -> list[str]:
        if part is self.scheduler:
            return [*_SCHEDULER, "--host", part.machine.address, "--port", str(PORT)]
        if part is not self.coordinator:
            own = ["--jobs", "1", "--folder", str(part.machine.folder / "worker"), "--insecure"]
            return [*COMMAND, "worker", self._url, *own]
        begun = (self.output / DATABASE).exists() and Store.in_folder(self.output).exists()
        what = ["--resume"] if begun else [str(self._configuration), "-o"]
        ends = ["--no-reduce", "--cluster", self._url, "--insecure"]
        return [*COMMAND, "fuzz", *what, str(self.output), *ends]

    def _environment(self) -> dict[str, str]:
        return self._campaigns.environment | {
            "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": TTL,
            "PYTHONUNBUFFERED": "1",
        }


def _line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
