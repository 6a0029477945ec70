"""How many transformations per second: `python -m benchmarks.transform [runs per module]`.

Recipes of 300 steps with three snapshots over the whole corpus, every run with its own swarm of
passes; the cyclic collector is off within a run. Rejected draws, parsing and serialising are in the
time, which is processor time.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec
from benchmarks import corpus

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.methods.transform.donation.donor import Donor
from aberration.methods.transform.registry import SUPPORTING
from aberration.methods.transform.scheduler import Statistics, fuzz, no_collector
from aberration.methods.transform.transformation import Transformation

STEPS: Final = 300
SNAPSHOTS: Final = (100, 200, 300)


class Figures(msgspec.Struct):
    """Sums over all runs."""

    runs: int = 0
    variants: int = 0
    seconds: float = 0.0
    statistics: Statistics = msgspec.field(default_factory=Statistics)
    types: Counter[str] = msgspec.field(default_factory=Counter)

    @property
    def applied(self) -> int:
        """Return how many transformations were applied."""
        return sum(self.types.values())


def measure(modules: Sequence[bytes], donors: Sequence[Donor], seeds: int) -> Figures:
    """Run every module with every seed."""
    figures = Figures()
    for seed in range(seeds):
        for number, data in enumerate(modules):
            start = time.process_time()
            log, snapshots = one_run(data, donors, Rng.of(seed, number), figures.statistics)
            figures.seconds += time.process_time() - start
            figures.runs += 1
            figures.variants += len(snapshots)
            figures.types.update(type(step).__name__ for step in log)
    return figures


def one_run(
    data: bytes, donors: Sequence[Donor], rng: Rng, statistics: Statistics
) -> tuple[list[Transformation], list[bytes]]:
    """Return the steps of a run and its variants."""
    with no_collector():
        log, snapshots = fuzz(
            Module.parse(data), donors, rng, STEPS, SNAPSHOTS, statistics=statistics
        )
    return log, [taken.data for taken in snapshots]


def report(figures: Figures) -> str:
    """Return the figures as text."""
    applied, rejected, seconds = figures.applied, figures.statistics.rejected, figures.seconds
    supporting = sum(count for name, count in figures.types.items() if name in SUPPORTING)
    lines = [
        f"{figures.runs} runs, {figures.variants} variants, {seconds:.2f} s",
        (
            f"{applied / seconds:.0f} applied transformations/s, "
            f"{100 * supporting / applied:.0f} % of them supporting"
        ),
        (
            f"{(applied + rejected) / seconds:.0f} attempts/s, "
            f"{100 * rejected / (applied + rejected):.0f} % rejected"
        ),
        f"{figures.variants / seconds:.0f} variants/s",
        *(f"{count:8} {name}" for name, count in figures.types.most_common()),
    ]
    return "\n".join(lines)


def table(modules: Sequence[bytes], donors: Sequence[Donor]) -> str:
    """Return figures by pass, the most expensive first, from runs of their own under a clock,
    without snapshots.
    """
    statistics = Statistics(clock=time.process_time)
    for number, data in enumerate(modules):
        with no_collector():
            fuzz(Module.parse(data), donors, Rng.of(0, number), STEPS, statistics=statistics)
    ranking = sorted(statistics.passes.items(), key=lambda item: -item[1].seconds)
    whole = sum(figures.seconds for _, figures in ranking)
    lines = [f"{'pass':44} applied rejected  µs/applied  % of time"]
    lines += [
        f"{name:44} {figures.applied:7} {figures.rejected:8} "
        f"{1e6 * figures.seconds / max(1, figures.applied):11.1f}"
        f" {100 * figures.seconds / whole:10.1f}"
        for name, figures in ranking
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    everything, donors = corpus.all_modules(), corpus.donors()
    print(report(measure(everything, donors, seeds)))
    print(table(everything, donors))
