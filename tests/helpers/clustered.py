"""Campaigns of the plug-in in processes of their own, on one machine or on a local cluster, so that
they and their workers can be killed.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from helpers import wordplay
from helpers.processes import children_of

RUN = """
import sys, time
from contextlib import nullcontext
from pathlib import Path
from aberration.campaign.campaign import resume, run_campaign
from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.distributed.address import Address
from aberration.campaign.distributed.machines import cluster_at
from aberration.campaign.distributed.security import Certificates
from aberration.campaign.machines import ThisMachine
from aberration.campaign.session import Call
from aberration.campaign.store import DATABASE, Store

out, seeds, tests, workers, reducing = sys.argv[1:6]
tell = lambda line: print(line, file=sys.stderr, flush=True)
place = (
    cluster_at(Address(local=int(workers)), Certificates(), tell)
    if int(workers) else nullcontext(ThisMachine())
)
settings = {"wordplay": MethodSettings(variants=4)}
configuration = FuzzConfiguration(
    methods=("wordplay",), targets=("words",), seeds=(seeds,), donors=(seeds,), tests=int(tests),
    jobs=2, output=out, confirmations=1, method=settings,
)
with place as machines:
    call = Call(time.monotonic(), reducing == "reducing", machines=machines)
    there = (Path(out) / DATABASE).exists() and Store.in_folder(Path(out)).exists()
    if there:
        resume(Path(out), lambda event: None, call=call)
    else:
        run_campaign(configuration, lambda event: None, call)
"""


class ClusterCampaign:
    """One campaign, as often as it takes; `workers` 0: by two processes without a cluster."""

    def __init__(
        self, folder: Path, place: Path, tests: int, workers: int = 0, *, reducing: bool = False
    ) -> None:
        self.folder = folder
        words = [str(folder), str(place / "seeds"), str(tests), str(workers)]
        last = "reducing" if reducing else "no"
        self._command = [sys.executable, "-c", RUN, *words, last]
        self._environment = plugin_environment(place)

    def start(self) -> subprocess.Popen[bytes]:
        """Begin, or go on."""
        return subprocess.Popen(self._command, env=self._environment, stderr=subprocess.PIPE)

    def finish(self) -> str:
        """Begin or go on, to the end; return what was told."""
        done = self.start()
        _, told = done.communicate(timeout=300)
        assert done.returncode == 0, told.decode()
        return told.decode()


def install(place: Path) -> Path:
    """Write plug-in and seeds into a folder, and return it."""
    wordplay.install(place / "site")
    wordplay.write_seeds(place / "seeds", "alpha", "beta", "gamma", "random", "delta")
    return place


def plugin_environment(place: Path, delay: float = 0.02) -> dict[str, str]:
    """Return the environment in which the plug-in is found, and no compiler of C."""
    return os.environ | {
        "PYTHONPATH": f"{place / 'site'}:{wordplay.SEARCHED}",
        "WORDPLAY_DELAY": str(delay),
        "PATH": str(place / "no programs"),
    }


def processes_of(coordinator: int, what: str) -> list[int]:
    """Return the processes of a local cluster: its `worker`s, or its `scheduler`."""
    return [pid for pid in children_of(coordinator) if f"serve_{what}" in _command_of(pid)]


def wait_for_processes(coordinator: int, what: str, seconds: float = 60.0) -> list[int]:
    """Return the same as soon as there are some."""
    until = time.monotonic() + seconds
    while not (found := processes_of(coordinator, what)) and time.monotonic() < until:
        time.sleep(0.05)
    return found


def kill_nine(process: subprocess.Popen[bytes]) -> None:
    """Kill a coordinator alone."""
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.stderr is not None
    process.stderr.close()


def _command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""
