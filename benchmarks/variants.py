"""What ten variants of one run cost: `python -m benchmarks.variants`.

Each module of the corpus gets a run of 500 steps with ten snapshots, under its own seed and choice
of passes. Reading, indexing and serialising are in the time, which is processor time; the ten
variants are the bytes of ten modules.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import mean, median
from typing import Final

import msgspec
from benchmarks import corpus

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.methods.transform.donation.donor import Donor
from aberration.methods.transform.scheduler import fuzz, no_collector

STEPS: Final = 500
SNAPSHOTS: Final = tuple(range(50, STEPS + 1, 50))
LIMIT: Final = 0.060
"""Seconds that ten variants may cost."""


class Run(msgspec.Struct, frozen=True):
    """One run: its processor time in seconds, its steps and its variants."""

    seconds: float
    steps: int
    variants: int


def measure(modules: Sequence[bytes], donors: Sequence[Donor], seed: int = 0) -> list[Run]:
    """Make a run of every module."""
    runs = []
    for number, data in enumerate(modules):
        with no_collector():
            start = time.process_time()
            log, snapshots = fuzz(
                Module.parse(data), donors, Rng.of(seed, "variants", number), STEPS, SNAPSHOTS
            )
            runs.append(Run(time.process_time() - start, len(log), len(snapshots)))
    return runs


def report(runs: Sequence[Run]) -> str:
    """Return the figures as text; runs that end early, with fewer variants, are counted apart."""
    whole = sorted(run.seconds for run in runs if run.variants == len(SNAPSHOTS))
    within = sum(seconds <= LIMIT for seconds in whole)
    return "\n".join(
        (
            f"{len(whole)} of {len(runs)} runs of {STEPS} steps gave {len(SNAPSHOTS)} "
            f"variants: median "
            f"{1e3 * median(whole):.0f} ms, mean {1e3 * mean(whole):.0f} ms, "
            f"nine in ten below {1e3 * whole[len(whole) * 9 // 10]:.0f} ms, at most "
            f"{1e3 * whole[-1]:.0f} ms",
            f"{100 * within / len(whole):.0f} % of them within {1e3 * LIMIT:.0f} ms",
        )
    )


if __name__ == "__main__":
    print(report(measure(corpus.all_modules(), corpus.donors())))
