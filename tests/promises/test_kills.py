"""The promise: `kill -9` of the command, an executor, a worker or a fork server, at any moment and
as often as you like, changes nothing of what a campaign stores once it is resumed.
"""

import os
import random
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest
from helpers.processes import alive, children_of
from helpers.waiting import wait_until_gone
from helpers.word_campaigns import WordCampaigns, contents

KINDS = {
    "executor": ("serve_executor",),
    "fork server": ("fork_server_process",),
    "worker": ("targets.serve", "sandbox.process"),
    "command": (),
}
"""What the command lines of each hold; a worker that a fork server made has the line of that."""
LIMIT = 900.0


def victims(pid: int) -> dict[str, list[int]]:
    """Return the processes of a command that can be killed now, by kind."""
    lines = {each: _line(each) for each in children_of(pid)}
    found = {
        kind: [each for each, line in lines.items() if any(word in line for word in words)]
        for kind, words in KINDS.items()
    }
    return {kind: those for kind, those in found.items() if those} | {"command": [pid]}


def _line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


class Killer:
    """Runs a campaign to its end, and kills what it finds of it on the way."""

    def __init__(self, campaigns: WordCampaigns, out: Path, seed: int) -> None:
        self.kills = dict.fromkeys(KINDS, 0)
        self.left: set[int] = set()
        self._campaigns = campaigns
        self._out = out
        self._moments = random.Random(seed)

    def run(self, tests: int, most: int) -> None:
        """Kill so often, then let the campaign end by itself."""
        line: tuple[str | Path, ...] = (
            "fuzz",
            self._campaigns.configuration(tests=tests),
            "--no-reduce",
            "-o",
            self._out,
        )
        until = time.monotonic() + LIMIT
        while sum(self.kills.values()) < most and time.monotonic() < until:
            process = self._campaigns.start(*line)
            ended = self._strike(process, most)
            line = self._next_line(line)
            if ended:
                break
        ran = self._campaigns.run(*line, limit=LIMIT)
        assert ran.code == 1, ran.err

    def _next_line(self, line: tuple[str | Path, ...]) -> tuple[str | Path, ...]:
        begun = (self._out / "campaign.sqlite").is_file()
        return ("fuzz", "--resume", self._out, "--no-reduce") if begun else line

    def _strike(self, process: "subprocess.Popen[bytes]", most: int) -> bool:
        """Kill parts of a campaign until the command itself is gone; return whether it ended by
        itself.
        """
        try:
            while sum(self.kills.values()) < most:
                time.sleep(self._moments.uniform(0.05, 0.6))
                if process.poll() is not None:
                    return process.returncode != -signal.SIGKILL
                if self._kill(process.pid) == "command":
                    break
            return process.wait(LIMIT) != -signal.SIGKILL
        finally:
            process.kill()
            process.communicate()

    def _kill(self, pid: int) -> str:
        """Kill one of the kind that was killed least of those that are there; return the kind. The
        command itself, which is there before all others, waits for its turn.
        """
        found = victims(pid)
        if self.kills["command"] > min(self.kills.values()):
            del found["command"]
        if not found:
            return ""
        kind = min(found, key=lambda each: (self.kills[each], self._moments.random()))
        if kind == "command":
            self.left |= set(children_of(pid))
        with suppress(ProcessLookupError):
            os.kill(self._moments.choice(found[kind]), signal.SIGKILL)
            self.kills[kind] += 1
        return kind


def see_nothing_changed(campaigns: WordCampaigns, folder: Path, tests: int, kills: int) -> Killer:
    quiet, killed = folder / "quiet", folder / "killed"
    ran = campaigns.run(
        "fuzz", campaigns.configuration(tests=tests), "--no-reduce", "-o", quiet, limit=LIMIT
    )
    assert ran.code == 1, ran.err
    killer = Killer(campaigns, killed, seed=20)
    killer.run(tests, kills)
    assert contents(killed) == contents(quiet)
    assert contents(quiet).findings, "nothing was there to be lost"
    assert [pid for pid in killer.left if alive(pid) and not wait_until_gone(pid)] == []
    return killer


@pytest.mark.slow
def test_ten_kills_change_nothing(campaigns: WordCampaigns, tmp_path: Path) -> None:
    campaigns.environment["WORDPLAY_DELAY"] = "0.05"
    killer = see_nothing_changed(campaigns, tmp_path, 30, 10)
    assert sum(killer.kills.values()) >= 5, killer.kills
    assert sum(map(bool, killer.kills.values())) >= 3, killer.kills


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_two_hundred_kills_change_nothing(campaigns: WordCampaigns, tmp_path: Path) -> None:
    campaigns.environment["WORDPLAY_DELAY"] = "0.05"
    killer = see_nothing_changed(campaigns, tmp_path, 240, 200)
    assert sum(killer.kills.values()) >= 150, killer.kills
    assert min(killer.kills.values()) >= 20, killer.kills
