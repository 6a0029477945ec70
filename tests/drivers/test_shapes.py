"""Lines, arrays of lines and of cubes, and cubes of depths: on drivers, random shaders and modules
sample what our interpreter says; what it leaves open is not compared.
"""

from __future__ import annotations

import numpy as np
import pytest
from helpers.conformance import available
from helpers.loop_hints import without_loop_hints
from helpers.sampling import one_in
from helpers.shading_runs import BothPaths
from helpers.shape_shaders import SHAPES_BY_LANGUAGE, SIDE, shape_module, shape_shader

from aberration.core.comparison import pixels
from aberration.core.limits import beyond
from aberration.core.method import Request
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.core.shapes import Shape
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.spirv.interpret.proof import Proof, prove
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.transform.method import TransformMethod
from aberration.targets.pool import TargetPool
from aberration.targets.registry import select

ALL = available()
DRIVERS: dict[LanguageName, tuple[str, ...]] = {
    "glsl": ("llvmpipe", "zink-lavapipe"),
    "essl": ("llvmpipe", "zink-lavapipe"),
    "wgsl": ("wgpu-lavapipe", "wgpu-swiftshader", "dawn-swiftshader"),
}
OTHERS: list[tuple[LanguageName, str, Shape]] = [
    ("essl", "softpipe", "CubeShadow"),
    ("essl", "angle-swiftshader", "CubeShadow"),
    ("essl", "angle-gl-llvmpipe", "CubeShadow"),
    ("wgsl", "chromium-webgpu-swiftshader", "CubeArray"),
    ("wgsl", "chromium-webgpu-swiftshader", "1D"),
]
TEXTS = [
    (language, name, shape)
    for language, names in DRIVERS.items()
    for name in names
    for shape in SHAPES_BY_LANGUAGE[language]
] + OTHERS
MODULES = [
    (name, shape) for name in ("lavapipe", "swiftshader") for shape in SHAPES_BY_LANGUAGE["glsl"]
]
NEAR = 1e-5
"""How far a sum of three texels may lie from ours."""


def image_of(pool: TargetPool, name: str, program: Program) -> Image:
    (target,) = select(ALL, [f"{name}:rgba32f"])
    outcome = pool.run(target, program, 60.0).outcome
    assert isinstance(outcome, Image), outcome
    return outcome


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize(("language", "name", "shape"), TEXTS)
def test_a_shader_samples_what_is_known(
    pool: TargetPool, language: LanguageName, name: str, shape: Shape, number: int
) -> None:
    program = shape_shader(number, shape, language)
    interpreter = BothPaths(read(program.source.decode(), language), "fragment", program.inputs)
    wanted = [interpreter.pixel(x, y) for y in range(SIDE) for x in range(SIDE)]
    found = pixels(image_of(pool, name, program)).reshape(-1, 4)
    for one, other in zip(wanted, found, strict=True):
        assert isinstance(one, Trap) or np.abs(np.array(one) - other).max() <= NEAR


def seed_of(number: int, shape: Shape) -> tuple[Program, Proof]:
    """A module, and what is known of it."""
    program = shape_module(number, shape)
    proof = prove(program)
    assert proof.limits is not None, proof.reason
    return program, proof


def apart(pool: TargetPool, driver: str, program: Program, proof: Proof) -> int:
    """Return how many pixels of an image in floats are not what is legal."""
    assert proof.limits is not None
    return beyond(image_of(pool, driver, program), proof.limits).differing


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize(("driver", "shape"), MODULES)
def test_a_module_samples_what_is_proved(
    pool: TargetPool, driver: str, shape: Shape, number: int
) -> None:
    program, proof = seed_of(number, shape)
    assert apart(pool, driver, program, proof) == 0


@pytest.mark.parametrize("number", one_in(200, range(200)))
@pytest.mark.parametrize(("driver", "shape"), MODULES)
def test_a_variant_samples_what_its_seed_does(
    pool: TargetPool, driver: str, shape: Shape, number: int
) -> None:
    program, proof = seed_of(number, shape)
    donors = (shape_module(number + 1000, shape),)
    request = Request(number, 1, program, donors, {"steps": "100"})
    variant = without_loop_hints(TransformMethod().make(request)[-1].programs["variant"])
    assert validate(variant.source, environment_of(variant.source)) is None
    assert apart(pool, driver, variant, proof) == 0
