"""Warm workers, and the walk of a program along a target's stages.

A pool belongs to one executor: it is not for several threads at once, but for those of its own,
which run new workers side by side.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec

from aberration.core.caches import remember
from aberration.core.errors import EndedFromOutside, TargetUnavailable
from aberration.core.inputs import Inputs
from aberration.core.outcome import EXECUTED, Crash, Invalid, Outcome, Rejected, Timeout, Translated
from aberration.core.program import Program
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.languages.spirv.canonical import canonical_digest
from aberration.languages.spirv.validate import environment_of, validate
from aberration.targets.backtrace.ptrace import reason_unsupported
from aberration.targets.child import Child, Circumstances, Ends, spawn
from aberration.targets.death import is_kill
from aberration.targets.elsewhere import DistantWorker, is_elsewhere
from aberration.targets.fork_server import ForkServers
from aberration.targets.lost_colour import LOST_COLOUR, loses_colour
from aberration.targets.sandbox.confinement import Way
from aberration.targets.sandbox.mechanism import mechanism
from aberration.targets.side_by_side import SideBySide
from aberration.targets.worker import KilledUnopened, Reply, Unopened, Worker

# Drivers leak: a worker would meet the limit of its memory at some test, which would not be that
# test's fault.
RECYCLE_AFTER: Final = 2000
REOPENED: Final = frozenset(("c", "spirv_opt"))
"""Runners whose compilers are processes of their own: a worker may turn to another compiler or
level of the kind.
"""
MOST_OF_A_KIND: Final = 8
"""Workers of such a runner; there may be a hundred targets for them."""
UNTRACED: Final = frozenset(("angle", "chromium"))
"""Runners whose processes live in a sandbox of their own making, and are not to be looked into."""
PAUSES: Final = (1.0, 5.0, 15.0)
"""Seconds before a worker on hardware is opened once more. A shader that hangs a GPU takes it from
all processes until the driver has reset it, and those that open it meanwhile die or hang.
"""
DEADLINE: Final = 30.0
KILLS_FORGIVEN: Final = 2
"""How often a run is asked for again whose worker was killed from outside."""
REMEMBERED: Final = 64
"""Modules whose validity a pool remembers: the tests of a run go to many targets, one after the
other.
"""
KEPT_RESULTS: Final = 128
"""Results of drivers behind translators that a pool remembers: an optimiser often gives the
same for many variants.
"""

_RunStage = Callable[[Stage, Program], Reply]


class RunResult(msgspec.Struct, frozen=True):
    """What a target did with a program; `stage_seconds` per stage that ran, in order.

    Of the `seconds` the calls under test took `busy`; `opening` are those of drivers that were
    opened for this run, which come before.
    """

    outcome: Outcome
    seconds: float
    busy: float
    stage_seconds: tuple[tuple[str, float], ...] = ()
    opening: float = 0.0


class Health(msgspec.Struct):
    """Counts for one target; `restarts` are workers opened in place of dead ones."""

    runs: int = 0
    crashes: int = 0
    timeouts: int = 0
    restarts: int = 0


class TargetPool:
    """Keeps at most `limit` warm workers; the least recently used one goes first, those before all
    others that are nothing to open.

    No worker gets an invalid module: drivers may do with one what they like. Where the pool is
    `traced`, its workers tell the native stack of what dies, on machines that allow it. Its workers
    are `confined` where the machine has a sandbox and the user does not want it otherwise.
    """

    def __init__(
        self,
        limit: int = 8,
        recycle_after: int = RECYCLE_AFTER,
        *,
        traced: bool = False,
        side_by_side: int = 1,
        confined: Way | None = None,
    ) -> None:
        self._traced = traced
        self._confined = mechanism().way if confined is None else confined
        self._side_by_side = SideBySide(side_by_side)
        self._lock = threading.Lock()
        self.health: dict[str, Health] = {}
        self._limit = limit
        self._recycle_after = recycle_after
        self._workers: OrderedDict[WorkerSpec, Worker] = OrderedDict()
        self._fork_servers = ForkServers()
        self._opened: set[str] = set()
        self._validation_errors: OrderedDict[bytes, str] = OrderedDict()
        self._executed: OrderedDict[tuple[WorkerSpec, bytes, Inputs], Outcome] = OrderedDict()

    def run(self, target: Target, program: Program, deadline: float = DEADLINE) -> RunResult:
        """Run a program through the stages in warm workers; `deadline` holds for each stage.

        What a translator writes again, but for numbers of ids and what nothing uses, is not
        executed again.
        """
        health = self._health(target)

        def step(stage: Stage, given: Program) -> Reply:
            key = self._execution(target, stage, given)
            if key is not None and key in self._executed:
                self._executed.move_to_end(key)
                return Reply(self._executed[key], 0.0, 0.0)
            reply = _ask_until_unkilled(lambda: self._warm(stage, health).run(given, deadline))
            # Crashes and timeouts are asked for again: they are what may be flaky.
            if key is not None and isinstance(reply.outcome, EXECUTED):
                remember(self._executed, key, reply.outcome, KEPT_RESULTS)
            return reply

        return self._walk(target, program, step)

    def _execution(
        self, target: Target, stage: Stage, program: Program
    ) -> tuple[WorkerSpec, bytes, Inputs] | None:
        """Return what an execution at the end of a chain is known by; None for all other stages."""
        # Only behind a translator: the variants of a plain driver differ all, and it is the driver
        # that is tested.
        if len(target.stages) < 2 or stage is not target.stages[-1] or program.language != "spirv":
            return None
        if program.is_pair:
            return None
        return stage.worker, canonical_digest(program.source), program.inputs

    def run_fresh(self, target: Target, program: Program, deadline: float = DEADLINE) -> RunResult:
        """Run a program in new processes that saw no other program."""
        return self._alone(target, program, deadline, traced=self._traced)

    def run_fresh_each(
        self, asked: Sequence[tuple[Target, Program]], deadline: float = DEADLINE
    ) -> list[RunResult]:
        """Run each as `run_fresh` does, as many side by side as the pool may; return the results
        in order.
        """
        return self._side_by_side.run(
            [partial(self.run_fresh, target, program, deadline) for target, program in asked]
        )

    def run_traced(self, target: Target, program: Program, deadline: float = DEADLINE) -> RunResult:
        """Run a program as `run_fresh` does, in processes that report the native stack of what
        dies.
        """
        return self._alone(target, program, deadline, traced=True)

    def validation_error(self, program: Program) -> str:
        """Return why the validator refuses a SPIR-V program, or nothing; it is asked once for
        each module.
        """
        if program.language != "spirv":
            return ""
        if program.is_pair:
            both = program, program.companion_program()
            alone = (msgspec.structs.replace(one, companion=b"") for one in both)
            return next(filter(None, map(self.validation_error, alone)), "")
        source = program.source
        # Two threads of an executor ask: each step is one of the dictionary's own.
        error = self._validation_errors.pop(source, None)
        if error is None:
            error = validate(source, environment_of(source)) or ""
        self._validation_errors[source] = error
        if len(self._validation_errors) > REMEMBERED:
            self._validation_errors.popitem(last=False)
        return error

    def version(self, target: Target) -> str:
        """Return what the compiler or driver of each stage calls itself, opening workers where
        none is warm.
        """
        health = self._health(target)
        versions = [self._warm(stage, health).version for stage in target.stages]
        if len(versions) == 1:
            return versions[0]
        named = zip(target.stages, versions, strict=True)
        return ", then ".join(
            version or f"{stage.name} (version unknown)" for stage, version in named
        )

    def close(self) -> None:
        """End all workers."""
        self._side_by_side.close()
        while self._workers:
            self._workers.popitem()[1].close()
        self._fork_servers.close()

    def __enter__(self) -> TargetPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _alone(
        self, target: Target, program: Program, deadline: float, *, traced: bool
    ) -> RunResult:
        def run(stage: Stage, given: Program) -> Reply:
            make = partial(self._opened_worker, stage.worker, traced=traced)
            with self._side_by_side.worker(make) as worker:
                return worker.run(given, deadline)

        return self._walk(
            target, program, lambda stage, given: _ask_until_unkilled(partial(run, stage, given))
        )

    def _walk(self, target: Target, program: Program, run: _RunStage) -> RunResult:
        if not target.available:
            raise TargetUnavailable(
                f"{target.id} cannot run here: {target.reason}", hint=target.install
            )
        health = self._health(target)
        with self._lock:
            health.runs += 1
        # Before the driver: what an invalid module does there is nobody's bug.
        error = self.validation_error(program)
        if error:
            return RunResult(Rejected(f"invalid: {error}", unasked=True), 0.0, 0.0)
        seconds: list[tuple[str, float]] = []
        busy = opening = 0.0
        outcome: Outcome = Translated(program)
        given, translator = program, ""
        for stage in target.stages:
            reply = run(stage, program)
            seconds.append((stage.name, reply.seconds))
            busy += reply.busy
            opening += reply.opening
            outcome = (
                _with_stage(reply.outcome, stage.name) if len(target.stages) > 1 else reply.outcome
            )
            if not isinstance(outcome, Translated):
                break
            given, translator, program = program, stage.name, outcome.program
        if translator and loses_colour(outcome, given):
            outcome = Invalid(LOST_COLOUR, program, translator)
        with self._lock:
            health.crashes += isinstance(outcome, Crash)
            health.timeouts += isinstance(outcome, Timeout)
        wall = sum(wall for _, wall in seconds)
        return RunResult(outcome, wall, busy, tuple(seconds), opening)

    def _health(self, target: Target) -> Health:
        return self.health.setdefault(target.counted_as, Health())

    def _warm(self, stage: Stage, health: Health) -> Worker:
        """Return a living worker for a stage, the most recently used one from now on."""
        spec = stage.worker
        worker = self._workers.get(spec)
        if worker is not None and worker.alive and worker.runs < self._recycle_after:
            self._workers.move_to_end(spec)
            return worker
        # A worker that is replaced for its age was not lost.
        health.restarts += worker is not None and not worker.alive
        if worker is not None:
            self._workers.pop(spec).close()
        worker = self._reopen(spec)
        if worker is None:
            while len(self._workers) >= self._limit:
                self._workers.pop(self._least_missed()).close()
            worker = self._opened_worker(spec, traced=self._traced)
        self._workers[spec] = worker
        return worker

    def _least_missed(self) -> WorkerSpec:
        """Return the least recently used worker, of those that are nothing to open if there are
        any.
        """
        cheap = (spec for spec in self._workers if spec.runner in REOPENED)
        return next(cheap, next(iter(self._workers)))

    def _reopen(self, spec: WorkerSpec) -> Worker | None:
        """Return the least recently used worker of the kind, turned to this spec, where there
        are enough of them.
        """
        if spec.runner not in REOPENED:
            return None
        # In the order of their last use: the first is the one that is missed least.
        same_kind = [known for known in self._workers if _like(known) == _like(spec)]
        if len(same_kind) < min(MOST_OF_A_KIND, self._limit):
            return None
        worker = self._workers.pop(same_kind[0])
        if not worker.alive or worker.runs >= self._recycle_after:
            worker.close()
            return None
        try:
            worker.reopen(spec)
        except BaseException:
            worker.close()
            raise
        return worker

    def _opened_worker(self, spec: WorkerSpec, *, traced: bool) -> Worker:
        """Open a worker; on hardware, which alone has a limit of resident memory, several times."""
        for pause in PAUSES if spec.resident else ():
            with contextlib.suppress(Unopened):
                return self._open(spec, traced=traced)
            time.sleep(pause)
        return self._open(spec, traced=traced)

    def _open(self, spec: WorkerSpec, *, traced: bool) -> Worker:
        return (
            DistantWorker(spec, traced=traced)
            if is_elsewhere(spec)
            else self.new_worker(spec, traced=traced)
        )

    def new_worker(self, spec: WorkerSpec, *, traced: bool = False) -> Worker:
        """Open a worker of this machine that the pool does not keep: whoever asks closes it."""
        return Worker(
            spec,
            self._start,
            traced=traced and spec.runner not in UNTRACED and not reason_unsupported(),
            confined=self._confined,
        )

    def _start(self, given: Circumstances, ends: Ends) -> Child:
        """Start the first worker of a runner as a program, and let a fork server make those
        that come after it.
        """
        # A fork server loads all modules once more, which pays from the second worker on. It
        # answers one thread at a time.
        with self._lock:
            first = given.runner not in self._opened
            self._opened.add(given.runner)
            forked = None if first else self._fork_servers.fork(given, ends)
            return spawn(given, ends) if forked is None else forked


def _ask_until_unkilled(ask: Callable[[], Reply]) -> Reply:
    """Return the reply of a worker, asked again in a new one where it was killed from outside.

    What is killed each time takes the memory of the machine: that reply stands.
    """
    for _ in range(KILLS_FORGIVEN):
        with contextlib.suppress(EndedFromOutside, KilledUnopened):
            reply = ask()
            if not is_kill(reply.outcome):
                return reply
    return ask()


def _like(spec: WorkerSpec) -> WorkerSpec:
    """Return what workers must have in common to take each other's place: all but the options."""
    return msgspec.structs.replace(spec, options=())


def _with_stage(outcome: Outcome, stage: str) -> Outcome:
    if isinstance(outcome, Crash | Timeout | Rejected | Invalid):
        return msgspec.structs.replace(outcome, stage=stage)
    return outcome
