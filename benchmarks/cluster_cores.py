"""Processor time of a test on a local cluster against one process:
`python benchmarks/cluster_cores.py [--tests 60 240] [--rounds 3] [--workers 1 2 4] [-- OPTIONS]`,
with OPTIONS of `aberration fuzz`.

Each campaign runs twice, short and long: what the further tests cost more, divided by their number,
is what a test costs, with its part of coordinator, scheduler, workers, executors and compilers, and
without their start. That is tests a second of a core, upside down. The campaigns of a round follow
each other, and each is compared with that of one process beside it: what else the machine does
comes to all.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

_PR_SET_CHILD_SUBREAPER: Final = 36
TRANSFORM: Final = ("--methods", "transform", "-t", "spirv-opt")


def processor_seconds(words: Sequence[str]) -> float:
    """Run a command; return the processor time of all its processes, also of those that it did not
    wait for itself.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        words, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(words)} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    # Orphans are ours (prctl(2), PR_SET_CHILD_SUBREAPER).
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def of_a_test(workers: int, cluster: bool, tests: Sequence[int], options: Sequence[str]) -> float:
    """Return the seconds of the processor that a further test costs, with so many workers or
    executors.
    """
    where = ["--cluster", f"local:{workers}"] if cluster else ["--jobs", str(workers)]
    spent = []
    for count in tests:
        with tempfile.TemporaryDirectory() as folder:
            own = ["--no-reduce", "--tests", str(count), "-o", f"{folder}/out", *where]
            spent.append(
                processor_seconds(
                    [sys.executable, "-m", "aberration.cli.main", "fuzz", *own, *options]
                )
            )
    return (spent[-1] - spent[0]) / (tests[-1] - tests[0])


def main() -> None:
    """Print a line for each number of workers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", type=int, nargs=2, default=(60, 240))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, nargs="+", default=(1, 2, 4))
    parser.add_argument("options", nargs="*", default=TRANSFORM)
    asked = parser.parse_args()
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    print("| workers | ms a test, one process | ms a test, cluster | ratio: least, median, most |")
    for workers in asked.workers:
        pairs = [
            tuple(
                of_a_test(workers, cluster, asked.tests, asked.options) for cluster in (False, True)
            )
            for _ in range(asked.rounds)
        ]
        ratios = sorted(there / here for here, there in pairs)
        here, there = (1000 * statistics.median(column) for column in zip(*pairs, strict=True))
        told = f"{ratios[0]:.3f}, {statistics.median(ratios):.3f}, {ratios[-1]:.3f}"
        print(f"| {workers} | {here:.0f} | {there:.0f} | {told} |", flush=True)


if __name__ == "__main__":
    main()
