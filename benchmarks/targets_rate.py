"""What a test costs on each target, and how much of it is ours: `python -m benchmarks.targets_rate
[TARGET ...]`.

Workers are warm, run one at a time, and see each program of the corpus once, as they see the tests
of a campaign: drivers keep what they compiled. What is rejected is not counted, nor the first
program of each language. `outside` is the part of the time in which neither compiler nor driver
ran: encoding, sending, our own processes, and on a busy machine the wait for a processor. So a
target that seems to be over the limit is run again, each time in a new worker, and of each program
the quickest run counts.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from aberration.cli.machine import is_special
from aberration.core.errors import AberrationError, BadInput
from aberration.core.outcome import Crash, Rejected, Timeout
from aberration.core.program import Language, Program, load_program
from aberration.core.target import Target
from aberration.targets.pool import RunResult, TargetPool
from aberration.targets.registry import discover, select

CORPUS: Final = Path(__file__).resolve().parent.parent / "corpus"
SOURCES: Final[dict[Language, tuple[str, ...]]] = {
    "spirv": ("spirv/references/*.spv", "spirv/compute/*.spv"),
    "glsl": ("shading/glsl/*.frag", "shading/glsl/*.comp"),
    "essl": ("shading/essl/*.frag", "shading/essl/*.comp"),
    "wgsl": ("shading/wgsl/*.wgsl",),
    "c": ("c/*.c",),
}
CHAINS: Final = (
    "glslang+lavapipe",
    "shaderc:-O+swiftshader",
    "spirv-opt:-O+spirv-cross+llvmpipe",
    "glslang+spirv-opt:-O+spirv-cross+softpipe",
)
PROGRAMS: Final = 8
"""Of each language and target, spread over the corpus, and one more to begin with."""
ROUNDS: Final = 6
SECONDS: Final = 60.0
LIMIT: Final = 0.20
"""At most this part of a worker's time may be outside of the calls under test."""


class Cost(msgspec.Struct, frozen=True):
    """What the tests of a target took: how many `programs` it took, `seconds` for all, `busy`
    of them in its calls.
    """

    target: str
    programs: int
    seconds: float
    busy: float

    @property
    def rate(self) -> float:
        """Return tests a second."""
        return self.programs / self.seconds if self.seconds else 0.0

    @property
    def outside(self) -> float:
        """Return the part of the time outside of the calls under test."""
        return 1.0 - self.busy / self.seconds if self.seconds else 0.0


def here() -> list[Target]:
    """Return one of all targets that run the same code in the same way, and some chains.

    Of C compilers and of the chips of RADV one of each family, as they differ for a worker in
    nothing but their name.
    """
    usable = [
        target
        for target in discover()
        if target.available and target.stages and not _left_out(target)
    ]
    chosen: dict[object, Target] = {}
    for target in usable:
        chosen.setdefault(_kind(target), target)
    return [*chosen.values(), *_chains()]


def measure(targets: Iterable[Target]) -> Iterator[Cost | str]:
    """Yield the cost of each target, or why there is none."""
    for target in targets:
        try:
            yield cost_of(target)
        except AberrationError as error:
            yield f"{target.id}: {error.message}"


def cost_of(target: Target) -> Cost:
    """Run programs of the target's languages; raise as opening its workers does."""
    best: dict[str, tuple[float, float]] = {}
    for _ in range(ROUNDS):
        best = {name: min(run, best.get(name, run)) for name, run in _pass(target).items()}
        cost = Cost(
            target.id,
            len(best),
            sum(wall for wall, _ in best.values()),
            sum(busy for _, busy in best.values()),
        )
        if cost.outside <= LIMIT:
            break
    return cost


def _pass(target: Target) -> dict[str, tuple[float, float]]:
    """Return the wall time and the busy time of each program in a new worker, but for the first
    of each language.
    """
    found: dict[str, tuple[float, float]] = {}
    with TargetPool() as pool:
        for language in target.own_languages:
            runs = {program.name: _run(pool, target, program) for program in _spread(language)}
            taken = [(name, run) for name, run in runs.items() if run is not None]
            found |= {f"{language} {name}": (run.seconds, run.busy) for name, run in taken[1:]}
    return found


def report(costs: Iterable[Cost | str]) -> str:
    """Return the figures as text."""
    return "\n".join(_line(cost) for cost in costs)


def _line(cost: Cost | str) -> str:
    if isinstance(cost, str):
        return cost
    if not cost.programs:
        return f"{cost.target:36} took none of the programs"
    over = "  over the limit" if cost.outside > LIMIT else ""
    return (
        f"{cost.target:36} {cost.rate:7.1f} tests/s  outside {cost.outside:5.1%}  "
        f"({cost.programs} programs){over}"
    )


def _run(pool: TargetPool, target: Target, program: Program) -> RunResult | None:
    """Run a program; None where the target does not take it."""
    try:
        result = pool.run(target, program, SECONDS)
    except BadInput:
        return None
    return None if isinstance(result.outcome, Rejected | Crash | Timeout) else result


def _left_out(target: Target) -> bool:
    return is_special(target) and "older" not in target.groups


def _kind(target: Target) -> object:
    worker = target.stages[0].worker
    if worker.runner in ("c", "radv"):
        return target.family
    if worker.runner in ("spirv_opt", "spirv_cross"):
        return worker.option("path")
    variables = dict(worker.environment)
    driver = worker.option("device") or worker.option("renderer") or worker.option("flags")
    return (
        worker.runner,
        worker.option("path"),
        worker.option("backend"),
        driver,
        tuple(variables.items()),
    )


def _chains() -> list[Target]:
    found = []
    for identifier in CHAINS:
        try:
            found += select(discover(), [identifier])
        except AberrationError:
            continue
    return found


@cache
def _spread(language: Language) -> tuple[Program, ...]:
    paths = [path for pattern in SOURCES[language] for path in sorted(CORPUS.glob(pattern))]
    step = max(1, len(paths) // (PROGRAMS + 1))
    return tuple(load_program(path) for path in paths[::step][: PROGRAMS + 1])


def _wanted(words: Sequence[str]) -> list[Target]:
    return select(discover(), words) if words else here()


if __name__ == "__main__":
    begun = time.perf_counter()
    try:
        wanted = _wanted(sys.argv[1:])
    except AberrationError as error:
        sys.exit(f"{error.message}\n{error.hint}")
    for cost in measure(wanted):
        print(_line(cost), flush=True)
    print(
        f"in {time.perf_counter() - begun:.0f} s, load {os.getloadavg()[0]:.1f} on "
        f"{os.cpu_count()} processors"
    )
