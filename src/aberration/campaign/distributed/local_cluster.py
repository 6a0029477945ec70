"""A cluster on this machine: a scheduler and workers as processes of their own, on the loopback
device. They die with us, and those that end are started again.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Final

from aberration.core.errors import InternalError

TTL: Final = 15.0
"""Seconds after which a worker that is not heard of is given up."""
_PACKAGE: Final = "aberration.campaign.distributed"
_START: Final = 60.0
_SHORT_LIFE: Final = 10.0
_SHORT_LIVES: Final = 50


class LocalCluster:
    """So many workers, with a folder for each below `folder`; what they say is in its log."""

    def __init__(self, count: int, folder: Path, ttl: float = TTL) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._log = (folder / "cluster.log").open("ab")
        self._folder = folder
        self._count = count
        self._ttl = ttl
        self._port = 0
        self.url = ""
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self._began: list[float] = []
        self._short_lives = 0
        self.revive()

    def revive(self) -> None:
        """Start what is not there; raise `InternalError` where nothing stays."""
        if self.scheduler is None or self.scheduler.poll() is not None:
            self.scheduler = self._start_scheduler()
        for number in range(self._count):
            self._revive_worker(number)

    def close(self, grace: float) -> None:
        """End the workers gently, and the scheduler after them."""
        until = time.monotonic() + grace
        for worker in self.workers:
            worker.terminate()
        for worker in self.workers:
            _end(worker, max(0.0, until - time.monotonic()))
        if self.scheduler is not None:
            _end(self.scheduler, 0.0)
            _close(self.scheduler.stdout)
        self._log.close()

    def _revive_worker(self, number: int) -> None:
        if number < len(self.workers):
            if self.workers[number].poll() is None:
                return
            self._note_end(time.monotonic() - self._began[number])
            self.workers[number] = self._start_worker(number)
            self._began[number] = time.monotonic()
            return
        self.workers.append(self._start_worker(number))
        self._began.append(time.monotonic())

    def _note_end(self, life: float) -> None:
        self._short_lives = self._short_lives + 1 if life < _SHORT_LIFE else 0
        if self._short_lives > _SHORT_LIVES:
            raise InternalError(
                "the workers of the local cluster end one after the other",
                hint=f"See {self._log.name}.",
            )

    def _start_scheduler(self) -> subprocess.Popen[bytes]:
        if self.scheduler is not None:
            _close(self.scheduler.stdout)
        started = self._start("serve_scheduler", str(self._port), f"{self._ttl:g}")
        assert started.stdout is not None
        ready, _, _ = select.select([started.stdout], [], [], _START)
        line = started.stdout.readline().decode().strip() if ready else ""
        if not line:
            _end(started, 0.0)
            raise InternalError(
                "the scheduler of the local cluster does not start", hint=f"See {self._log.name}."
            )
        # The same port again after a death, so that the workers find it.
        self.url, self._port = line, int(line.rpartition(":")[2])
        return started

    def _start_worker(self, number: int) -> subprocess.Popen[bytes]:
        folder = self._folder / f"worker-{number}"
        return self._start("serve_worker", self.url, str(folder), str(self._count - 1))

    def _start(self, module: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"{_PACKAGE}.{module}", str(os.getpid()), *words]
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if module == "serve_scheduler" else self._log,
            stderr=self._log,
            start_new_session=True,
        )


def _end(process: subprocess.Popen[bytes], grace: float) -> None:
    try:
        process.wait(grace)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _close(stream: IO[bytes] | None) -> None:
    if stream is not None:
        stream.close()
