"""Pairs of a vertex and a fragment shader: drivers give what our interpreter says, to the bit."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

import pytest
from helpers.corpus import ROOT
from helpers.driven_images import assert_image, outcome_of
from helpers.pair_texts import CASES, SIZES, TEXTS, Text, named_pair, pair
from helpers.random_pairs import random_pairs
from msgspec.structs import replace

from aberration.campaign.loading.files import load_file
from aberration.core.comparison import Tolerance
from aberration.core.inputs import Uniform
from aberration.core.outcome import Image, PixelFormat, Rejected
from aberration.core.program import Program, ShaderStage
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read_program
from aberration.languages.shading.tree import LanguageName
from aberration.targets.pool import TargetPool

DRIVERS: Final = ("llvmpipe", "softpipe", "zink-lavapipe")
NEWEST: Final = "llvmpipe@newest"
STAGES: Final[tuple[ShaderStage, ...]] = ("fragment", "vertex")
FACING: Final = "nothing"
"""The text that asks which way a point faces: away, says softpipe, which is wrong."""


def expected(program: Program, pixels: PixelFormat = "rgba32f") -> Image:
    shown = Interpreter(read_program(program), program.shader_stage, program.inputs)
    found = shown.image(pixels)
    assert isinstance(found, Image), str(found)
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("version", "name"), CASES)
@pytest.mark.parametrize("driver", DRIVERS)
def test_what_the_vertex_stage_hands_on(
    pool: TargetPool, driver: str, version: str, name: str, size: tuple[int, int]
) -> None:
    if driver == "softpipe" and name == FACING:
        pytest.skip("softpipe says that a point faces away")
    program = named_pair(version, name, size=size)
    assert_image(outcome_of(pool, f"{driver}:rgba32f", program), expected(program))


@pytest.mark.parametrize(("version", "name"), CASES)
def test_on_the_newest_driver(pool: TargetPool, version: str, name: str) -> None:
    program = named_pair(version, name)
    # How a driver rounds to 8 bits where two are as near is open.
    assert_image(outcome_of(pool, NEWEST, program), expected(program, "rgba8"), Tolerance(step=1))


@pytest.mark.parametrize(("version", "name"), [one for one in CASES if one[0] in ("100", "300 es")])
@pytest.mark.parametrize("driver", ["angle-swiftshader", "angle-gl-llvmpipe"])
def test_in_a_browser(pool: TargetPool, driver: str, version: str, name: str) -> None:
    for stage in STAGES:
        program = named_pair(version, name, stage)
        assert_image(outcome_of(pool, f"{driver}:rgba32f", program), expected(program))


@pytest.mark.parametrize(("version", "name"), [one for one in CASES if one[0] in ("450", "310 es")])
@pytest.mark.parametrize("chain", ["glslang+lavapipe", "shaderc:-O+swiftshader"])
def test_behind_front_ends(pool: TargetPool, chain: str, version: str, name: str) -> None:
    for stage in STAGES:
        program = named_pair(version, name, stage)
        assert_image(outcome_of(pool, f"{chain}:rgba32f", program), expected(program))


@pytest.mark.parametrize("name", ["floats", "integers", "matrices", "arrays"])
def test_behind_a_front_end_on_the_newest_driver(pool: TargetPool, name: str) -> None:
    program = named_pair("450", name)
    found = outcome_of(pool, "glslang+lavapipe@newest", program)
    assert_image(found, expected(program, "rgba8"), Tolerance(step=1))


@pytest.mark.parametrize("chain", ["glslang+lavapipe", "glslang+swiftshader"])
@pytest.mark.parametrize("between", [("vertex",), ("fragment",), ("vertex", "fragment")])
def test_uniforms_behind_a_front_end(
    pool: TargetPool, chain: str, between: tuple[str, ...]
) -> None:
    block = "layout(std140, binding = 1) uniform K { vec2 k; };"
    given = "f = a.xy + k;" if "vertex" in between else "f = a.xy;"
    colour = "vec4(f, k)" if "fragment" in between else "vec4(f, f)"
    program = pair("450", Text("TO vec2 f;", given, colour))
    vertex, fragment = (
        source.replace(b"core\n", f"core\n{block}\n".encode()) if stage in between else source
        for stage, source in program.stages()
    )
    uniforms = (Uniform("k", struct.pack("<2f", 0.25, 0.5), 1),)
    inputs = replace(program.inputs, uniforms=uniforms)
    program = replace(program, source=fragment, companion=vertex, inputs=inputs)
    found = outcome_of(pool, f"{chain}:rgba32f", program)
    if len(between) > 1:
        assert isinstance(found, Rejected)
        assert found.message == "blocks or textures in both stages of a pair"
        return
    assert_image(found, expected(program))


@pytest.mark.parametrize(("language", "version"), [("glsl", 330), ("essl", 300), ("essl", 310)])
def test_random_pairs(pool: TargetPool, language: LanguageName, version: int) -> None:
    for program in random_pairs(language, version, 6):
        found = outcome_of(pool, "llvmpipe", program)
        assert_image(found, expected(program, "rgba8"), Tolerance(step=1))


@pytest.mark.parametrize("path", sorted((ROOT / "pairs").glob("*.frag")), ids=lambda one: one.stem)
@pytest.mark.parametrize("driver", ["llvmpipe", "softpipe", "zink-lavapipe"])
def test_the_corpus(pool: TargetPool, driver: str, path: Path) -> None:
    (program,) = load_file(path).programs
    # Half of them leave rounding open, of which a step of 8 bits may come.
    assert_image(outcome_of(pool, driver, program), expected(program, "rgba8"), Tolerance(step=1))


@pytest.mark.parametrize("name", TEXTS)
def test_the_vertex_stage_may_be_the_one_under_test(pool: TargetPool, name: str) -> None:
    program = named_pair("330", name, "vertex")
    assert_image(outcome_of(pool, "llvmpipe:rgba32f", program), expected(program))


def test_pairs_take_turns_with_other_programs(pool: TargetPool) -> None:
    text = b"#version 330\nout vec4 c;\nvoid main() { c = vec4(gl_FragCoord.xyz / 8.0, 1.0); }"
    pair = named_pair("330", "nothing", size=SIZES[1])
    alone = Program("glsl", "fragment", text, pair.inputs)
    for program in (pair, alone, pair, alone):
        assert_image(outcome_of(pool, "llvmpipe:rgba32f", program), expected(program))


def test_a_mutant_changes_the_stage_under_test(pool: TargetPool) -> None:
    program = named_pair("330", "floats")
    found = outcome_of(pool, "identity-glsl", program)
    assert_image(found, expected(program, "rgba8"), Tolerance(step=1))


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("driver", ["glslang+spirv-cross+llvmpipe"])
def test_who_takes_no_pairs_says_so(pool: TargetPool, driver: str, stage: ShaderStage) -> None:
    found = outcome_of(pool, driver, named_pair("310 es", "floats", stage))
    assert isinstance(found, Rejected), found
    assert found.unasked
    assert found.message == "pairs of a vertex and a fragment shader are not taken here"
