"""What a variant of a C program costs, and what share of the time the compilers get: `python -m
benchmarks.emi [RUNS]`.

The peer makes a fresh profile for each variant, as the paper of Hermes does (1.7 s on average, it
says). Both make variants of the same csmith programs; seconds are wall-clock, with the compilers of
the profile and csmith in them, without the compilers under test.
"""

from __future__ import annotations

import sys
import time
from contextlib import closing
from typing import Final

import msgspec
from benchmarks.campaign import Rates, timed_runs

from aberration.campaign.campaign import prepare
from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.executor import Executor
from aberration.core.errors import BadInput
from aberration.core.method import Request
from aberration.core.rng import Rng
from aberration.methods.emi.method import EmiMethod

RUNS: Final = 12
SHARED: Final = 20
CONFIGURATIONS: Final = 20


class Cost(msgspec.Struct, frozen=True):
    """Variants made, edits in all of them, and the seconds that took."""

    variants: int
    edits: int
    seconds: float

    @property
    def each(self) -> float:
        """Return seconds per variant."""
        return self.seconds / max(1, self.variants)


def measure(runs: int, variants: int) -> Cost:
    """Make the variants of some runs; the compilers' own start is not counted."""
    method = EmiMethod()
    made, edits, start = 0, 0, 0.0
    for run in range(-1, runs):
        if run == 0:
            made, edits, start = 0, 0, time.perf_counter()
        try:
            cases = method.make(Request(run_seed=Rng.of(1, "bench", run).bits(), variants=variants))
        except BadInput:
            continue
        made += len(cases)
        edits += sum(len(case.recipe.steps) for case in cases)
    return Cost(made, edits, time.perf_counter() - start)


def throughput(runs: int) -> Rates:
    """Run an executor of a campaign where each variant goes to 20 configurations, gcc and clang
    at all levels.
    """
    settings = {"emi": MethodSettings(variants=SHARED, targets=CONFIGURATIONS, spread=True)}
    configuration = FuzzConfiguration(
        methods=("emi",), targets=("gcc", "clang"), method=settings, tests=10_000, jobs=1
    )
    executor = Executor(prepare(configuration, lambda event: None).job)
    with closing(executor):
        return timed_runs(executor, runs)


def report(runs: int) -> str:
    """Return the figures as text."""
    shared, fresh = measure(runs, SHARED), measure(max(2, runs // 3), 1)
    whole = throughput(1)
    return "\n".join(
        [
            f"profile shared by {SHARED}  {shared.each:6.3f} s a variant, "
            f"{shared.edits / max(1, shared.variants):.0f} edits each",
            f"profile for each      {fresh.each:6.3f} s a variant (the paper: 1.7 s)",
            f"ratio                 {fresh.each / shared.each:6.1f}",
            f"{CONFIGURATIONS} configurations: {whole.tests} programs in {whole.seconds:.0f} s, "
            f"{3600 * whole.tests / whole.seconds:.0f} an hour and core, "
            f"target_time_share {whole.share:.2f}",
        ]
    )


if __name__ == "__main__":
    print(report(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
