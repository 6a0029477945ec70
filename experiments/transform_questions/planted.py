"""A pool that runs the rewriting of mutants in this process, and all else in warm workers.

A mutant changes few programs. What it leaves alone fares at the driver behind it as without the
mutant, so one run of the driver answers for all mutants that a test does not meet: 28 compilers for
little more than the price of one.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from aberration.campaign.triage.chains import driver_alone
from aberration.campaign.triage.question import drivers_here
from aberration.core.outcome import Crash, Invalid, Outcome, Rejected, Timeout
from aberration.core.program import Program
from aberration.core.target import Target, WorkerSpec
from aberration.languages.spirv.module import Module
from aberration.targets.death import outcome_of_death
from aberration.targets.mutants.catalogue import mutant
from aberration.targets.mutants.mutant import Mutant, PlantedCrash, PlantedHang
from aberration.targets.mutants.targets import IDENTITY
from aberration.targets.pool import DEADLINE, RunResult, TargetPool

SIGABRT: Final = 6
KEPT: Final = 16

Run = Callable[[Target, Program, float], RunResult]


class Rewriter:
    """Rewrites modules as mutants do; a module that one mutant left alone is not parsed again
    for the next.
    """

    def __init__(self) -> None:
        self._source = b""
        self._plain = b""
        self._module: Module | None = None

    def rewritten(self, planted: Mutant, source: bytes) -> bytes:
        """Return the module as the mutant compiles it; may raise `PlantedCrash` or
        `PlantedHang`.
        """
        module = self._parsed(source)
        try:
            planted.rewrite(module)
        except (PlantedCrash, PlantedHang):
            self._drop()
            raise
        result = module.to_bytes()
        if result != self._plain:
            self._drop()
        return result

    def _parsed(self, source: bytes) -> Module:
        if self._module is None or source != self._source:
            self._drop()
            self._module = Module.parse(source)
            self._source, self._plain = source, self._module.to_bytes()
        return self._module

    def _drop(self) -> None:
        if self._module is not None:
            self._module.clear()
        self._module = None


class PlantedPool(TargetPool):
    """Runs a mutant's own stage in this process; a program that comes out unchanged is not run
    again.

    `busy` are the seconds inside each other target's own calls when it ran last; `runs` counts
    programs.
    """

    def __init__(self, limit: int = 8) -> None:
        super().__init__(limit)
        self._rewriter = Rewriter()
        self._seen: OrderedDict[tuple[WorkerSpec, str], RunResult] = OrderedDict()
        self.busy: dict[str, float] = {}
        self.runs = 0

    def run(self, target: Target, program: Program, deadline: float = DEADLINE) -> RunResult:
        """Run a program; a mutant that hangs costs no time, and its outcome tells the deadline
        as its seconds.
        """
        self.runs += 1
        if planted_in(target) is not None:
            return self._planted(target, program, deadline, self._known_or_run)
        result = super().run(target, program, deadline)
        self.busy[target.id] = result.busy
        self._keep(target, program, result)
        return result

    def run_fresh(self, target: Target, program: Program, deadline: float = DEADLINE) -> RunResult:
        """Run a program in new processes, but for the mutant's own stage."""
        self.runs += 1
        if planted_in(target) is not None:
            return self._planted(target, program, deadline, super().run_fresh)
        return super().run_fresh(target, program, deadline)

    def leaves_alone(self, target: Target, program: Program) -> bool:
        """Say whether a mutant does nothing to a program; never true of a target that is no
        mutant.
        """
        planted = planted_in(target)
        if planted is None:
            return False
        try:
            return self._rewriter.rewritten(planted, program.source) == program.source
        except (PlantedCrash, PlantedHang):
            return False

    def version(self, target: Target) -> str:
        """Return the versions of the stages; of a mutant its name, which needs no worker."""
        return target.id if planted_in(target) is not None else super().version(target)

    def _planted(self, target: Target, program: Program, deadline: float, run: Run) -> RunResult:
        planted, driver = planted_in(target), driver_alone(target, drivers_here())
        assert planted is not None
        assert driver is not None
        try:
            source = self._rewriter.rewritten(planted, program.source)
        except PlantedCrash as crash:
            return RunResult(
                _located(outcome_of_death(-SIGABRT, crash.text, 0.0), planted.name), 0.0, 0.0
            )
        except PlantedHang:
            return RunResult(Timeout(deadline, planted.name), 0.0, 0.0)
        result = run(driver, msgspec.structs.replace(program, source=source), deadline)
        return msgspec.structs.replace(
            result, outcome=_located(result.outcome, driver.stages[-1].name)
        )

    def _known_or_run(self, driver: Target, program: Program, deadline: float) -> RunResult:
        known = self._seen.get((driver.stages[-1].worker, program.digest))
        return super().run(driver, program, deadline) if known is None else known

    def _keep(self, target: Target, program: Program, result: RunResult) -> None:
        if len(target.stages) > 1:
            return
        self._seen[(target.stages[0].worker, program.digest)] = result
        while len(self._seen) > KEPT:
            self._seen.popitem(last=False)


def planted_in(target: Target) -> Mutant | None:
    """Return the mutant of a target; None for a target that is not broken on purpose."""
    worker = target.stages[0].worker
    name = worker.option("mutant")
    return mutant(name) if worker.runner == "mutant" and name != IDENTITY else None


def _located(outcome: Outcome, stage: str) -> Outcome:
    if isinstance(outcome, Crash | Timeout | Rejected | Invalid):
        return msgspec.structs.replace(outcome, stage=stage)
    return outcome
