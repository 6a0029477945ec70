"""Campaigns that are given processor time: one of each method, all going on side by side.

    nice -n 10 python -m experiments.rediscovery.campaigns --work DIR --minutes 2 --rounds 5

In each round each method gets as many minutes of processor, with what its compilers take; wall
time says nothing on a machine that does other work. A campaign is
`aberration fuzz -m METHOD -t VERSIONS` with one executor and all else by default, without
reduction; it is interrupted at the end of its time and resumed in the next round. What it did by
when is in `DIR/METHOD.jsonl`.
"""

from __future__ import annotations

import argparse
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.campaign.store import DATABASE

from .processor import processor_seconds
from .versions import VERSIONS

METHODS: Final = (
    "transform",
    "emi",
    "agree",
    "smith",
    "fuse",
    "drive",
    "smith+transform",
    "smith+emi",
    "smith+fuse",
    "smith+drive",
)
LOOK: Final = 4.0
"""Seconds between two looks at a campaign."""
GRACE: Final = 60.0
"""Seconds that an interrupted campaign has to end."""
LONGEST: Final = 3600.0
"""Seconds after which a call that uses no processor time is ended."""
ENDLESS: Final = 10_000_000
"""Tests that no call gets to."""


class Sample(msgspec.Struct, frozen=True):
    """How far a campaign was: seconds of processor of all calls, those of them before each call's
    first new test (self-test, opening of drivers), tests done, the number of the last one.
    """

    seconds: float
    before: float
    tests: int
    last: int


def samples(path: Path) -> list[Sample]:
    """Return what is known of a campaign, oldest first; a line that a kill cut off is left out."""
    found: list[Sample] = []
    for line in path.read_bytes().splitlines() if path.is_file() else ():
        try:
            found.append(msgspec.json.decode(line, type=Sample))
        except msgspec.DecodeError:
            continue
    return found


def command_of(method: str, seed: int, folder: Path) -> list[str]:
    """Return the command that begins a campaign, or goes on with it."""
    aberration = [sys.executable, "-m", "aberration.cli.main", "fuzz", "--no-reduce"]
    if (folder / DATABASE).is_file():
        return [*aberration, "--resume", str(folder), "--tests", str(ENDLESS)]
    chosen = ["-m", method, "-t", ",".join(VERSIONS), "--seed", str(seed), "--jobs", "1"]
    return [*aberration, *chosen, "--tests", str(ENDLESS), "-o", str(folder)]


def give(method: str, minutes: float, work: Path, seed: int = 0) -> Sample:
    """Let a campaign have more minutes of processor for its tests; return how far it is."""
    log, folder = work / f"{method}.jsonl", work / method
    start = (samples(log) or [Sample(0.0, 0.0, 0, -1)])[-1]
    with (work / f"{method}.txt").open("ab") as told:
        process = subprocess.Popen(
            command_of(method, seed, folder), stdout=told, stderr=told, start_new_session=True
        )
        try:
            _watch(process, start, minutes * 60, folder, log)
        finally:
            _end(process)
    return (samples(log) or [start])[-1]


def _watch(
    process: subprocess.Popen[bytes], start: Sample, limit: float, folder: Path, log: Path
) -> None:
    spent, before, last = 0.0, 0.0, start
    begun = time.monotonic()
    while process.poll() is None and time.monotonic() - begun < LONGEST:
        time.sleep(LOOK)
        spent = max(spent, processor_seconds(process.pid))
        tests, number = _done(folder)
        if tests == start.tests:
            before = spent
            continue
        now = Sample(start.seconds + spent, start.before + before, tests, number)
        if now.tests > last.tests:
            _keep(now, log)
            last = now
        if spent - before >= limit:
            return


def _done(folder: Path) -> tuple[int, int]:
    """Return how many tests are done, and the number of the last."""
    if not (folder / DATABASE).is_file():
        return 0, -1
    connection = sqlite3.connect(f"file:{folder / DATABASE}?mode=ro", uri=True, timeout=5)
    try:
        query = "select count(*), coalesce(max(\"index\"), -1) from tests where status = 'done'"
        tests, last = connection.execute(query).fetchone()
    except sqlite3.OperationalError:
        return 0, -1
    finally:
        connection.close()
    return int(tests), int(last)


def _keep(sample: Sample, log: Path) -> None:
    text = log.read_bytes() if log.is_file() else b""
    line_end = b"" if text.endswith(b"\n") or not text else b"\n"
    with log.open("ab") as stream:
        stream.write(line_end + msgspec.json.encode(sample) + b"\n")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Interrupt a campaign, and end it where that takes too long.

    SIGTERM does what Ctrl-C does; SIGINT is ignored by what a script starts in the background.
    """
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def main(arguments: Sequence[str] | None = None) -> int:
    """Give each method its minutes, round by round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="of the campaigns; kept")
    parser.add_argument("--minutes", type=float, default=2.0, help="of processor, of a round")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--methods", default=",".join(METHODS))
    asked = parser.parse_args(arguments)
    asked.work.mkdir(parents=True, exist_ok=True)
    for turn in range(asked.rounds):
        for method in asked.methods.split(","):
            now = give(method, asked.minutes, asked.work)
            print(f"{turn} {method}: {now.tests} tests, {now.seconds / 60:.1f} min", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
