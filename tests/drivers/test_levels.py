"""Shaders and modules that read textures of several levels give on drivers what our interpreters
say: random ones, of all kinds, wraps and sizes of textures. What the interpreters leave open is not
compared.
"""

from __future__ import annotations

import numpy as np
import pytest
from helpers.conformance import available
from helpers.image_modules import image_module
from helpers.level_shaders import SIDE, level_module, level_shader
from helpers.newest import with_newest
from helpers.sampling import one_in

from aberration.core.comparison import pixels
from aberration.core.limits import beyond
from aberration.core.method import Request
from aberration.core.outcome import Image, Rejected
from aberration.core.program import Language, Program
from aberration.core.textures import Texture, each_level
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.languages.spirv.interpret.proof import prove
from aberration.methods.transform.method import TransformMethod
from aberration.targets.pool import TargetPool
from aberration.targets.registry import select

ALL = available()
COUNT = 216
NEAR = 1e-5
"""How far what is computed from texels may lie from what our interpreter computes."""
DRIVERS: dict[Language, tuple[str, ...]] = {
    "glsl": ("llvmpipe", "softpipe", "zink-lavapipe"),
    "essl": ("llvmpipe", "angle-swiftshader", "angle-gl-llvmpipe"),
    "wgsl": ("wgpu-lavapipe", "wgpu-swiftshader", "dawn-swiftshader"),
}
PAIRS = [(language, driver) for language, drivers in DRIVERS.items() for driver in drivers]
modules = pytest.mark.parametrize("driver", ["lavapipe", "swiftshader"])


def image_of(pool: TargetPool, driver: str, program: Program) -> Image:
    (target,) = select(ALL, [f"{driver}:rgba32f"])
    outcome = pool.run(target, program, 60.0).outcome
    assert isinstance(outcome, Image), outcome
    return outcome


def assert_too_new(pool: TargetPool, program: Program) -> None:
    """What softpipe cannot do is no result."""
    (target,) = select(ALL, ["softpipe:rgba32f"])
    assert isinstance(pool.run(target, program, 60.0).outcome, Rejected)


def known_pixels(program: Program) -> dict[int, tuple[float, ...]]:
    """Return the colours that the interpreter knows, by the place in the image."""
    assert program.language in ("glsl", "essl", "wgsl")
    shader = read(program.source, program.language)
    interpreter = Interpreter(shader, "fragment", program.inputs)
    found = {at: interpreter.pixel(at % SIDE, at // SIDE) for at in range(SIDE * SIDE)}
    return {at: one for at, one in found.items() if isinstance(one, tuple)}


@pytest.mark.parametrize(("language", "driver"), PAIRS)
@pytest.mark.parametrize("number", one_in(36, range(COUNT)))
def test_a_shader_reads_the_levels_that_it_names(
    pool: TargetPool, language: Language, driver: str, number: int
) -> None:
    program = level_shader(language, number)
    if driver == "softpipe" and number % 2:
        assert_too_new(pool, program)
        return
    known = known_pixels(program)
    drawn = pixels(image_of(pool, driver, program)).reshape(-1, 4)
    for at, wanted in known.items():
        assert np.abs(drawn[at] - np.array(wanted)).max() <= NEAR, (at, drawn[at], wanted)


@modules
@pytest.mark.parametrize("number", one_in(24, range(COUNT)))
def test_a_module_reads_what_is_proved(pool: TargetPool, driver: str, number: int) -> None:
    program = level_module(number)
    proof = prove(program)
    assert proof.limits is not None, proof.reason
    assert beyond(image_of(pool, driver, program), proof.limits).differing == 0


@modules
@pytest.mark.parametrize("number", one_in(36, range(COUNT)))
def test_a_variant_reads_what_its_seed_does(pool: TargetPool, driver: str, number: int) -> None:
    program = level_module(number)
    proof = prove(program)
    donors = (level_module(number + 900),)
    request = Request(number, 1, program, donors, {"steps": "100"})
    variant = TransformMethod().make(request)[-1].programs["variant"]
    assert proof.limits is not None
    assert beyond(image_of(pool, driver, variant), proof.limits).differing == 0


@pytest.mark.parametrize("driver", ["swiftshader", "lavapipe@newest"])
def test_each_pixel_may_ask_for_the_size_of_another_level(pool: TargetPool, driver: str) -> None:
    """Mesa 22.3 gives all pixels of a vector the size of the first one's level, so that the random
    shaders ask for one.
    """
    name = with_newest(driver).id
    body = "colour = vec4(textureSize(s, int(at.x)), 0.0, 1.0);"
    texture = Texture("s", size=(16, 8, 1), binding=0, levels=4)
    program = image_module(body, textures=(texture,))
    drawn = pixels(image_of(pool, name, program)).reshape(4, 4, 4)
    wanted = [[*one.size[:2], 0.0, 1.0] for one in each_level(texture)]
    assert drawn.tolist() == [wanted] * 4


@pytest.mark.parametrize("language", DRIVERS)
def test_most_of_what_is_drawn_is_known(language: Language) -> None:
    counts = [len(known_pixels(level_shader(language, number))) for number in range(0, COUNT, 12)]
    assert sum(counts) > SIDE * SIDE * len(counts) / 2
