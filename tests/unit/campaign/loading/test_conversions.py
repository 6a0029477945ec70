"""ESSL that converts integers by itself gets the extension that brings this."""

from __future__ import annotations

import pytest

from aberration.campaign.loading.conversions import NOTE, with_conversions
from aberration.campaign.loading.fit import with_inputs
from aberration.core.program import Program

TEXT = """#version {version}
precision highp float;
layout(location = 0) out vec4 colour;
void main() {{
  vec2 place = gl_FragCoord.xy * 2;
  place /= {divisor};
  colour = vec4(max(place, 1), 0, {alpha});
}}
"""


def program(version: str = "320 es", divisor: str = "4", alpha: str = "1.0") -> Program:
    text = TEXT.format(version=version, divisor=divisor, alpha=alpha)
    return Program("essl", "fragment", text.encode(), name="x")


@pytest.mark.parametrize("version", ["310 es", "320 es"])
def test_the_extension_stands_behind_the_version(version: str) -> None:
    found = with_inputs(program(version), None, "x")
    assert found.notes == (NOTE,)
    lines = found.program.source.decode().splitlines()
    assert lines[:2] == [
        f"#version {version}",
        "#extension GL_EXT_shader_implicit_conversions : require",
    ]
    assert lines[2:] == program(version).source.decode().splitlines()[1:]


def test_versions_without_the_extension_stay_refused() -> None:
    assert with_conversions(program("300 es"), "x") is None


def test_what_the_extension_does_not_bring_stays_refused() -> None:
    assert with_conversions(program(alpha="true ? place : 1.0"), "x") is None


def test_a_text_that_says_something_of_the_extension_is_left_alone() -> None:
    given = program()
    said = given.source.replace(
        b" es\n", b" es\n#extension GL_EXT_shader_implicit_conversions : disable\n"
    )
    plain = Program("essl", "fragment", said, name="x")
    assert with_conversions(plain, "x") is None


def test_other_languages_are_left_alone() -> None:
    assert with_conversions(Program("wgsl", "fragment", b"fn main() {", name="x"), "x") is None
