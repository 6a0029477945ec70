"""Rates on seeds in other people's manner, beside a loop of fresh processes: `python -m
benchmarks.unseen [TESTS]`.

The campaign is a command line of its own, two executors, nothing reduced; the loop is one process
after the other (`experiments/unseen/cold.py` says what it does). Wanted: 8 tests/s, and 0.85 of the
time inside the targets.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from experiments.unseen.campaign import Asked
from experiments.unseen.measure import Measured, measured, rates

SEEDS: Final = Path(__file__).resolve().parent.parent / "experiments" / "unseen" / "written"
TARGETS: Final = "lavapipe,swiftshader,spirv-opt"
TESTS: Final = 300
COLD_SEEDS: Final = 6


def measure(tests: int) -> Measured:
    """Run a campaign of so many tests, and the loop over some of its seeds."""
    with TemporaryDirectory(prefix="aberration-") as folder:
        asked = Asked((str(SEEDS),), TARGETS, tests, reduce=False)
        return measured(asked, Path(folder) / "campaign", COLD_SEEDS)


def report(one: Measured) -> str:
    """Return the figures as text."""
    tested = sum(fate.state == "tested" for fate in one.files)
    return "\n".join([f"{tested} of {len(one.files)} files tested", *rates(one)])


if __name__ == "__main__":
    print(report(measure(int(sys.argv[1]) if len(sys.argv) > 1 else TESTS)))
