"""Making random shaders, and how much of a campaign of them lies in the targets: `python -m
benchmarks.smith [PROGRAMS]`.

Processor time of one core, plain CPython, the preset `large`: to generate a program, to rewrite
it wherever anything may be undefined, to print it; then what our interpreter takes to say what it
gives, which a test needs besides. Wanted: 40 ms for the first three, 15 ms to generate 300 lines,
and a share of 0.8 of the time in the targets. Last, a campaign in which nearly each test is a
finding to confirm.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec
from benchmarks import confirming

from aberration.campaign.ahead import prepared_runs
from aberration.campaign.campaign import prepare
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.cutting import Cutter
from aberration.campaign.executor import Executor, PreparedRun
from aberration.campaign.records import ExecutorRequest, RunRecord
from aberration.core.rng import Rng
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.shaders.executed import OPTIONS
from aberration.methods.smith.generate.generate import generate

VERSIONS: Final[dict[LanguageName, int]] = {"essl": 310, "glsl": 450, "wgsl": 0}
TARGETS: Final = ("llvmpipe", "wgpu-lavapipe", "dawn-swiftshader")
PROGRAMS: Final = 40
RUNS: Final = 6
WANTED: Final = 40
"""Milliseconds to make a program."""
_REWRITING: Final = Settings(turns=400, one_budget=True, exact=True)


class Cost(msgspec.Struct, frozen=True):
    """Lines of one program, and milliseconds of processor time to make and to run it."""

    lines: int
    generating: float
    reconditioning: float
    printing: float
    interpreting: float

    @property
    def making(self) -> float:
        """Return what the text takes."""
        return self.generating + self.reconditioning + self.printing


def measure(language: LanguageName, programs: int) -> list[Cost]:
    """Make and run so many programs of a language."""
    return [_cost(language, number) for number in range(programs)]


def _cost(language: LanguageName, number: int) -> Cost:
    seed = Rng.of(0, "bench", language, number).bits()
    clock = [time.process_time()]
    made = generate(language, VERSIONS[language], seed)
    clock.append(time.process_time())
    shader = read(write(made.module), language)
    clock.append(time.process_time())
    rewritten = recondition(shader, made.stage, _REWRITING)
    clock.append(time.process_time())
    text = write(rewritten.module)
    clock.append(time.process_time())
    again = read(text, language)
    clock.append(time.process_time())
    execute(again, made.stage, made.inputs, OPTIONS)
    clock.append(time.process_time())
    generating, _, reconditioning, printing, _, interpreting = (
        1000 * (after - before) for before, after in pairwise(clock)
    )
    return Cost(text.count("\n"), generating, reconditioning, printing, interpreting)


class Shares(msgspec.Struct, frozen=True):
    """What an executor did: tests and seconds, of which the targets' own calls took `busy`;
    processor seconds of `making` as many, and of this process in that time.
    """

    tests: int
    seconds: float
    busy: float
    making: float
    own: float

    @property
    def line(self) -> str:
        """Return the figures as text, by test, with the share that is wanted."""
        share, each = self.busy / self.seconds, 1000 / max(1, self.tests)
        return (
            f"{self.tests} tests, {self.tests / self.seconds:.2f}/s, share {share:.2f} (wanted: "
            f"0.8); {self.busy * each:.0f} ms a test in the targets, processor time of ours: "
            f"{self.own * each:.0f} ms, {self.making * each:.0f} ms to make one"
        )


def share(runs: int, method: str = "smith") -> Shares:
    """Run the first runs of a campaign on three targets as an executor does: the next run is made
    while the targets work. The clock starts when another half as many are done, and stops when two
    more are being made.
    """
    configuration = FuzzConfiguration(methods=(method,), targets=TARGETS, tests=10_000, jobs=1)
    executor, cutter = Executor(prepare(configuration, lambda event: None).job), Cutter()
    first, ahead = runs // 2, 2
    numbers = iter(range(first + runs + ahead))
    making: dict[int, float] = {}

    def make(number: int) -> PreparedRun:
        start = time.thread_time()
        prepared = executor.prepare(number)
        making[number] = time.thread_time() - start
        return prepared

    def read() -> ExecutorRequest | None:
        number = next(numbers, None)
        return None if number is None else ExecutorRequest(number)

    records: list[RunRecord] = []
    start = own = seconds = used = 0.0
    try:
        for asked in prepared_runs(read, make, cutter):
            assert asked.prepared is not None, asked.failure
            if asked.request.run == first:
                start, own = time.perf_counter(), time.process_time()
            record = executor.execute(asked.prepared)
            if first <= asked.request.run < first + runs:
                records.append(record)
                seconds, used = time.perf_counter() - start, time.process_time() - own
    finally:
        executor.close()
    tests = sum(test.status == "done" for record in records for test in record.tests)
    busy, made = sum(record.busy for record in records), sum(making.values())
    made_of_these = made * runs / len(making)
    return Shares(tests, seconds, busy, made_of_these, used)


def report(language: LanguageName, costs: Sequence[Cost]) -> str:
    """Return the line of a language."""

    def median(name: str) -> float:
        return float(statistics.median(getattr(one, name) for one in costs))

    within = sum(one.making <= WANTED for one in costs) / len(costs)
    return (
        f"{language}: {len(costs)} programs, {median('lines'):.0f} lines; generating "
        f"{median('generating'):.1f} ms, reconditioning {median('reconditioning'):.1f} ms, "
        f"printing {median('printing'):.1f} ms, in all {median('making'):.1f} ms (wanted: {WANTED} "
        f"ms, {within:.0%} are within); interpreting {median('interpreting'):.0f} ms"
    )


def main(programs: int) -> None:
    """Print a line for each language, and the rate of a campaign."""
    for language in VERSIONS:
        print(report(language, measure(language, programs)), flush=True)
    print(f"{', '.join(TARGETS)}: {share(RUNS).line}", flush=True)
    print(f"agree, {', '.join(confirming.TARGETS)}: {confirming.report()}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else PROGRAMS)
