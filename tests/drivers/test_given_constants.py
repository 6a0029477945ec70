"""Drivers take the values that the inputs give to constants: all give what our interpreters say."""

from __future__ import annotations

import pytest
from helpers.given_constants import CASES, GIVEN, program, words
from helpers.made_constants import MadeLanguage, made
from helpers.newest import with_newest
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Rejected
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.targets.pool import TargetPool

MODULES = (
    "lavapipe",
    "swiftshader",
    "lavapipe@newest",
    "spirv-opt:-O+lavapipe",
    "spirv-opt:passes:freeze-spec-const+swiftshader",
    "spirv-cross:450+llvmpipe",
)
"""The last two get modules with these values by default."""


@pytest.mark.parametrize("target", MODULES)
def test_a_module_gets_them(pool: TargetPool, target: str) -> None:
    for constants, expected in CASES:
        assert words(pool.run(with_newest(target), program(*constants)).outcome) == expected


@pytest.mark.parametrize("target", ["lavapipe", "swiftshader"])
def test_those_of_the_way_stand_beside_them(pool: TargetPool, target: str) -> None:
    for constants, expected in CASES:
        plain = program(*constants)
        driven = replace(plain, inputs=replace(plain.inputs, ways=("SpecialiseConstants",)))
        assert words(pool.run(with_newest(target), driven).outcome) == expected


TEXTS: tuple[tuple[MadeLanguage, str], ...] = (
    ("glsl", "glslang+lavapipe"),
    ("glsl", "shaderc:-O+swiftshader"),
    ("wgsl", "wgpu-lavapipe"),
    ("wgsl", "dawn-swiftshader"),
)


def compare(pool: TargetPool, language: MadeLanguage, target: Target, numbers: range) -> None:
    for number in numbers:
        program = made(number, language)
        expected = execute(read(program.source, language), "compute", program.inputs)
        assert isinstance(expected, Buffers)
        assert pool.run(target, program).outcome == expected, number


@pytest.mark.parametrize(("language", "target"), TEXTS)
def test_texts_get_them(pool: TargetPool, language: MadeLanguage, target: str) -> None:
    compare(pool, language, with_newest(target), range(6))


@pytest.mark.slow
@pytest.mark.parametrize(("language", "target"), TEXTS)
def test_many_texts_get_them(pool: TargetPool, language: MadeLanguage, target: str) -> None:
    compare(pool, language, with_newest(target), range(6, 206))


@pytest.mark.slow
def test_a_browser_gives_them(pool: TargetPool) -> None:
    compare(pool, "wgsl", with_newest("chromium-webgpu-swiftshader"), range(20))


@pytest.mark.parametrize("target", ["llvmpipe", "angle-swiftshader"])
def test_opengl_refuses_them_by_name(pool: TargetPool, target: str) -> None:
    text = b"#version 300 es\nprecision highp float; out vec4 c; void main() { c = vec4(1.0); }"
    given = Program("essl", "fragment", text, Inputs(width=4, height=4, constants=GIVEN))
    outcome = pool.run(with_newest(target), given).outcome
    assert outcome == Rejected(
        "values of specialisation constants are not given here", unasked=True
    )
