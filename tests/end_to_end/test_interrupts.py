"""Ctrl-C and SIGTERM end each phase of a campaign soon, with the report of what is there, and leave
no process behind.

The compilers are those of the plug-in `wordplay`: one of them never ends when it meets the word
`stall`.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from helpers import wordplay
from helpers.processes import alive, children_of

from aberration.campaign.store import Store
from aberration.cli.interrupts import GRACE

LONG = 60.0
"""Far more than the five seconds that are promised: a busy machine may take its time."""
CONFIGURATION = """
methods = ["wordplay"]
targets = ["{targets}"]
seeds = ["{seeds}"]
donors = ["{seeds}"]
jobs = 2
deadline = 0.7
confirmations = 1

[method.wordplay]
variants = 3
options = {{ words = "{words}" }}
"""


class Command(msgspec.Struct):
    """A campaign as a user starts it, and where it writes."""

    process: "subprocess.Popen[str]"
    folder: Path

    def wait_for(self, text: str) -> None:
        """Read what it tells until a line has this text."""
        assert self.process.stderr is not None
        told: list[str] = []
        while text not in (line := self.process.stderr.readline()):
            told.append(line)
            assert line, "".join(told)

    def stop(self, *signals: int) -> tuple[str, str]:
        """Send signals, one after the other; return what it printed by its end, and see that
        nothing of it lives on.
        """
        below = children_of(self.process.pid)
        for number in signals:
            self.process.send_signal(number)
            time.sleep(0.2)
        printed = self.process.communicate(timeout=LONG)
        until = time.monotonic() + LONG
        while any(alive(pid) for pid in below) and time.monotonic() < until:
            time.sleep(0.05)
        assert [pid for pid in below if alive(pid)] == []
        return printed


class Campaigns:
    """Starts campaigns of the plug-in in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        site = wordplay.install(folder / "site")
        self._seeds = wordplay.write_seeds(folder / "seeds", "alpha", "beta", "gamma")
        self._environment = os.environ | {
            "PYTHONPATH": f"{site}:{wordplay.SEARCHED}",
            "PATH": str(folder / "none"),
        }
        self._started: list[subprocess.Popen[str]] = []

    def fuzz(self, targets: str, words: str, *options: str) -> Command:
        """Start one."""
        text = CONFIGURATION.format(targets=targets, seeds=self._seeds, words=words)
        (self._folder / "campaign.toml").write_text(text)
        out = self._folder / "out"
        return self._start(
            out, "fuzz", str(self._folder / "campaign.toml"), "-o", str(out), *options
        )

    def go_on(self, *options: str) -> Command:
        """Go on with it."""
        out = self._folder / "out"
        return self._start(out, "fuzz", "--resume", str(out), *options)

    def _start(self, out: Path, *line: str) -> Command:
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", "aberration.cli.main", *line]
        process = subprocess.Popen(
            command, stdout=pipe, stderr=pipe, text=True, env=self._environment
        )
        self._started.append(process)
        return Command(process, out)

    def close(self) -> None:
        """End what a test left."""
        for process in self._started:
            process.kill()
            process.communicate()


@pytest.fixture
def campaigns(tmp_path: Path) -> Iterator[Campaigns]:
    made = Campaigns(tmp_path)
    yield made
    made.close()


def expect_a_report(command: Command, out: str, err: str) -> None:
    """See that a campaign that was stopped told what there is, and how to go on."""
    assert command.process.returncode == 130, err
    assert out.splitlines()[-1] == f"report: {command.folder / 'report' / 'index.html'}"
    assert (command.folder / "report" / "index.html").is_file()
    assert f"`aberration fuzz --resume {command.folder}` goes on with it" in err


def test_the_reduction_of_a_hang_is_stopped(campaigns: Campaigns) -> None:
    command = campaigns.fuzz("words-stalling", "w0 stall", "--tests", "3")
    command.wait_for("to look into")
    time.sleep(1.0)
    out, err = command.stop(signal.SIGTERM)
    expect_a_report(command, out, err)
    store = Store.in_folder(command.folder)
    states = [finding.state for finding in store.findings()]
    assert set(states) <= {"waiting", "new", "reduced"}
    assert set(states) & {"waiting", "new"}, (
        "to confirm and reduce all hangs takes longer than that"
    )
    store.close()


def test_tests_in_which_a_compiler_hangs_are_stopped(campaigns: Campaigns) -> None:
    command = campaigns.fuzz("words-stalling", "w0 stall", "--tests", "600")
    command.wait_for("until 600 tests")
    time.sleep(2.0)
    expect_a_report(command, *command.stop(signal.SIGTERM))


def test_a_second_request_ends_it_at_once(campaigns: Campaigns) -> None:
    command = campaigns.fuzz("words-stalling", "w0 stall", "--tests", "600")
    command.wait_for("until 600 tests")
    command.stop(signal.SIGINT, signal.SIGINT)
    assert command.process.returncode in (130, -signal.SIGINT), (
        "the latter where it came when all was done"
    )


@pytest.mark.slow
def test_what_was_stopped_is_gone_on_with(campaigns: Campaigns) -> None:
    command = campaigns.fuzz("words-buggy", "w0 w1 w2 w3 w4 w5 w6 w7 twist boom", "--tests", "9")
    command.wait_for("finding ")
    expect_a_report(command, *command.stop(signal.SIGTERM))
    again = campaigns.go_on()
    out, err = again.process.communicate(timeout=10 * LONG)
    assert again.process.returncode == 1, err
    assert out.splitlines()[0].startswith("9 tests")
    store = Store.in_folder(command.folder)
    assert {finding.state for finding in store.findings()} <= {"reduced", "set-aside"}
    store.close()


def test_the_promise_is_kept_with_some_room() -> None:
    assert GRACE < 5.0
