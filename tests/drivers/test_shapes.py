"""Lines, arrays of lines and of cubes, and cubes of depths: on drivers, random shaders and modules
sample what our interpreter says; what it leaves open is not compared.
"""

from __future__ import annotations

import pytest
from helpers.sampling import one_in
from helpers.shape_shaders import SHAPES_BY_LANGUAGE, shape_module, shape_shader
from helpers.texture_conformance import (
    assert_draws_what_is_known,
    assert_draws_what_is_proved,
    variant_of,
)

from aberration.core.shapes import Shape
from aberration.languages.shading.tree import LanguageName
from aberration.targets.pool import TargetPool

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


@pytest.mark.parametrize("number", one_in(200, range(200)))
@pytest.mark.parametrize(("language", "name", "shape"), TEXTS)
def test_a_shader_samples_what_is_known(
    pool: TargetPool, language: LanguageName, name: str, shape: Shape, number: int
) -> None:
    assert_draws_what_is_known(pool, name, shape_shader(number, shape, language), language)


@pytest.mark.parametrize("number", one_in(200, range(200)))
@pytest.mark.parametrize(("name", "shape"), MODULES)
def test_a_module_samples_what_is_proved(
    pool: TargetPool, name: str, shape: Shape, number: int
) -> None:
    assert_draws_what_is_proved(pool, name, shape_module(number, shape))


@pytest.mark.parametrize("number", one_in(200, range(200)))
@pytest.mark.parametrize(("name", "shape"), MODULES)
def test_a_variant_samples_what_its_seed_does(
    pool: TargetPool, name: str, shape: Shape, number: int
) -> None:
    seed = shape_module(number, shape)
    made = variant_of(number, seed, shape_module(number + 1000, shape))
    assert_draws_what_is_proved(pool, name, seed, made)
