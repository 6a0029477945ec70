"""Arrays of textures: on drivers, random shaders and modules sample the elements that our
interpreter says; what it leaves open is not compared.
"""

from __future__ import annotations

import pytest
from helpers.array_shaders import array_module, array_shader
from helpers.sampling import one_in
from helpers.texture_conformance import (
    assert_draws_what_is_known,
    assert_draws_what_is_proved,
    variant_of,
)

from aberration.languages.shading.tree import LanguageName
from aberration.targets.pool import TargetPool

TEXTS = [
    ("glsl", "llvmpipe"),
    ("glsl", "zink-lavapipe"),
    ("essl", "angle-swiftshader"),
    ("essl", "angle-gl-llvmpipe"),
    ("essl", "llvmpipe"),
    ("essl", "softpipe"),
]
# SwiftShader is no judge of these: it takes the index of the first pixel of four, also where that
# one is not active and its index is whatever lies there.
DYNAMIC = [
    ("glsl", "llvmpipe"),
    ("glsl", "zink-lavapipe"),
    ("glsl", "glslang+lavapipe"),
    ("essl", "llvmpipe"),
    ("essl", "zink-lavapipe"),
]
SIZE_OF_ANOTHER = ("llvmpipe", 116)
"""A bug of Mesa: `textureSize(a[i], 0)` in a loop that some pixels skip."""


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize(("language", "name"), TEXTS)
def test_a_shader_samples_what_is_known(
    pool: TargetPool, language: LanguageName, name: str, number: int
) -> None:
    assert_draws_what_is_known(pool, name, array_shader(number, language), language)


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize(("language", "name"), DYNAMIC)
def test_a_dynamically_uniform_index_chooses_what_is_known(
    pool: TargetPool, language: LanguageName, name: str, number: int
) -> None:
    if (name, number) == SIZE_OF_ANOTHER:
        pytest.xfail("llvmpipe says the size of another element where not all pixels ask for it")
    program = array_shader(number, language, dynamic=True)
    assert_draws_what_is_known(pool, name, program, language)


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize("name", ["lavapipe", "swiftshader", "spirv-cross+llvmpipe"])
def test_a_module_samples_what_is_proved(pool: TargetPool, name: str, number: int) -> None:
    assert_draws_what_is_proved(pool, name, array_module(number))


@pytest.mark.parametrize("number", one_in(200, range(200)))
@pytest.mark.parametrize("name", ["lavapipe", "swiftshader"])
def test_a_variant_samples_what_its_seed_does(pool: TargetPool, name: str, number: int) -> None:
    seed = array_module(number)
    made = variant_of(number, seed, array_module(number + 1000))
    assert_draws_what_is_proved(pool, name, seed, made)
