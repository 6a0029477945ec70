"""WGSL with subgroups: Tint takes what we take, and devices give what is known of any grouping."""

from __future__ import annotations

import pytest
from helpers.newest import newest
from helpers.sampling import one_in
from helpers.wgsl_subgroups import ILLEGAL, LEGAL, STRICTER, known_program, program_of

from aberration.core.outcome import Buffers, Compiled, Outcome, Rejected
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

SECONDS = 60.0
DEVICES = ("dawn-swiftshader", "dawn@0.3.8:swiftshader", "dawn-lavapipe@newest")


def target_of(name: str) -> Target:
    """Return a target; skip the test where it is not here."""
    plain, _, version = name.partition("@")
    if version == "newest":
        name = newest(plain)
    every = {one.id: one for one in discover()}
    if name not in every or not every[name].available:
        pytest.skip(f"{plain} is not here")
    return select(tuple(every.values()), [name])[0]


def run(pool: TargetPool, name: str, program: Program) -> Outcome:
    return pool.run(target_of(name), program, SECONDS).outcome


@pytest.mark.parametrize("body", [*LEGAL, *STRICTER])
def test_tint_takes_it(pool: TargetPool, body: str) -> None:
    assert isinstance(run(pool, "dawn-null", program_of(body)), Compiled)


@pytest.mark.parametrize("body", ILLEGAL)
def test_tint_refuses_it(pool: TargetPool, body: str) -> None:
    outcome = run(pool, "dawn-null", program_of(body))
    assert isinstance(outcome, Rejected)
    assert not outcome.unasked


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("number", one_in(20, range(200)))
def test_a_device_gives_what_is_known(pool: TargetPool, device: str, number: int) -> None:
    program = known_program(number)
    known = execute(read(program.source, "wgsl"), "compute", program.inputs)
    assert isinstance(known, Buffers), known
    outcome = run(pool, device, program)
    assert outcome == known


def test_the_browser_has_them_too(pool: TargetPool) -> None:
    program = known_program(3)
    known = execute(read(program.source, "wgsl"), "compute", program.inputs)
    assert run(pool, "chromium-webgpu-swiftshader", program) == known


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("wgpu-lavapipe", "naga lacks subgroups in WGSL"),
        ("wgpu@22:lavapipe", "naga lacks subgroups in WGSL"),
        ("dawn-gl-llvmpipe", "the device lacks the feature subgroups"),
        ("tint", "subgroups are not translated"),
    ],
)
def test_who_lacks_them_is_not_asked(pool: TargetPool, name: str, reason: str) -> None:
    assert run(pool, name, known_program(1)) == Rejected(reason, unasked=True)
