"""Known results without an interpreter: images of one colour, and targets that answer with what
they are told.
"""

from __future__ import annotations

import struct

import numpy as np

from aberration.core.inputs import Inputs
from aberration.core.limits import Limits, pack_mask
from aberration.core.oracle import Expected
from aberration.core.outcome import Image, Outcome
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.languages.spirv.interpret.proof import Answer, Proof
from aberration.targets.pool import RunResult, TargetPool

SIDE = 4
PIXELS = SIDE * SIDE


def module(name: str) -> Program:
    """Return a program in SPIR-V by name; only its bytes tell it from others."""
    return Program("spirv", "fragment", name.encode(), Inputs(width=SIDE, height=SIDE), name)


def image(level: int, spoilt: int = 0, value: int = 255) -> Image:
    """Return an image of one grey, the first `spoilt` pixels of another."""
    pixel, other = bytes((level, level, level, 255)), bytes((value, value, value, 255))
    return Image(SIDE, SIDE, "rgba8", other * spoilt + pixel * (PIXELS - spoilt))


def limits(low: float, high: float, masked: int = 0) -> Limits:
    """Return that each channel but alpha lies between two numbers; the first `masked` pixels
    are not compared.
    """
    mask = np.arange(PIXELS) >= masked
    rows = int(mask.sum())
    packed = [struct.pack("<4f", value, value, value, 1.0) * rows for value in (low, high)]
    return Limits((pack_mask(mask),), (packed[0],), (packed[1],))


def proof(
    low: float = 0.2, high: float = 0.2, *, masked: int = 0, answer: Answer = "defined"
) -> Proof:
    """Return what is known of a program that draws grey."""
    pixel = struct.pack("<4f", low, low, low, 1.0)
    drawn = Image(SIDE, SIDE, "rgba32f", pixel * PIXELS)
    return Proof(answer, drawn, limits(low, high, masked), drawn=PIXELS, compared=PIXELS - masked)


def target(name: str, *, chain: bool = False, family: str = "") -> Target:
    """Return a target of one stage, or a translator `name-opt` in front of it."""
    driver = Stage(name, WorkerSpec("none", (("driver", name),)))
    stages = (Stage("opt", WorkerSpec("none", (("tool", "opt"),))), driver) if chain else (driver,)
    return Target(
        f"{name}-opt" if chain else name, "executes", ("spirv",), stages, family=family or name
    )


def claimed(name: str = "variant", steps: int = 1, claim: Expected | None = None) -> TestCase:
    """Return the case of a variant of the program `seed`."""
    step: Step = {"type": "Step"}
    taken = (step,) * steps
    programs = {"reference": module("seed"), "variant": module(name if steps else "seed")}
    oracle = claim or Expected(image(51), "variant", limits=limits(0.2, 0.2))
    return TestCase(Recipe("transform", 1, {"seed": module("seed")}, taken), programs, oracle)


class TellingPool(TargetPool):
    """Answers by target and name of program; `runs` are those that it was asked for."""

    def __init__(self, answers: dict[tuple[str, str], Outcome]) -> None:
        super().__init__()
        self.answers = answers
        self.runs: list[tuple[str, str]] = []

    def run(self, target: Target, program: Program, deadline: float = 30.0) -> RunResult:
        key = target.id, program.source.decode()
        self.runs.append(key)
        return RunResult(self.answers.get(key, image(51)), 0.0, 0.0)

    run_fresh = run

    def version(self, target: Target) -> str:
        return "1.0"
