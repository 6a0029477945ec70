"""A campaign in which nearly each test is a finding: `python -m benchmarks.confirming [RUNS]`.

The shaders in WGSL of real bugs run on six targets, of which half are old and wrong. Each finding
is seen again in three new processes, and others are asked about it: that is what this campaign does
most of its time. Looks are side by side where the executor has processors to spare.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

from benchmarks.campaign import timed_runs

from aberration.campaign.campaign import prepare
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.executor import Executor

BUGS: Final = Path(__file__).resolve().parent.parent / "corpus" / "bugs"
TARGETS: Final = (
    "wgpu-lavapipe",
    "dawn-swiftshader",
    "dawn-gl-llvmpipe",
    "wgpu@22:lavapipe",
    "wgpu@24:gl-llvmpipe",
    "dawn@0.3.8:swiftshader",
)
RUNS: Final = 8


def gather_seeds(folder: Path) -> None:
    """Copy the shaders in WGSL of all bugs, with their inputs, each under a name of its own."""
    for path in sorted(BUGS.glob("*/*.wgsl")):
        for one in (path, path.with_suffix(".json")):
            if one.exists():
                shutil.copyfile(one, folder / f"{path.parent.name}-{one.name}")


def report(runs: int = RUNS) -> str:
    """Return the figures of the first runs, with one executor, as text."""
    with tempfile.TemporaryDirectory() as folder:
        gather_seeds(Path(folder))
        configuration = FuzzConfiguration(
            methods=("agree",), targets=TARGETS, seeds=(folder,), tests=10_000, jobs=1
        )
        executor = Executor(prepare(configuration, lambda event: None).job)
    with closing(executor):
        rates = timed_runs(executor, runs)
    return (
        f"{rates.tests} tests, {rates.found} findings confirmed or set aside in "
        f"{rates.seconds:.0f} s, {rates.rate:.2f} tests/s, share {rates.share:.2f}"
    )


if __name__ == "__main__":
    print(report(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
