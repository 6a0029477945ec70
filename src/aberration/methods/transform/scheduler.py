"""One run: which pass makes how many attempts, and when the run ends.

On its way a run makes several variants: each is a prefix of its steps with final passes of its own,
which are then taken back. Which passes make the steps from one to the next is drawn (`swarm.py`),
and a strategy gives them turns.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.savepoint import Savepoint
from aberration.methods.transform.donation.donor import Donor
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import FuzzerPass
from aberration.methods.transform.known_inputs import Given, given_to
from aberration.methods.transform.pass_list import PASSES
from aberration.methods.transform.quick_rng import QuickRng
from aberration.methods.transform.swarm import Swarm
from aberration.methods.transform.transformation import Transformation

MOST_REJECTED: Final = 8
"""Rejections in a row after which a pass ends its turn; halved each time a whole turn was in
vain.
"""
STUCK: Final = 60
"""Turns in vain, in a row, after which a run ends."""
# Far below the bound that drivers have to accept, and a sign that a module grows without end.
ID_LIMIT: Final = 50_000


class PassFigures(msgspec.Struct):
    """What a pass did: steps that it applied, supporting ones included, attempts that were
    rejected, time spent.
    """

    applied: int = 0
    rejected: int = 0
    seconds: float = 0.0


class Statistics(msgspec.Struct):
    """What a run did: attempts that were rejected, and turns of passes; figures by pass, if
    there is a clock.
    """

    rejected: int = 0
    turns: int = 0
    clock: Callable[[], float] | None = None
    passes: dict[str, PassFigures] = {}


class Snapshot(msgspec.Struct, frozen=True):
    """A variant: the first `prefix` steps of the run, the `final` steps that are its own, the
    module's bytes, and what it is run with.
    """

    prefix: int
    final: tuple[Transformation, ...]
    data: bytes
    given: Given

    def steps(self, log: Sequence[Transformation]) -> tuple[Transformation, ...]:
        """Return its steps, given those of the run."""
        return (*log[: self.prefix], *self.final)


def fuzz(
    module: Module,
    donors: Sequence[Donor],
    rng: Rng,
    limit: int,
    checkpoints: Sequence[int] = (),
    *,
    every_pass: bool = False,
    passes: Sequence[FuzzerPass] = PASSES,
    strategy: str = "",
    statistics: Statistics | None = None,
) -> tuple[list[Transformation], list[Snapshot]]:
    """Transform `module` about `limit` times; return the log and the variants made on the way, of
    about as many steps as each of `checkpoints` says, and one of the end.

    `every_pass`: all of `passes`, not a random choice of them. `strategy`: one of `STRATEGIES`;
    drawn without.

    Without checkpoints there are no variants. Each has its own final steps, which are taken back
    before the run goes on, with passes and a strategy that are drawn anew; those of the end are the
    last ones of the log. The module is of no use afterwards.
    """
    with no_collector():
        if not module.facts.companion:
            passes = [one for one in passes if not one.pairs]
        quick = QuickRng(rng.bits() << 32 | rng.bits())
        swarm = Swarm(passes, every_pass, strategy, quick, rng.bits())
        run = _Run(Draw(module, quick, donors), swarm, statistics or Statistics())
        for length in sorted({*(length for length in checkpoints if length < limit), limit}):
            run.make_variant(length, last=length == limit)
        log, snapshots = run.draw.log, run.snapshots if checkpoints else []
        module.clear()
    return log, snapshots


@contextmanager
def no_collector() -> Iterator[None]:
    """Keep the cyclic collector off: modules are cyclic, but break their cycles themselves
    (`Module.clear`).
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Turns:
    """A pass in a run: its attempts per turn, and how many may be rejected in a row."""

    __slots__ = ("attempts", "known", "most_rejected")

    def __init__(self, known: FuzzerPass, attempts: int) -> None:
        self.known: FuzzerPass = known
        self.attempts: int = attempts
        self.most_rejected: int = MOST_REJECTED


class _Run:
    """The state of a run."""

    __slots__ = ("draw", "snapshots", "statistics", "swarm")

    def __init__(self, draw: Draw, swarm: Swarm, statistics: Statistics) -> None:
        self.draw: Draw = draw
        self.swarm: Swarm = swarm
        self.snapshots: list[Snapshot] = []
        self.statistics: Statistics = statistics

    def make_variant(self, length: int, last: bool) -> None:
        """Go on until there is a variant of this length, and keep it, if there is none like it;
        unless it is the last one, the run then stands where its final steps began.
        """
        log, module = self.draw.log, self.draw.module
        own = self.swarm.final_steps(length)
        self._go_on(length - own)
        prefix, before = len(log), None if last else Savepoint(module)
        self._finish(own)
        data = module.to_bytes()
        if log and all(data != made.data for made in self.snapshots):
            self.snapshots.append(Snapshot(prefix, tuple(log[prefix:]), data, given_to(module)))
        if before is not None:
            del log[prefix:]
            before.restore()

    def _go_on(self, enough: int) -> None:
        """Let repeated passes take turns until there are `enough` steps, or nothing goes on."""
        draw = self.draw
        passes = [
            _Turns(known, self.swarm.attempts(known)) for known in self.swarm.repeated_passes()
        ]
        chooser = self.swarm.strategy([turns.known for turns in passes])
        vain = 0 if passes else STUCK
        while len(draw.log) < enough and vain < STUCK and draw.module.bound < ID_LIMIT:
            chosen = chooser.next()
            attempts = 1 + draw.rng.below(passes[chosen].attempts)
            if self._turn(passes[chosen], attempts, enough):
                vain = 0
                chooser.had_effect(chosen)
            else:
                vain += 1

    def _finish(self, steps: int) -> None:
        """Give each final pass of a variant its share of so many steps."""
        draw, own = self.draw, self.draw.rng
        enough = len(draw.log) + steps
        draw.rng = rng = self.swarm.final_rng(len(self.snapshots))
        chosen = self.swarm.final(rng)
        for left, known in zip(range(len(chosen), 0, -1), chosen, strict=True):
            attempts = self.swarm.final_attempts(known, draw.module, rng)
            # Rounded up, so that the last pass is not left with nothing.
            share = -(-(enough - len(draw.log)) // left)
            self._turn(_Turns(known, attempts), attempts, len(draw.log) + share)
        draw.rng = own

    def _turn(self, turns: _Turns, attempts: int, enough: int) -> bool:
        """Let a pass make its attempts; say whether it applied anything of its own."""
        statistics, log = self.statistics, self.draw.log
        statistics.turns += 1
        if statistics.clock is None:
            return self._attempts(turns, attempts, enough)
        figures = statistics.passes.setdefault(turns.known.name, PassFigures())
        steps, rejected, start = len(log), statistics.rejected, statistics.clock()
        worked = self._attempts(turns, attempts, enough)
        figures.seconds += statistics.clock() - start
        figures.applied += len(log) - steps
        figures.rejected += statistics.rejected - rejected
        return worked

    def _attempts(self, turns: _Turns, attempts: int, enough: int) -> bool:
        draw, attempt, log = self.draw, turns.known.attempt, self.draw.log
        applied = rejected = 0
        for _ in range(attempts):
            if len(log) >= enough:
                break
            draw.begin()
            transformation = attempt(draw)
            if transformation is not None and draw.apply(transformation):
                applied += 1
                rejected = 0
            else:
                rejected += 1
                self.statistics.rejected += 1
                if rejected >= turns.most_rejected:
                    break
        # A pass that finds no sites costs less and less, and is never given up: other passes may
        # make sites for it.
        turns.most_rejected = MOST_REJECTED if applied else max(1, turns.most_rejected >> 1)
        return applied > 0
