"""Pairs of a vertex and a fragment shader in WGSL: implementations of WebGPU give what our
interpreter says, to the bit.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

import pytest
from helpers.corpus import ROOT
from helpers.driven_images import assert_image, outcome_of
from helpers.pair_texts import SIZES
from helpers.wgsl_pairs import TEXTS, Handed, PairText, named_pair, pair, random_pairs
from msgspec.structs import replace

from aberration.campaign.loading.files import load_file
from aberration.core.comparison import Tolerance
from aberration.core.inputs import Uniform
from aberration.core.outcome import Crash, Image, PixelFormat, Rejected
from aberration.core.program import Program, ShaderStage
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read_program
from aberration.methods.shaders.executed import Executed
from aberration.targets.pool import TargetPool

FLOATS: Final = ("wgpu-lavapipe:rgba32f", "dawn-swiftshader:rgba32f")
BYTES: Final = ("wgpu-gl-llvmpipe", "dawn-gl-llvmpipe", "chromium-webgpu-swiftshader")
STAGES: Final[tuple[ShaderStage, ...]] = ("fragment", "vertex")
KNOWN: Final = "is not cached"
"""What naga says when it dies of some functions that are given pointers (docs/bugs.md)."""
# How a driver rounds to 8 bits where two are as near is open.
STEP: Final = Tolerance(step=1)


def expected(program: Program, pixels: PixelFormat = "rgba8") -> Image:
    shown = Interpreter(read_program(program), program.shader_stage, program.inputs)
    found = shown.image(pixels)
    assert isinstance(found, Image), str(found)
    return found


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("driver", FLOATS)
def test_what_the_vertex_stage_hands_on(
    pool: TargetPool, driver: str, name: str, stage: ShaderStage, together: bool
) -> None:
    program = named_pair(name, stage, SIZES[1], together=together)
    assert_image(outcome_of(pool, driver, program), expected(program, "rgba32f"))


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("driver", BYTES)
def test_on_other_drivers(pool: TargetPool, driver: str, name: str) -> None:
    program = named_pair(name, together=len(name) % 2 == 0)
    assert_image(outcome_of(pool, driver, program), expected(program), STEP)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("driver", FLOATS)
def test_a_uniform_of_both_stages(pool: TargetPool, driver: str, stage: ShaderStage) -> None:
    before = "@group(0) @binding(1) var<uniform> k: vec2f;"
    between = (Handed("f", "vec2f", "a.xy + k"),)
    program = pair(PairText(between, "vec4f(taken.f, k)", before), stage)
    uniforms = (Uniform("k", struct.pack("<2f", 0.25, 0.5), 1),)
    program = replace(program, inputs=replace(program.inputs, uniforms=uniforms))
    assert_image(outcome_of(pool, driver, program), expected(program, "rgba32f"))


@pytest.mark.parametrize("name", ["woven_bands.wgsl", "tide_pools.vert.wgsl"])
@pytest.mark.parametrize("driver", ["wgpu-lavapipe", "dawn-swiftshader"])
def test_the_corpus(pool: TargetPool, driver: str, name: str) -> None:
    (program,) = load_file(Path(ROOT / "pairs" / name)).programs
    assert_image(outcome_of(pool, driver, program), expected(program), STEP)


def test_random_pairs(pool: TargetPool) -> None:
    _compare(pool, "wgpu-lavapipe", 4)


@pytest.mark.slow
@pytest.mark.parametrize("driver", ["wgpu-lavapipe", "dawn-swiftshader", "dawn-gl-llvmpipe"])
def test_many_random_pairs(pool: TargetPool, driver: str) -> None:
    _compare(pool, driver, 100)


def _compare(pool: TargetPool, driver: str, count: int) -> None:
    exact = 0
    for program in random_pairs(count):
        wanted, found = expected(program), outcome_of(pool, driver, program)
        if isinstance(found, Crash) and KNOWN in found.assertion:
            continue
        assert isinstance(found, Image), found
        inputs = program.inputs
        # How a large integer is rounded to a float is open (WGSL, "Floating Point Conversion").
        if Executed(program).permitted_otherwise(inputs, wanted, found, STEP).reason:
            continue
        assert_image(found, wanted, STEP)
        exact += 1
    assert exact > count // 2


def test_who_takes_no_pairs_says_so(pool: TargetPool) -> None:
    found = outcome_of(pool, "tint+lavapipe", named_pair("floats"))
    assert isinstance(found, Rejected), found
    assert found.unasked
