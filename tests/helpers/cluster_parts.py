"""A cluster of real parts on the loopback device: a scheduler of Dask and workers, each started as
a user starts it.
"""

import contextlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from helpers.command_line import COMMAND
from helpers.word_campaigns import Contents, WordCampaigns, contents

from aberration.campaign.machines import VERSION_PREFIX


class Parts:
    """A scheduler, and the workers that are added; what they say is in files in a folder."""

    def __init__(self, folder: Path, campaigns: WordCampaigns) -> None:
        self._folder = folder
        self._environment = campaigns.environment
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.url = f"tcp://127.0.0.1:{port}"
        self._started: list[subprocess.Popen[bytes]] = []
        words = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        self._start("scheduler", {}, sys.executable, "-m", "distributed.cli.dask_scheduler", *words)

    def add_worker(self, name: str, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
        """Start a worker in an environment with other variables, and wait until it is at work."""
        own = ("--jobs", "1", "--folder", str(self._folder / name))
        started = self._start(name, environment, *COMMAND, "worker", self.url, *own)
        until = time.monotonic() + 120
        while "at work for" not in self.told(name):
            assert time.monotonic() < until, self.told(name)
            time.sleep(0.1)
        return started

    def told(self, name: str) -> str:
        """Return what a part said."""
        return self._log(name).read_text(errors="replace")

    def close(self) -> None:
        """End all."""
        for process in reversed(self._started):
            process.send_signal(signal.SIGCONT)
            process.terminate()
        for process in self._started:
            process.wait(60)

    def _start(
        self, name: str, environment: Mapping[str, str], *words: str
    ) -> subprocess.Popen[bytes]:
        with self._log(name).open("ab") as log:
            started = subprocess.Popen(
                words, env={**self._environment, **environment}, stdout=log, stderr=log
            )
        self._started.append(started)
        return started

    def _log(self, name: str) -> Path:
        return self._folder / f"{name}.log"


@contextlib.contextmanager
def cluster_of_parts(folder: Path, campaigns: WordCampaigns) -> Iterator[Parts]:
    """Give a scheduler to which workers can be added; all end with the block."""
    found = Parts(folder, campaigns)
    try:
        yield found
    finally:
        found.close()


def without_versions_of_targets(folder: Path) -> Contents:
    """Return what is stored; only the campaign of a cluster has versions of targets by name."""
    found = contents(folder)
    found.rows["versions"] = [one for one in found.rows["versions"] if VERSION_PREFIX not in one]
    return found
