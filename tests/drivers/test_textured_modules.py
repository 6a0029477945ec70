"""Modules that sample textures give on drivers what our interpreter says, and so do their variants.

The shaders are random, of all kinds and wraps of textures; what the interpreter leaves open is not
compared.
"""

from __future__ import annotations

import pytest
from helpers.sampled_modules import sampling_module
from helpers.sampling import one_in

from aberration.core.errors import BadInput
from aberration.core.limits import beyond
from aberration.core.method import Request
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.languages.spirv.interpret.proof import Proof, prove
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.emi.method import EmiMethod
from aberration.methods.transform.method import TransformMethod
from aberration.targets.pool import TargetPool
from aberration.targets.vulkan import providers

TARGETS = {target.id: target for target in providers()}
drivers = pytest.mark.parametrize("driver", ["lavapipe", "swiftshader"])
numbers = pytest.mark.parametrize("number", one_in(7, range(108)))
STEPS = 150


def seed_of(number: int) -> tuple[Program, Proof]:
    """A module, and what is known of it: of at least some pixels something is."""
    program = sampling_module(number, separate=number % 4 == 0)
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
@numbers
def test_a_driver_samples_what_is_proved(pool: TargetPool, driver: str, number: int) -> None:
    program, proof = seed_of(number)
    assert apart(pool, driver, program, proof) == 0


@drivers
@numbers
def test_a_variant_samples_what_its_seed_does(pool: TargetPool, driver: str, number: int) -> None:
    program, proof = seed_of(number)
    donors = (sampling_module(number + 1000), sampling_module(number + 1001, separate=True))
    request = Request(number, 1, program, donors, {"steps": str(STEPS)})
    variant = TransformMethod().make(request)[-1].programs["variant"]
    assert validate(variant.source, environment_of(variant.source)) is None
    assert apart(pool, driver, variant, proof) == 0


@drivers
@numbers
def test_a_mutated_module_samples_what_its_seed_does(
    pool: TargetPool, driver: str, number: int
) -> None:
    program, proof = seed_of(number)
    if not proof.compared:
        with pytest.raises(BadInput, match="nothing of its result is known"):
            EmiMethod().make(Request(number, 1, program))
        return
    (case,) = EmiMethod().make(Request(number, 1, program))
    for mutated in case.programs.values():
        assert apart(pool, driver, mutated, proof) == 0
