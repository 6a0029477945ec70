"""What every target's workers owe their parent, whatever compiler is behind them."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from functools import cache

import msgspec
from helpers.corpus import programs
from helpers.webgl import ESSL_100, ESSL_300
from helpers.wgsl import shader

from aberration.core.errors import BadInput
from aberration.core.outcome import Crash, Outcome, Rejected, Timeout, outcome_digest
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover
from aberration.targets.worker import Worker

SECONDS = 60.0

_C_SOURCE = b"""
#include <stdio.h>
int main(void) { unsigned s = 0; for (unsigned i = 0; i < 99; i++) s = s * 31 + i; printf("%u\\n", s); return 3; }
"""


def available() -> list[Target]:
    """Return the targets of this machine that can run."""
    return [target for target in discover() if target.available and target.stages]


def one_of_each(targets: list[Target]) -> list[Target]:
    """Return one target for each runner, compiler and environment; flags, chips and mutants are alike to a worker."""
    chosen: dict[object, Target] = {}
    for target in targets:
        first = target.stages[0].worker
        variables = tuple(name for name, _ in first.environment)
        driver = first.option("device").partition(" ")[0]
        chosen.setdefault((first.runner, first.option("path"), driver, variables), target)
    return list(chosen.values())


@cache
def accepted(language: str) -> tuple[Program, ...]:
    """Return programs that every target of a language accepts."""
    if language == "c":
        return (Program("c", "program", _C_SOURCE, name="sum"),)
    if language == "wgsl":
        return shader("lattice"), shader("shared")
    if language == "essl":
        return ESSL_300, ESSL_100
    named = {program.name: program for program in (*programs("references"), *programs("compute"))}
    return named["gcd_grid"], named["collatz"]


@cache
def refused(language: str) -> tuple[Program, ...]:
    """Return programs that every target of a language refuses: cut short, ill-typed, and noise."""
    if language == "c":
        return tuple(
            Program("c", "program", source) for source in (b"int main(void) {", b"int main(void) { return x; }")
        )
    good = accepted(language)[0]
    if language in ("wgsl", "essl"):
        texts = (
            good.source[:-4],
            good.source[:-200],
            good.source.replace(b"main(", b"(").replace(b"u32", b"u31"),
            bytes(64),
            b"",
        )
        return tuple(msgspec.structs.replace(good, source=source) for source in texts)
    sources = (
        good.source[:-4],
        good.source[:-20],
        good.source[:20] + bytes(4) * 9,
        bytes(64),
        b"",
        _without_type(good),
    )
    return tuple(msgspec.structs.replace(good, source=source) for source in sources)


def _without_type(program: Program) -> bytes:
    """Replace the first type declaration by OpNop: an undefined id, of which some drivers die."""
    words = memoryview(bytearray(program.source)).cast("I")
    at = 5
    while words[at] & 0xFFFF != 21:
        at += words[at] >> 16
    for place in range(at, at + (words[at] >> 16)):
        words[place] = 1 << 16
    return words.tobytes()


def check_repeats(pool: TargetPool, target: Target) -> None:
    """The same program gives the same outcome, twice warm and once in fresh processes."""
    for program in accepted(target.languages[0]):
        first = pool.run(target, program, SECONDS).outcome
        assert not isinstance(first, Rejected | Crash | Timeout), first
        again = pool.run(target, program, SECONDS).outcome
        fresh = pool.run_fresh(target, program, SECONDS).outcome
        assert outcome_digest(first) == outcome_digest(again) == outcome_digest(fresh)


def check_refuses(pool: TargetPool, target: Target) -> None:
    """What is no valid program is rejected, or called bad input; never a crash, and the worker lives on."""
    pool.run(target, accepted(target.languages[0])[0], SECONDS)
    restarts = pool.health[target.id].restarts
    for program in refused(target.languages[0]):
        with contextlib.suppress(BadInput):
            outcome = pool.run(target, program, SECONDS).outcome
            assert isinstance(outcome, Rejected), outcome
    assert pool.health[target.id].restarts == restarts


def check_deadline(pool: TargetPool, target: Target) -> None:
    """A deadline that nobody can keep is a timeout, and the next run works."""
    program = accepted(target.languages[0])[0]
    before = pool.run(target, program, SECONDS).outcome
    outcome = pool.run(target, program, 1e-5).outcome
    assert isinstance(outcome, Timeout), outcome
    assert outcome_digest(pool.run(target, program, SECONDS).outcome) == outcome_digest(before)


def check_survives_a_kill(target: Target) -> None:
    """A worker that is killed in the middle of a run is a crash by SIGKILL."""
    with contextlib.closing(Worker(target.stages[0].worker)) as worker:
        assert worker.version
        assert isinstance(_killed_in_the_middle(worker, accepted(target.languages[0])[0]), Crash)
        assert not worker.alive


def _killed_in_the_middle(worker: Worker, program: Program) -> Outcome:
    os.kill(worker.pid, signal.SIGSTOP)
    timer = threading.Timer(0.05, os.kill, (worker.pid, signal.SIGKILL))
    timer.start()
    outcome = worker.run(program, SECONDS).outcome
    timer.join()
    assert isinstance(outcome, Crash)
    assert (outcome.cause, outcome.signal) == ("signal", "SIGKILL")
    return outcome
