"""Drivers below WebGPU that crash, hang or eat memory: each time an outcome, and the next run works."""

from __future__ import annotations

import contextlib
import os
import signal
import threading

import msgspec
import pytest
from helpers.conformance import available
from helpers.webgl import ESSL_300
from helpers.wgsl import shader

from aberration.core.allowance import descendants
from aberration.core.inputs import Inputs
from aberration.core.outcome import Compiled, Crash, Image, Outcome, Timeout
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.targets.pool import TargetPool

TARGETS = {target.id: target for target in available()}
NAMES = (
    *("wgpu-lavapipe", "wgpu-swiftshader", "wgpu-gl-llvmpipe", "dawn-swiftshader", "dawn-gl-llvmpipe", "dawn-null"),
    *("chromium-webgpu-swiftshader", "angle-swiftshader", "angle-gl-llvmpipe"),
)
HOGGED = {
    "wgpu-lavapipe:rgba32f": 1400,
    "wgpu-swiftshader:rgba32f": 1400,
    "dawn-swiftshader:rgba32f": 1800,
    "dawn-gl-llvmpipe:rgba32f": 2200,
}
"""MiB of address space: enough to open, too little for an image of 256 MiB that is read back."""
HOG = Program(
    "wgsl",
    "fragment",
    b"@fragment fn main() -> @location(0) vec4<f32> { return vec4<f32>(1.0); }",
    Inputs(width=4096, height=4096),
)
GOOD = {"wgsl": shader("lattice"), "essl": ESSL_300}
ROUNDS = 20


def good_for(target: Target) -> Program:
    """Return a program in the language of a target."""
    return GOOD[target.languages[0]]


def driver_of(pool: TargetPool, target: Target) -> int:
    """Return the process that the driver is in: the worker, or its Node.js."""
    worker = pool._warm(target.stages[0], pool._health(target))
    return next(iter(descendants(worker.pid)), worker.pid)


def crashed(pool: TargetPool, target: Target, name: str) -> Outcome:
    """Run while the driver gets a signal that it has no answer to."""
    driver = driver_of(pool, target)
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


def hung(pool: TargetPool, target: Target) -> Outcome:
    """Run while the driver stands still."""
    os.kill(driver_of(pool, target), signal.SIGSTOP)
    return pool.run(target, good_for(target), 0.3).outcome


def survive(target: Target, rounds: int) -> None:
    with TargetPool() as pool:
        good = pool.run(target, good_for(target), 60.0).outcome
        assert isinstance(good, Compiled if target.id == "dawn-null" else Image), good
        for number in range(rounds):
            name = ("SIGSEGV", "SIGABRT", "SIGKILL")[number % 3]
            outcome = crashed(pool, target, name)
            assert isinstance(outcome, Crash), outcome
            assert (outcome.cause, outcome.signal) == ("signal", name)
            assert pool.run(target, good_for(target), 60.0).outcome == good
            assert isinstance(hung(pool, target), Timeout)
            assert pool.run(target, good_for(target), 60.0).outcome == good
        assert pool.health[target.id].restarts == 2 * rounds


def starve(target: Target, memory: int, rounds: int) -> None:
    """Run what finds no memory; the next run works all the same."""
    stage = target.stages[0]
    stage = msgspec.structs.replace(stage, worker=msgspec.structs.replace(stage.worker, memory=memory))
    target = msgspec.structs.replace(target, id=f"{target.id}-{memory}", stages=(stage,))
    with TargetPool() as pool:
        good = pool.run(target, good_for(target), 60.0).outcome
        for _ in range(rounds):
            outcome = pool.run(target, HOG, 60.0).outcome
            assert isinstance(outcome, Crash), type(outcome)
            assert outcome.cause == "memory", outcome
            assert pool.run(target, good_for(target), 60.0).outcome == good


@pytest.mark.parametrize("name", ["wgpu-swiftshader", "dawn-swiftshader"])
def test_crashes_and_hangs_are_survived(name: str) -> None:
    survive(TARGETS[name], 1)


@pytest.mark.parametrize("name", ["wgpu-lavapipe:rgba32f", "dawn-swiftshader:rgba32f"])
def test_memory_that_runs_out_is_survived(name: str) -> None:
    starve(TARGETS[name], HOGGED[name], 1)


@pytest.mark.slow
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("name", NAMES)
def test_many_crashes_and_hangs_are_survived(name: str) -> None:
    survive(TARGETS[name], ROUNDS)


@pytest.mark.slow
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("name", HOGGED)
def test_memory_that_runs_out_often_is_survived(name: str) -> None:
    starve(TARGETS[name], HOGGED[name], ROUNDS)
