"""Arrays of textures: on drivers, random shaders and modules sample the elements that our
interpreter says; what it leaves open is not compared.
"""

from __future__ import annotations

import numpy as np
import pytest
from helpers.array_shaders import SIDE, array_module, array_shader
from helpers.conformance import available
from helpers.loop_hints import without_loop_hints
from helpers.sampling import one_in
from helpers.shading_runs import BothPaths

from aberration.core.comparison import pixels
from aberration.core.limits import beyond
from aberration.core.method import Request
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.spirv.interpret.proof import Proof, prove
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.transform.method import TransformMethod
from aberration.targets.pool import TargetPool
from aberration.targets.registry import select

ALL = available()
TEXTS = [
    ("glsl", "llvmpipe"),
    ("glsl", "zink-lavapipe"),
    ("essl", "angle-swiftshader"),
    ("essl", "angle-gl-llvmpipe"),
    ("essl", "llvmpipe"),
    ("essl", "softpipe"),
]
NEAR = 1e-5
"""How far a sum of three texels may lie from ours."""


def image_of(pool: TargetPool, name: str, program: Program) -> Image:
    (target,) = select(ALL, [f"{name}:rgba32f"])
    outcome = pool.run(target, program, 60.0).outcome
    assert isinstance(outcome, Image), outcome
    return outcome


@pytest.mark.parametrize("number", one_in(50, range(200)))
@pytest.mark.parametrize(("language", "name"), TEXTS)
def test_a_shader_samples_what_is_known(
    pool: TargetPool, language: LanguageName, name: str, number: int
) -> None:
    program = array_shader(number, language)
    interpreter = BothPaths(read(program.source.decode(), language), "fragment", program.inputs)
    wanted = [interpreter.pixel(x, y) for y in range(SIDE) for x in range(SIDE)]
    found = pixels(image_of(pool, name, program)).reshape(-1, 4)
    for one, other in zip(wanted, found, strict=True):
        assert isinstance(one, Trap) or np.abs(np.array(one) - other).max() <= NEAR


DYNAMIC = [
    ("glsl", "llvmpipe"),
    ("glsl", "zink-lavapipe"),
    ("glsl", "glslang+lavapipe"),
    ("glsl", "glslang+swiftshader"),
    ("essl", "llvmpipe"),
    ("essl", "zink-lavapipe"),
]


@pytest.mark.parametrize("number", one_in(50, range(200)))
@pytest.mark.parametrize(("language", "name"), DYNAMIC)
def test_a_dynamically_uniform_index_chooses_what_is_known(
    pool: TargetPool, language: LanguageName, name: str, number: int
) -> None:
    program = array_shader(number, language, dynamic=True)
    interpreter = BothPaths(read(program.source.decode(), language), "fragment", program.inputs)
    wanted = [interpreter.pixel(x, y) for y in range(SIDE) for x in range(SIDE)]
    found = pixels(image_of(pool, name, program)).reshape(-1, 4)
    for one, other in zip(wanted, found, strict=True):
        assert isinstance(one, Trap) or np.abs(np.array(one) - other).max() <= NEAR


def seed_of(number: int) -> tuple[Program, Proof]:
    """A module, and what is known of it."""
    program = array_module(number)
    proof = prove(program)
    assert proof.limits is not None, proof.reason
    return program, proof


def apart(pool: TargetPool, driver: str, program: Program, proof: Proof) -> int:
    """Return how many pixels of an image in floats are not what is legal."""
    assert proof.limits is not None
    return beyond(image_of(pool, driver, program), proof.limits).differing


@pytest.mark.parametrize("number", one_in(50, range(200)))
@pytest.mark.parametrize("driver", ["lavapipe", "swiftshader", "spirv-cross+llvmpipe"])
def test_a_module_samples_what_is_proved(pool: TargetPool, driver: str, number: int) -> None:
    program, proof = seed_of(number)
    assert apart(pool, driver, program, proof) == 0


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize("driver", ["lavapipe", "swiftshader"])
def test_a_variant_samples_what_its_seed_does(pool: TargetPool, driver: str, number: int) -> None:
    program, proof = seed_of(number)
    donors = (array_module(number + 1000),)
    request = Request(number, 1, program, donors, {"steps": "100"})
    variant = without_loop_hints(TransformMethod().make(request)[-1].programs["variant"])
    assert validate(variant.source, environment_of(variant.source)) is None
    assert apart(pool, driver, variant, proof) == 0
