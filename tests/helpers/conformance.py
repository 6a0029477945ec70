"""What every target's workers owe their parent, whatever compiler is behind them."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import signal
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, get_args

import msgspec
import numpy as np
import pytest
from _pytest.mark import ParameterSet
from helpers.corpus import programs
from helpers.here import here, named
from helpers.webgl import ESSL_100, ESSL_300
from helpers.wgsl import shader

from aberration.core.allowance import descendants
from aberration.core.comparison import pixels
from aberration.core.errors import BadInput, EndedFromOutside
from aberration.core.inputs import UNBOUND, Inputs, Uniform
from aberration.core.outcome import Crash, Image, Outcome, Rejected, Timeout, outcome_digest
from aberration.core.program import Language, Program
from aberration.core.target import OLDER, Target
from aberration.core.tiles import Tile
from aberration.targets.pool import TargetPool
from aberration.targets.sandbox.confinement import Way
from aberration.targets.worker import RUN_PROGRAMS, Worker

SECONDS = 60.0

_C_SOURCE = b"""
#include <stdio.h>
int main(void) { unsigned s = 0; for (unsigned i = 0; i < 99; i++) s = s * 31 + i;
printf("%u\\n", s); return 3; }
"""


_SHADER = """
void main() {
  uint n = start + uint(gl_FragCoord.x) * 37u + uint(gl_FragCoord.y) * 101u;
  for (int i = 0; i < 20; i++) { n = (n & 1u) == 0u ? n >> 1u : 3u * n + 1u; }
  colour = vec4(float(n & 255u), float((n >> 8) & 255u), float(n % 7u), 255.0) / 255.0;
}
"""
_HEADS: Final[dict[Language, str]] = {
    "glsl": (
        "#version 450\n"
        "layout(location = 0) out vec4 colour; layout(binding = 0) uniform B { uint start; "
        "};"
    ),
    "essl": (
        "#version 310 es\n"
        "precision highp float; layout(location = 0) out vec4 colour; uniform uint start;"
    ),
}
_OLD_HEAD: Final = "#version 330\nout vec4 colour; uniform uint start;"
"""For softpipe, whose GLSL ends at 3.30, of which the front ends make no SPIR-V without
locations.
"""

_OF_ROOT: Final = re.compile(r"(?:lavapipe|llvmpipe|softpipe|radv|nvk|turnip|honeykrisp)[\w-]*@")

CHAINS: Final = (
    "glslang+lavapipe",
    "glslang@12.0.0+swiftshader",
    "shaderc:-O+lavapipe",
    "spirv-cross+llvmpipe",
    "spirv-cross:310es+zink-lavapipe",
    "glslang+spirv-opt:-O+spirv-cross+softpipe",
)


def available() -> list[Target]:
    """Return the targets that can run here."""
    return [target for target in here() if target.available and target.stages]


def of_roots(targets: list[Target]) -> list[Target]:
    """Return those with a driver of a root, and the older versions of other compilers."""
    return [
        target
        for target in targets
        if "@" in target.id and (_OF_ROOT.search(target.id) or OLDER in target.groups)
    ]


def names_by_age(targets: dict[str, Target]) -> list[ParameterSet]:
    """Return the ids as parameters of a test; those of older versions belong to the long tests."""
    return [
        pytest.param(name, marks=[pytest.mark.slow] if OLDER in target.groups else [])
        for name, target in sorted(targets.items())
    ]


def chains() -> list[Target]:
    """Return some chains of translators and drivers."""
    return [named(name) for name in CHAINS]


def one_of_each(targets: list[Target]) -> list[Target]:
    """Return one target for each runner, compiler and environment; flags, chips and mutants are
    alike to a worker.
    """
    chosen: dict[object, Target] = {}
    for target in targets:
        first = target.stages[0].worker
        variables = tuple(name for name, _ in first.environment)
        driver = first.option("device").partition(" ")[0] or first.option("renderer")
        chosen.setdefault(
            (first.runner, first.option("path"), driver, first.launch, variables), target
        )
    return list(chosen.values())


def taken(target: Target) -> list[Program]:
    """Return programs that a target accepts, in each of its languages."""
    if target.id.startswith("softpipe"):
        return [_shader("glsl", _OLD_HEAD), *accepted("essl")]
    if target.stages[0].worker.runner == "chromium" and "essl" in target.languages:
        return [ESSL_300, ESSL_100]
    if target.family.startswith("shaderc"):
        return list(accepted("glsl"))
    return [program for language in _languages(target) for program in accepted(language)]


def _languages(target: Target) -> list[Language]:
    return [language for language in get_args(Language) if language in target.own_languages]


@cache
def accepted(language: Language) -> tuple[Program, ...]:
    """Return programs that every target of a language accepts."""
    if language == "glsl" or language == "essl":
        return (_shader(language, _HEADS[language]),)
    if language == "c":
        return (Program("c", "program", _C_SOURCE, name="sum"),)
    if language == "wgsl":
        return shader("lattice"), shader("shared")
    named = {program.name: program for program in (*programs("references"), *programs("compute"))}
    return named["gcd_grid"], named["collatz"]


@cache
def refused(language: Language) -> tuple[Program, ...]:
    """Return programs that every target of a language refuses: cut short, ill-typed, and noise."""
    if language == "c":
        return tuple(
            Program("c", "program", source)
            for source in (b"int main(void) {", b"int main(void) { return x; }")
        )
    if language == "glsl" or language == "essl":
        head = _HEADS[language]
        ill = (
            head.replace("vec4", "vec9"),
            head.replace("uint start", "uint begin"),
            f"{head} }}",
            f"{head} \0\xff",
        )
        return tuple(_shader(language, text) for text in ill)
    good = accepted(language)[0]
    if language == "wgsl":
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


def _shader(language: Language, head: str) -> Program:
    start = Uniform("start", b"\x1b\0\0\0", 0 if "binding" in head else UNBOUND)
    return Program(
        language,
        "fragment",
        f"{head}{_SHADER}".encode(),
        Inputs((start,), width=64, height=16),
        "walks",
    )


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
    for program in taken(target):
        first = pool.run(target, program, SECONDS).outcome
        assert not isinstance(first, Rejected | Crash | Timeout), first
        again = pool.run(target, program, SECONDS).outcome
        fresh = pool.run_fresh(target, program, SECONDS).outcome
        assert outcome_digest(first) == outcome_digest(again) == outcome_digest(fresh)


def check_tiles(pool: TargetPool, target: Target) -> bool:
    """Where tiles are asked for, they are as in the whole image, and all else is transparent black.

    Return whether the target draws at all.
    """
    whole = next((program for program in taken(target) if program.stage == "fragment"), None)
    image = None if whole is None else pool.run(target, whole, SECONDS).outcome
    if whole is None or not isinstance(image, Image):
        return False
    tiles = (
        Tile(0, 0, 2, 2),
        Tile(16, 4, 8, 6),
        Tile(whole.inputs.width - 4, whole.inputs.height - 2, 4, 2),
    )
    inputs = msgspec.structs.replace(whole.inputs, tiles=tiles)
    sparse = pool.run(target, msgspec.structs.replace(whole, inputs=inputs), SECONDS).outcome
    assert isinstance(sparse, Image)
    wanted = np.zeros_like(pixels(image))
    for tile in tiles:
        part = slice(tile.y, tile.y + tile.height), slice(tile.x, tile.x + tile.width)
        wanted[part] = pixels(image)[part]
    assert np.array_equal(pixels(sparse), wanted)
    return True


def check_refuses(pool: TargetPool, target: Target) -> None:
    """What is no valid program is rejected, or called bad input; never a crash, and the worker
    lives on.
    """
    pool.run(target, taken(target)[0], SECONDS)
    restarts = pool.health[target.id].restarts
    for program in (program for language in _languages(target) for program in refused(language)):
        with contextlib.suppress(BadInput):
            outcome = pool.run(target, program, SECONDS).outcome
            assert isinstance(outcome, Rejected), outcome
    assert pool.health[target.id].restarts == restarts


def check_deadline(pool: TargetPool, target: Target) -> None:
    """A run that does not end is a timeout, and the next run works. A worker that runs programs may
    be stopped by one: nothing is said of that, and a new worker runs it again.
    """
    program = taken(target)[0]
    before = pool.run(target, program, SECONDS).outcome
    hung = _harmed(pool, target, program, _stopped, 0.2)
    if _runs_programs(target):
        assert outcome_digest(hung) == outcome_digest(before)
    else:
        assert isinstance(hung, Timeout)
    assert outcome_digest(pool.run(target, program, SECONDS).outcome) == outcome_digest(before)


def check_survives_a_kill(target: Target) -> None:
    """A worker that is killed in the middle of a run is a crash by SIGKILL, but for one that runs
    programs: they can do that.
    """
    with contextlib.closing(Worker(target.stages[0].worker)) as worker:
        assert worker.version
        if _runs_programs(target):
            with pytest.raises(EndedFromOutside, match="SIGKILL"):
                _killed_in_the_middle(worker, taken(target)[0])
        else:
            outcome = _killed_in_the_middle(worker, taken(target)[0])
            assert isinstance(outcome, Crash)
            assert (outcome.cause, outcome.signal) == ("signal", "SIGKILL")
        assert not worker.alive


def _runs_programs(target: Target) -> bool:
    return target.stages[0].worker.runner in RUN_PROGRAMS


def check_survives(pool: TargetPool, target: Target, hog: Program, rounds: int) -> None:
    """After `rounds` deaths by a signal, hangs, and runs of `hog` without memory, each next run
    is as the first.
    """
    program = taken(target)[0]
    wanted = outcome_digest(pool.run(target, program, SECONDS).outcome)
    for number in range(rounds):
        name = ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE")[number % 4]
        died = _harmed(pool, target, program, _dying(signal.Signals[name]))
        assert isinstance(died, Crash), died
        assert (died.cause, died.signal) == ("signal", name)
        assert isinstance(_harmed(pool, target, program, _stopped, 0.2), Timeout)
        assert isinstance(_harmed(pool, target, hog, _without_memory), Crash)
        assert outcome_digest(pool.run(target, program, SECONDS).outcome) == wanted
    health = pool.health[target.id]
    assert (health.crashes, health.timeouts) == (2 * rounds, rounds)


_DEPTHS: Final[dict[Way, int]] = {"": 0, "landlock": 1, "namespaces": 2}


def process_of(worker: Worker) -> int:
    """Return the process of a worker: in a sandbox another one stands for it, and below that is,
    where there are namespaces, the first process inside.
    """
    below = (worker.pid, *descendants(worker.pid))
    return below[_DEPTHS[worker._confined]]


def _harmed(
    pool: TargetPool,
    target: Target,
    program: Program,
    harm: Callable[[int], None],
    seconds: float = SECONDS,
) -> Outcome:
    """Run a program in a warm worker that is harmed first."""
    pool.run(target, taken(target)[0], SECONDS)
    harm(process_of(pool._workers[target.stages[0].worker]))
    return pool.run(target, program, seconds).outcome


def _dying(number: signal.Signals) -> Callable[[int], None]:
    def harm(pid: int) -> None:
        """Let it die in the midst of the run: what comes to a stopped process waits until it
        goes on.
        """
        os.kill(pid, signal.SIGSTOP)
        os.kill(pid, number)
        threading.Timer(0.05, os.kill, (pid, signal.SIGCONT)).start()

    return harm


def _stopped(pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)


def _without_memory(pid: int) -> None:
    """Leave it the address space that it has."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[0])
    resource.prlimit(
        pid, resource.RLIMIT_AS, (pages * resource.getpagesize(), resource.RLIM_INFINITY)
    )


def _killed_in_the_middle(worker: Worker, program: Program) -> Outcome:
    os.kill(worker.pid, signal.SIGSTOP)
    timer = threading.Timer(0.05, os.kill, (worker.pid, signal.SIGKILL))
    timer.start()
    try:
        return worker.run(program, SECONDS).outcome
    finally:
        timer.join()
