"""One run: which pass makes how many attempts, and when the run ends.

A run uses a random choice of the passes (swarm testing; catalogue, section 4.1), which a strategy gives turns to. It
serialises prefixes on its way, so one run gives several variants.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import msgspec

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.methods.transform.donation.donor import Donor
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import FuzzerPass
from aberration.methods.transform.pass_list import PASSES
from aberration.methods.transform.quick_rng import QuickRng
from aberration.methods.transform.strategies import BY_DEFAULT, STRATEGIES
from aberration.methods.transform.transformation import Transformation

ENABLED: Final = 0.5
"""Share of the passes that a run uses (swarm testing)."""
OFTEN: Final = {
    "add_function_calls": 0.9,
    "apply_id_synonyms": 0.9,
    "donate_modules": 0.9,
    "obfuscate_constants": 0.9,
    "replace_irrelevant_ids": 0.9,
}
"""Passes that use what others made, and the one that brings functions: each is of little use without the others."""
ATTEMPTS: Final = 24
"""Most attempts of a pass each time it is taken, at a chance of 1."""
PATIENCE: Final = 8
"""Rejections in a row after which a pass ends its turn; halved each time a whole turn was in vain."""
STUCK: Final = 60
"""Turns in vain, in a row, after which a run ends."""
ID_LIMIT: Final = 50_000
FINAL_SHARE: Final = 0.1
"""Share of the limit that is left to the final passes."""


class PassFigures(msgspec.Struct):
    """What a pass did: steps that it applied, supporting ones included, attempts that were rejected, time spent."""

    applied: int = 0
    rejected: int = 0
    seconds: float = 0.0


class Statistics(msgspec.Struct):
    """What a run did: attempts that were rejected, and turns of passes; figures by pass, if there is a clock."""

    rejected: int = 0
    turns: int = 0
    clock: Callable[[], float] | None = None
    passes: dict[str, PassFigures] = {}


class Snapshot(msgspec.Struct, frozen=True):
    """A prefix of a run: its number of steps, and the module's bytes after them."""

    steps: int
    data: bytes


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
    """Transform `module` about `limit` times; return the log and a snapshot after each of `checkpoints`.

    `every_pass`: all of `passes`, not a random choice of them. `strategy`: one of `STRATEGIES`; drawn without.

    A snapshot comes at the first end of an attempt at or past its checkpoint; the last one is of the end of the run.
    The module is of no use afterwards.
    """
    with no_collector():
        quick = QuickRng(rng.bits() << 32 | rng.bits())
        run = _Run(Draw(module, quick, donors), limit, checkpoints, statistics or Statistics())
        run.go(_chosen(passes, quick, every_pass), strategy or quick.choose(BY_DEFAULT))
        log, snapshots = run.draw.log, run.finished()
        module.clear()
    return log, snapshots


@contextmanager
def no_collector() -> Iterator[None]:
    """Keep the cyclic collector off: modules are cyclic, but break their cycles themselves (`Module.clear`)."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _chosen(passes: Sequence[FuzzerPass], rng: Rng, every_pass: bool) -> list[FuzzerPass]:
    """Return the passes of a run: all, or a random choice with one repeated pass at least."""
    if every_pass:
        return list(passes)
    while True:
        chosen = [known for known in passes if rng.chance(OFTEN.get(known.name, ENABLED))]
        if any(not known.final for known in chosen):
            return chosen


class _Turns:
    """A pass in a run: its attempts per turn, and how patient the run still is with it."""

    __slots__ = ("attempts", "known", "patience")

    def __init__(self, known: FuzzerPass, rng: Rng) -> None:
        self.known: FuzzerPass = known
        low, high = known.chance
        self.attempts: int = max(1, round(ATTEMPTS * rng.uniform(low, high)))
        self.patience: int = PATIENCE


class _Run:
    """The state of a run."""

    __slots__ = ("checkpoints", "draw", "limit", "snapshots", "statistics")

    def __init__(self, draw: Draw, limit: int, checkpoints: Sequence[int], statistics: Statistics) -> None:
        self.draw: Draw = draw
        self.limit: int = limit
        self.checkpoints: list[int] = sorted(checkpoints, reverse=True)
        self.snapshots: list[Snapshot] = []
        self.statistics: Statistics = statistics

    def go(self, passes: Sequence[FuzzerPass], strategy: str) -> None:
        """Make the whole run."""
        rng = self.draw.rng
        repeated = [_Turns(known, rng) for known in passes if not known.final]
        final = [_Turns(known, rng) for known in passes if known.final]
        if repeated:
            self._repeat(repeated, strategy, self.limit - int(self.limit * FINAL_SHARE) if final else self.limit)
        self._finish(final)

    def _repeat(self, repeated: Sequence[_Turns], strategy: str, enough: int) -> None:
        """Let passes take turns until there are `enough` steps, or nothing goes on."""
        draw = self.draw
        chooser = STRATEGIES[strategy]([turns.known for turns in repeated], draw.rng)
        vain = 0
        while len(draw.log) < enough and vain < STUCK and draw.module.bound < ID_LIMIT:
            chosen = chooser.next()
            if self._turn(repeated[chosen], enough):
                vain = 0
                chooser.had_effect(chosen)
            else:
                vain += 1

    def _finish(self, final: Sequence[_Turns]) -> None:
        """Give each final pass its share of the steps that are left."""
        for left, turns in zip(range(len(final), 0, -1), final, strict=True):
            rest = self.limit - len(self.draw.log)
            self._turn(turns, len(self.draw.log) + -(-rest // left))

    def _turn(self, turns: _Turns, enough: int) -> bool:
        """Let a pass make its attempts; say whether it applied anything of its own."""
        statistics, log = self.statistics, self.draw.log
        statistics.turns += 1
        if statistics.clock is None:
            return self._attempts(turns, enough)
        figures = statistics.passes.setdefault(turns.known.name, PassFigures())
        steps, rejected, start = len(log), statistics.rejected, statistics.clock()
        worked = self._attempts(turns, enough)
        figures.seconds += statistics.clock() - start
        figures.applied += len(log) - steps
        figures.rejected += statistics.rejected - rejected
        return worked

    def _attempts(self, turns: _Turns, enough: int) -> bool:
        draw, attempt, log = self.draw, turns.known.attempt, self.draw.log
        applied = rejected = 0
        for _ in range(1 + draw.rng.below(turns.attempts)):
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
                if rejected >= turns.patience:
                    break
            if self.checkpoints and len(draw.log) >= self.checkpoints[-1]:
                self._take_snapshot()
        turns.patience = PATIENCE if applied else max(1, turns.patience >> 1)
        return applied > 0

    def _take_snapshot(self) -> None:
        steps = len(self.draw.log)
        while self.checkpoints and self.checkpoints[-1] <= steps:
            self.checkpoints.pop()
        self.snapshots.append(Snapshot(steps, self.draw.module.to_bytes()))

    def finished(self) -> list[Snapshot]:
        """Return the snapshots, the one of the end last, if there are any to take."""
        steps = len(self.draw.log)
        if self.checkpoints and (not self.snapshots or self.snapshots[-1].steps < steps):
            self._take_snapshot()
        return self.snapshots
