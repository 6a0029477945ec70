"""The cold loop: what the plainest script that tests drivers costs, on the same seeds.

One test of it is one seed on one driver. For each seed a process of `spirv-opt -O` makes the
variant (a script around spirv-fuzz starts one of that in its place, which the packages here do not
have and which takes longer), and each driver gets two fresh processes, one for the seed and one for
the variant, each of which opens the driver, renders once and ends; the results are compared to the
bit. So a test starts two processes and its share of a third. Nothing is validated, confirmed,
reduced or kept. The process of the driver is our runner, as the peer's would be its own.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from aberration.core.errors import AberrationError
from aberration.core.outcome import Outcome
from aberration.core.process import execute, plain_environment
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.spirv.validate import environment_of
from aberration.targets.registry import discover, select
from aberration.targets.spirv_tools import packaged_optimiser
from aberration.targets.worker import Worker

_SECONDS: Final = 20.0


class Loop(msgspec.Struct, frozen=True):
    """What the loop took. `busy` seconds of it were inside the optimiser's process and the
    drivers' own calls.
    """

    tests: int
    seconds: float
    busy: float
    processes: int
    different: int

    @property
    def rate(self) -> float:
        """Return tests a second."""
        return self.tests / self.seconds if self.seconds else 0.0

    @property
    def share(self) -> float:
        """Return the part of the time inside the optimiser and the drivers."""
        return self.busy / self.seconds if self.seconds else 0.0


class _Step(msgspec.Struct, frozen=True):
    outcome: Outcome | None
    busy: float


def drivers(patterns: str) -> list[Target]:
    """Return those of the targets that execute a module with nothing before them."""
    chosen = select(discover(), [patterns])
    return [
        one
        for one in chosen
        if one.kind == "executes" and len(one.stages) == 1 and "spirv" in one.languages
    ]


def loop(seeds: Sequence[Program], targets: Sequence[Target]) -> Loop:
    """Run the loop over modules, one after the other."""
    optimiser = packaged_optimiser().path
    tests = processes = different = 0
    busy = 0.0
    start = time.perf_counter()
    with TemporaryDirectory(prefix="aberration-") as name:
        for seed in seeds:
            variant, seconds = _optimised(seed, optimiser, Path(name))
            processes, busy = processes + 1, busy + seconds
            if variant is None:
                continue
            for target in targets:
                steps = [_alone(target, program) for program in (seed, variant)]
                different += steps[0].outcome != steps[1].outcome
                processes, tests = processes + len(steps), tests + 1
                busy += sum(step.busy for step in steps)
    return Loop(tests, time.perf_counter() - start, busy, processes, different)


def _optimised(seed: Program, optimiser: Path, folder: Path) -> tuple[Program | None, float]:
    given, made = folder / "seed.spv", folder / "variant.spv"
    given.write_bytes(seed.source)
    made.unlink(missing_ok=True)
    command = [
        str(optimiser),
        "-O",
        f"--target-env={environment_of(seed.source)}",
        str(given),
        "-o",
        str(made),
    ]
    done = execute(command, folder, _SECONDS, plain_environment(folder))
    if not made.is_file():
        return None, done.seconds
    return msgspec.structs.replace(seed, source=made.read_bytes()), done.seconds


def _alone(target: Target, program: Program) -> _Step:
    """Run a program in a process that is started for it."""
    try:
        with closing(Worker(target.stages[0].worker)) as worker:
            reply = worker.run(program, _SECONDS)
    except AberrationError:
        return _Step(None, 0.0)
    return _Step(reply.outcome, reply.busy)
