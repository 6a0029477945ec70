"""A campaign killed by `kill -9` at random moments and resumed is the one that ran through."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers import wordplay
from helpers.campaigns import content
from helpers.processes import alive, children_of

TESTS = 40
ENOUGH = 3
RUN = """
import sys
from pathlib import Path
from aberration.campaign.campaign import resume, run_campaign
from aberration.campaign.configuration import FuzzConfiguration, MethodSettings

out, seeds, tests = sys.argv[1:4]
if (Path(out) / "campaign.sqlite").exists():
    from aberration.campaign.store import Store
    if Store.in_folder(Path(out)).exists():
        resume(Path(out), lambda event: None)
        sys.exit()
settings = {"wordplay": MethodSettings(variants=4)}
run_campaign(
    FuzzConfiguration(methods=("wordplay",), targets=("words",), seeds=(seeds,), donors=(seeds,),
    tests=int(tests),
                      jobs=2, output=out, confirmations=1, method=settings),
    lambda event: None,
)
"""


class Campaign:
    """One campaign in a process of its own, as often as it takes."""

    def __init__(self, folder: Path, seeds: Path, site: Path) -> None:
        self.folder = folder
        self._command = [sys.executable, "-c", RUN, str(folder), str(seeds), str(TESTS)]
        self._environment = os.environ | {
            "PYTHONPATH": f"{site}:{wordplay.SEARCHED}",
            "WORDPLAY_DELAY": "0.02",
        }

    def start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self._command, env=self._environment, stderr=subprocess.PIPE)

    def finish(self) -> None:
        done = self.start()
        _, told = done.communicate(timeout=300)
        assert done.returncode == 0, told.decode()


def kill_nine(process: subprocess.Popen[bytes]) -> list[int]:
    """Kill the parent alone and return the processes that it had."""
    below = children_of(process.pid)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.stderr is not None
    process.stderr.close()
    return below


@pytest.mark.timeout(600)
@pytest.mark.parametrize("most", [ENOUGH, pytest.param(8, marks=pytest.mark.slow)])
def test_killed_many_times_and_resumed_is_the_same(most: int, tmp_path: Path) -> None:
    site = wordplay.install(tmp_path / "site")
    seeds = wordplay.write_seeds(tmp_path / "seeds", "alpha", "beta", "gamma", "random", "delta")
    whole = Campaign(tmp_path / "whole", seeds, site)
    whole.finish()
    killed = Campaign(tmp_path / "killed", seeds, site)
    moments = random.Random(2021)
    kills = 0
    left: list[int] = []
    while kills < most:
        process = killed.start()
        time.sleep(moments.uniform(0.3, 3.0))
        if process.poll() is not None:
            break
        left += kill_nine(process)
        kills += 1
    killed.finish()
    assert kills >= ENOUGH, (
        "the campaign ended before it could be killed often enough to prove anything"
    )
    assert content(killed.folder) == content(whole.folder)
    assert content(whole.folder)[2], "no finding was there to be lost"
    until = time.monotonic() + 10
    while any(alive(pid) for pid in left) and time.monotonic() < until:
        time.sleep(0.1)
    assert [pid for pid in left if alive(pid)] == []
