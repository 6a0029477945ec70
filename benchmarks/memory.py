"""Does memory grow from run to run? `python -m benchmarks.memory [runs]`.

Many short runs in one process, each with another seed and module, through the method itself, as an
executor makes them: facts about uniforms and ranges are learnt, donors are used, steps become
recipes. Printed is what the process holds in physical memory; growth is counted from the first
tenth on, when all caches are full.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from benchmarks import corpus

from aberration.core.method import Request
from aberration.core.rng import Rng
from aberration.methods.transform.method import TransformMethod

RUNS: Final = 10_000
STEPS: Final = "30"
ALLOWED: Final = 4.0
"""Growth in MB over all runs but the first tenth that is taken for noise of the allocator: 0.4
kB a run.
"""


def resident() -> float:
    """Return the physical memory of this process in MB, as Linux tells it."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError("expected a line VmRSS in /proc/self/status")


def measure(runs: int) -> Iterator[tuple[int, float]]:
    """Make the runs; yield after each tenth of them how many there were, and the memory in MB."""
    method = TransformMethod()
    seeds, donors = (
        [*corpus.programs("references"), *corpus.programs("compute")],
        corpus.programs("donors"),
    )
    rng = Rng.of(0, "memory")
    for number in range(1, runs + 1):
        helpers = tuple(rng.choose(donors) for _ in range(2))
        method.make(Request(rng.bits(), 3, rng.choose(seeds), helpers, {"steps": STEPS}))
        if number % max(1, runs // 10) == 0:
            yield number, resident()


def growth(held: Sequence[tuple[int, float]]) -> float:
    """Return the growth in MB from the first figure to the last."""
    return held[-1][1] - held[0][1]


def report(held: Sequence[tuple[int, float]]) -> str:
    """Return the figures as text."""
    runs = held[-1][0] - held[0][0]
    verdict = (
        "no growth" if growth(held) <= ALLOWED else f"GROWTH above the {ALLOWED:.0f} MB of noise"
    )
    return "\n".join(
        (
            "  ".join(f"{number}: {memory:.1f} MB" for number, memory in held),
            (
                f"{growth(held):+.1f} MB over {runs} runs, "
                f"{1024 * growth(held) / runs:+.2f} kB a run: {verdict}"
            ),
        )
    )


if __name__ == "__main__":
    figures = list(measure(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
    print(report(figures))
    sys.exit(growth(figures) > ALLOWED)
