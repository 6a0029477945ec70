"""Drivers below WebGPU that crash, hang or eat memory: each time an outcome, and the next run
works.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from helpers.conformance import available, process_of
from helpers.sampling import one_in
from helpers.webgl import ESSL_300
from helpers.wgsl import shader

from aberration.core.allowance import descendants
from aberration.core.inputs import Inputs
from aberration.core.outcome import Compiled, Crash, Image, Outcome, Timeout
from aberration.core.program import Language, Program
from aberration.core.target import Target, WorkerSpec
from aberration.targets.pool import TargetPool

TARGETS = {target.id: target for target in available()}
NAMES = (
    *(
        "wgpu-lavapipe",
        "wgpu-swiftshader",
        "wgpu-gl-llvmpipe",
        "dawn-swiftshader",
        "dawn-gl-llvmpipe",
        "dawn-null",
    ),
    *("chromium-webgpu-swiftshader", "angle-swiftshader", "angle-gl-llvmpipe"),
)
HOGGED = {
    "wgpu-lavapipe:rgba32f": 1400,
    "wgpu-swiftshader:rgba32f": 1400,
    "dawn-swiftshader:rgba32f": 1800,
    "dawn-gl-llvmpipe:rgba32f": 2200,
    "chromium-webgpu-swiftshader:rgba32f": 450,
    "angle-swiftshader:rgba32f": 450,
    "angle-gl-llvmpipe:rgba32f": 450,
}
"""MiB of address space (of memory in a browser): enough to open, too little for an image of 256
MiB that is read.
"""
LARGE = Inputs(width=4096, height=4096)
HOGS = {
    "wgsl": b"@fragment fn main() -> @location(0) vec4<f32> { return vec4<f32>(1.0); }",
    "essl": b"#version 300 es\nprecision highp float; out vec4 c; void main() { c = vec4(1.0); }",
}
GOOD = {"wgsl": shader("lattice"), "essl": ESSL_300}
ROUNDS = 20


def good_for(target: Target) -> Program:
    """Return a program in the language of a target."""
    return GOOD[target.languages[0]]


def hog_for(target: Target) -> Program:
    """Return a program in the language of a target whose image takes 256 MiB."""
    language: Language = next(name for name in get_args(Language) if name == target.languages[0])
    return Program(language, "fragment", HOGS[language], LARGE)


def drivers_of(pool: TargetPool, target: Target) -> list[int]:
    """Return the processes that the driver is in: the worker, or its Node.js; of a browser also
    the GPU process.
    """
    worker = pool._warm(target.stages[0], pool._health(target))
    inside = process_of(worker)
    behind = descendants(inside)
    gpu = [
        pid for pid in behind if b"--type=gpu-process" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    assert bool(gpu) == (target.stages[0].worker.runner == "chromium")
    return [*gpu, *behind[:1]] or [inside]


def victim(pool: TargetPool, target: Target, number: int, name: str) -> tuple[int, str]:
    """Return which process to strike and how: a GPU process handles signals, and may finish a
    drawing meanwhile.
    """
    drivers = drivers_of(pool, target)
    driver = drivers[number % len(drivers)]
    return driver, "SIGKILL" if len(drivers) > 1 and driver == drivers[0] else name


def crashed(pool: TargetPool, target: Target, name: str, number: int) -> Outcome:
    """Run while the driver gets a signal that it has no answer to."""
    driver, name = victim(pool, target, number, name)
    os.kill(driver, signal.SIGSTOP)

    def strike() -> None:
        os.kill(driver, signal.Signals[name])
        with contextlib.suppress(ProcessLookupError):
            os.kill(driver, signal.SIGCONT)

    timer = threading.Timer(0.05, strike)
    timer.start()
    outcome = pool.run(target, good_for(target), 60.0).outcome
    timer.join()
    return outcome


def hung(pool: TargetPool, target: Target, number: int) -> Outcome:
    """Run while the driver stands still."""
    drivers = drivers_of(pool, target)
    os.kill(drivers[number % len(drivers)], signal.SIGSTOP)
    return pool.run(target, good_for(target), 0.3).outcome


def assert_died(outcome: Outcome, name: str) -> None:
    """See that a driver died of a signal; a browser outlives its GPU process, and tells that the
    device is lost.
    """
    assert isinstance(outcome, Crash), outcome
    assert (outcome.cause, outcome.signal) == (
        "signal",
        name,
    ) or "DeviceFailure" in outcome.assertion


def assert_survives(target: Target, rounds: int) -> None:
    with TargetPool() as pool:
        good = pool.run(target, good_for(target), 60.0).outcome
        assert isinstance(good, Compiled if target.id == "dawn-null" else Image), good
        for number in range(rounds):
            name = ("SIGSEGV", "SIGABRT", "SIGKILL")[number % 3]
            outcome = crashed(pool, target, name, number)
            # What was killed from outside is asked for once more.
            if name != "SIGKILL" or outcome != good:
                assert_died(outcome, name)
            assert pool.run(target, good_for(target), 60.0).outcome == good
            assert isinstance(hung(pool, target, number), Timeout)
            assert pool.run(target, good_for(target), 60.0).outcome == good
        assert pool.health[target.id].restarts == 2 * rounds


def limited(worker: WorkerSpec, memory: int) -> WorkerSpec:
    """Return a worker with so many MiB; the processes of a browser are watched by its runner."""
    if worker.runner != "chromium":
        return msgspec.structs.replace(worker, memory=memory)
    options = dict(worker.options) | {"memory": str(memory)}
    return msgspec.structs.replace(worker, options=tuple(sorted(options.items())))


def assert_survives_without_memory(target: Target, memory: int, rounds: int) -> None:
    """Run what finds no memory; the next run works all the same."""
    stage = target.stages[0]
    stage = msgspec.structs.replace(stage, worker=limited(stage.worker, memory))
    target = msgspec.structs.replace(target, id=f"{target.id}-{memory}", stages=(stage,))
    with TargetPool() as pool:
        good = pool.run(target, good_for(target), 60.0).outcome
        for _ in range(rounds):
            outcome = pool.run(target, hog_for(target), 60.0).outcome
            assert isinstance(outcome, Crash), type(outcome)
            assert outcome.cause == "memory", outcome
            assert pool.run(target, good_for(target), 60.0).outcome == good


@pytest.mark.parametrize(
    "name", one_in(3, ["wgpu-swiftshader", "dawn-swiftshader", "angle-swiftshader"])
)
def test_crashes_and_hangs_are_survived(name: str) -> None:
    assert_survives(TARGETS[name], 1)


@pytest.mark.parametrize(
    "name",
    one_in(3, ["wgpu-lavapipe:rgba32f", "dawn-swiftshader:rgba32f", "angle-swiftshader:rgba32f"]),
)
def test_memory_that_runs_out_is_survived(name: str) -> None:
    assert_survives_without_memory(TARGETS[name], HOGGED[name], 1)


@pytest.mark.slow
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("name", NAMES)
def test_many_crashes_and_hangs_are_survived(name: str) -> None:
    assert_survives(TARGETS[name], ROUNDS)


@pytest.mark.slow
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("name", HOGGED)
def test_memory_that_runs_out_often_is_survived(name: str) -> None:
    assert_survives_without_memory(TARGETS[name], HOGGED[name], ROUNDS)
