"""Making random shaders, and how much of a campaign of them lies in the targets: `python -m
benchmarks.smith [PROGRAMS]`.

Processor time of one core, plain CPython, the preset `default`: to generate a program, to rewrite
it wherever anything may be undefined, to print it; then what our interpreter takes to say what it
gives, which a test needs besides. Wanted: 40 ms for the first three, 15 ms to generate 300 lines,
and a share of 0.8 of the time in the targets.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec

from aberration.campaign.campaign import prepare
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.executor import Executor
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


def share(runs: int) -> tuple[int, float, float]:
    """Return tests, tests a second, and the share of the time in three targets, of runs after the
    first ones.
    """
    configuration = FuzzConfiguration(methods=("smith",), targets=TARGETS, tests=10_000, jobs=1)
    executor = Executor(prepare(configuration, lambda event: None).job)
    try:
        for number in range(runs):
            executor.run(number)
        start = time.perf_counter()
        records = [executor.run(runs + number) for number in range(runs)]
        seconds = time.perf_counter() - start
    finally:
        executor.close()
    tests = sum(test.status == "done" for record in records for test in record.tests)
    return tests, tests / seconds, sum(record.busy for record in records) / seconds


def report(language: LanguageName, costs: Sequence[Cost]) -> str:
    """Return the line of a language."""

    def median(name: str) -> float:
        return float(statistics.median(getattr(one, name) for one in costs))

    within = sum(one.making <= 40 for one in costs) / len(costs)
    return (
        f"{language}: {len(costs)} programs, {median('lines'):.0f} lines; generating "
        f"{median('generating'):.1f} ms, reconditioning {median('reconditioning'):.1f} ms, "
        f"printing {median('printing'):.1f} ms; {within:.0%} within 40 ms; interpreting "
        f"{median('interpreting'):.0f} ms"
    )


def main(programs: int) -> None:
    """Print a line for each language, and the rate of a campaign."""
    for language in VERSIONS:
        print(report(language, measure(language, programs)), flush=True)
    tests, rate, part = share(RUNS)
    print(f"{', '.join(TARGETS)}: {tests} tests, {rate:.2f}/s, share {part:.2f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else PROGRAMS)
