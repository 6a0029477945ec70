"""Shaders and modules whose samples choose their levels by derivatives, with a bias or by slopes
give on drivers what our interpreters say: random ones, of all wraps, filters and ways to take
levels. What the interpreters leave open is not compared.
"""

from __future__ import annotations

import numpy as np
import pytest
from helpers.conformance import available
from helpers.lod_shaders import COUNT, SIDE, lod_module, lod_shader, moves_linear_levels
from helpers.sampling import one_in

from aberration.core.comparison import Tolerance, compare, pixels, within
from aberration.core.limits import beyond
from aberration.core.method import Request
from aberration.core.outcome import Image
from aberration.core.program import Language, Program
from aberration.languages.shading.interpret.freedom import freedom
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.languages.spirv.interpret.proof import prove
from aberration.methods.transform.method import TransformMethod
from aberration.targets.pool import TargetPool
from aberration.targets.registry import select

ALL = available()
SECONDS = 60.0
DRIVERS: dict[Language, tuple[str, ...]] = {
    "glsl": ("llvmpipe", "softpipe", "zink-lavapipe"),
    "essl": ("llvmpipe", "angle-swiftshader", "angle-gl-llvmpipe"),
    "wgsl": ("wgpu-lavapipe", "chromium-webgpu-swiftshader", "dawn-swiftshader"),
}
PAIRS = [(language, driver) for language, drivers in DRIVERS.items() for driver in drivers]
modules = pytest.mark.parametrize("driver", ["lavapipe", "swiftshader"])


def image_of(pool: TargetPool, driver: str, program: Program) -> Image:
    (target,) = select(ALL, [f"{driver}:rgba32f"])
    outcome = pool.run(target, program, SECONDS).outcome
    assert isinstance(outcome, Image), outcome
    return outcome


def skip_what_swiftshader_moves(driver: str, language: Language, number: int) -> None:
    """SwiftShader adds another offset in the second of two levels than in the first; all
    specifications add the same number of texels in each.
    """
    if "swiftshader" in driver and moves_linear_levels(language, number):
        pytest.skip("SwiftShader moves the second of two levels by another offset")


def expected_in(program: Program, given: Image) -> tuple[Image, int]:
    """Return what the interpreter expects, with what was given where it knows nothing, and how many
    pixels it knows.
    """
    assert program.language in ("glsl", "essl", "wgsl")
    shader = read(program.source, program.language)
    interpreter = Interpreter(shader, "fragment", program.inputs)
    wanted, known = np.array(pixels(given)).reshape(-1, 4), 0
    for at in range(SIDE * SIDE):
        found = interpreter.pixel(at % SIDE, at // SIDE)
        if isinstance(found, tuple):
            wanted[at] = found
            known += 1
    data = wanted.astype("<f4").tobytes()
    return Image(given.width, given.height, given.format, data), known


@pytest.mark.parametrize(("language", "driver"), PAIRS)
@pytest.mark.parametrize("number", one_in(135, range(COUNT)))
def test_a_shader_samples_the_levels_that_it_may(
    pool: TargetPool, language: Language, driver: str, number: int
) -> None:
    skip_what_swiftshader_moves(driver, language, number)
    program = lod_shader(language, number)
    given = image_of(pool, driver, program)
    expected, _ = expected_in(program, given)
    tolerance = Tolerance()
    if within(compare(expected, given, tolerance), tolerance):
        return
    assert language in ("glsl", "essl", "wgsl")
    shader = read(program.source, language)
    found = freedom(shader, "fragment", program.inputs, Options(), expected, given, tolerance)
    assert found.reason


@modules
@pytest.mark.parametrize("number", one_in(63, range(COUNT)))
def test_a_module_samples_what_is_proved(pool: TargetPool, driver: str, number: int) -> None:
    skip_what_swiftshader_moves(driver, "glsl", number)
    program = lod_module(number)
    proof = prove(program)
    assert proof.limits is not None, proof.reason
    assert beyond(image_of(pool, driver, program), proof.limits).differing == 0


@modules
@pytest.mark.parametrize("number", one_in(135, range(COUNT)))
def test_a_variant_samples_what_its_seed_does(pool: TargetPool, driver: str, number: int) -> None:
    skip_what_swiftshader_moves(driver, "glsl", number)
    program = lod_module(number)
    proof = prove(program)
    donors = (lod_module(number + 900),)
    request = Request(number, 1, program, donors, {"steps": "100"})
    variant = TransformMethod().make(request)[-1].programs["variant"]
    assert proof.limits is not None
    assert beyond(image_of(pool, driver, variant), proof.limits).differing == 0
