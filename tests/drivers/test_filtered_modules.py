"""Modules that sample with a linear filter give on drivers what our interpreter says, and so do
their variants.
"""

from __future__ import annotations

import pytest
from helpers.sampled_modules import with_linear_filter
from helpers.sampling import one_in

from aberration.core.limits import beyond
from aberration.core.method import Request
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.languages.spirv.interpret.proof import Proof, prove
from aberration.methods.transform.method import TransformMethod
from aberration.targets.pool import TargetPool
from aberration.targets.vulkan import providers

TARGETS = {target.id: target for target in providers()}
drivers = pytest.mark.parametrize("driver", ["lavapipe", "swiftshader"])
FLOATS = [number for number in range(648) if number % 9 in (3, 4, 5)]
"""Those of `sampling_module` whose textures are of floats."""


def seed_of(number: int) -> tuple[Program, Proof]:
    """A module, and what is known of it."""
    program = with_linear_filter(number, separate=number % 4 == 0)
    proof = prove(program)
    assert proof.limits is not None, proof.reason
    return program, proof


def apart(pool: TargetPool, driver: str, program: Program, proof: Proof) -> int:
    """Return how many pixels of an image in floats are not what is legal."""
    outcome = pool.run(TARGETS[f"{driver}:rgba32f"], program).outcome
    assert isinstance(outcome, Image), outcome
    assert proof.limits is not None
    return beyond(outcome, proof.limits).differing


@drivers
@pytest.mark.parametrize("number", one_in(27, FLOATS))
def test_a_driver_filters_as_is_proved(pool: TargetPool, driver: str, number: int) -> None:
    program, proof = seed_of(number)
    assert apart(pool, driver, program, proof) == 0


@drivers
@pytest.mark.parametrize("number", one_in(54, FLOATS))
def test_a_variant_filters_as_its_seed_does(pool: TargetPool, driver: str, number: int) -> None:
    program, proof = seed_of(number)
    donors = (with_linear_filter(number + 900),)
    request = Request(number, 1, program, donors, {"steps": "100"})
    variant = TransformMethod().make(request)[-1].programs["variant"]
    assert apart(pool, driver, variant, proof) == 0
