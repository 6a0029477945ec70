"""Warm workers against a process for each test, over the same tests: `python benchmarks/campaign.py
[RUNS]`.

The peer is the plain loop that most test scripts are: for each program start a process, open the
driver, run, end. Both run one executor of the same campaign on lavapipe and SwiftShader, a few runs
of three variants each.
"""

from __future__ import annotations

import sys
import time
from contextlib import closing
from typing import Final

import msgspec

from aberration.campaign.campaign import Prepared, prepare
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.executor import Executor
from aberration.campaign.plan import plan_run
from aberration.core.method import Request
from aberration.core.oracle import roles_of
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.targets.pool import DEADLINE
from aberration.targets.worker import Worker

TARGETS: Final = ("lavapipe", "swiftshader")
OPTIMISER: Final = ("spirv-opt",)
RUNS: Final = 30


class Rates(msgspec.Struct, frozen=True):
    """Tests in some seconds, the share of the wall time inside the drivers' own calls, and what was
    `found`: violations that were confirmed or set aside.
    """

    tests: int
    seconds: float
    share: float
    found: int = 0

    @property
    def rate(self) -> float:
        """Return tests a second."""
        return self.tests / self.seconds


def prepared(seed: int, targets: tuple[str, ...] = TARGETS) -> Prepared:
    """Return a campaign of `transform` on some targets: both drivers, unless others are named."""
    configuration = FuzzConfiguration(
        methods=("transform",), targets=targets, tests=10_000, rng_seed=seed, jobs=1
    )
    return prepare(configuration, lambda event: None)


def warm(campaign: Prepared, runs: int) -> tuple[Rates, Rates]:
    """Run the first runs of a campaign as an executor does, twice; workers are opened before the
    clock starts.

    The first time the executor learns what it keeps of each seed (its reference outcomes, its
    ranges); the second time shows what a test costs from then on, as nearly all tests of a night
    do.
    """
    executor = Executor(campaign.job)
    try:
        executor.run(runs)
        return timed_runs(executor, runs), timed_runs(executor, runs)
    finally:
        executor.close()


def timed_runs(executor: Executor, runs: int) -> Rates:
    """Return the figures of the first runs of an executor."""
    start = time.perf_counter()
    records = [executor.run(number) for number in range(runs)]
    seconds = time.perf_counter() - start
    return Rates(
        tests=sum(test.status == "done" for record in records for test in record.tests),
        seconds=seconds,
        share=sum(record.busy for record in records) / seconds,
        found=sum(len(record.found) for record in records),
    )


def cold(campaign: Prepared, runs: int) -> Rates:
    """Run the same tests, each program of each test in a process of its own."""
    job, method = campaign.job, campaign.methods[0]
    (spoken,) = method.languages
    seeds, donors = job.pool.of(*spoken.seeds), job.pool.donors_of(spoken.language)
    tests, busy = 0, 0.0
    start = time.perf_counter()
    for number in range(runs):
        plan = plan_run(job.setting, number)
        assert plan.seed_index is not None
        helpers = tuple(donors[at] for at in plan.donors)
        for case in method.make(
            Request(plan.run_seed, plan.variants, seeds[plan.seed_index], helpers)
        ):
            busy += sum(
                _alone(target, case.programs[role])
                for target in job.targets
                for role in roles_of(case.oracle)
            )
            tests += 1
    seconds = time.perf_counter() - start
    return Rates(tests, seconds, busy / seconds)


def _alone(target: Target, program: Program) -> float:
    """Return the seconds in the driver's calls, in a process started for this program."""
    with closing(Worker(target.stages[0].worker)) as worker:
        return worker.run(program, DEADLINE).busy


def report(fast: tuple[Rates, Rates], slow: Rates) -> str:
    """Return the figures of both as text; the peer never knows a seed, so it is compared with
    the first time.
    """
    lines = [
        line(fast),
        (
            f"process per test {slow.rate:6.1f} tests/s  target_time_share "
            f"{slow.share:.2f}  ({slow.tests} tests)"
        ),
        f"ratio            {fast[0].rate / slow.rate:6.1f}",
    ]
    return "\n".join(lines)


def line(fast: tuple[Rates, Rates]) -> str:
    """Return the figures of warm workers as text."""
    seeds = ("seeds new", "seeds known")
    return "\n".join(
        f"warm workers     {_figures(*each)}" for each in zip(fast, seeds, strict=True)
    )


def _figures(rates: Rates, seeds: str) -> str:
    return (
        f"{rates.rate:6.1f} tests/s  target_time_share {rates.share:.2f}  ({rates.tests} "
        f"tests, {seeds})"
    )


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    campaign = prepared(0)
    print(report(warm(campaign, wanted), cold(campaign, max(1, wanted // 6))))
    print("spirv-opt:", line(warm(prepared(0, OPTIMISER), wanted)))
