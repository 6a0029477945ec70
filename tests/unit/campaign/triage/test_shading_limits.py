"""Results of shaders as they are written, held against the intervals of their modules."""

from __future__ import annotations

import msgspec
import pytest
from helpers.shading_runs import needs_compiler

from aberration.campaign.known_results import KnownResults
from aberration.campaign.triage.known_result import ROUNDING
from aberration.campaign.triage.shading_limits import reason_allowed
from aberration.core.inputs import Inputs
from aberration.core.oracle import Expected
from aberration.core.outcome import Image, Text
from aberration.core.program import Language, Program
from aberration.core.recipe import Recipe, TestCase

pytestmark = needs_compiler
NOISE = """#version 320 es
precision highp float;
layout(location = 0) out vec4 colour;
void main() {
  float noise = fract(sin(gl_FragCoord.x * 12.9898) * 43758.5453);
  colour = vec4(noise, gl_FragCoord.x < 4.0 ? 0.0 : 1.0, 0.5, 1.0);
}
"""
NOISE_WGSL = """@fragment fn main(@builtin(position) at: vec4f) -> @location(0) vec4f {
  let noise = fract(sin(at.x * 12.9898) * 43758.5453);
  return vec4f(noise, select(1.0, 0.0, at.x < 4.0), 0.5, 1.0);
}
"""
SIZE = Inputs(width=8, height=1)


def case(text: str, language: Language) -> TestCase:
    """Return a case on 8 pixels whose claim is not looked at."""
    program = Program(language, "fragment", text.encode(), SIZE, "noise")
    claim = Expected(image(128, 255), "program")
    return TestCase(Recipe("agree", 1, {"seed": program}), {"program": program}, claim)


def image(noise: int, green: int) -> Image:
    """Return eight pixels: four black in green, four as green as is said, all with the same
    noise.
    """
    pixels = [(noise, 0, 128, 255)] * 4 + [(noise, green, 128, 255)] * 4
    return Image(8, 1, "rgba8", bytes(part for pixel in pixels for part in pixel))


@pytest.mark.parametrize(("text", "language"), [(NOISE, "essl"), (NOISE_WGSL, "wgsl")])
@pytest.mark.parametrize("noise", [0, 77, 255])
def test_noise_that_sine_leaves_open_is_allowed_and_a_wrong_edge_is_not(
    text: str, language: Language, noise: int
) -> None:
    known = KnownResults()
    assert reason_allowed(case(text, language), image(noise, 255), known) == ROUNDING
    assert reason_allowed(case(text, language), image(noise, 254), known) == ""


def test_a_wrong_expectation_is_not_explained() -> None:
    mistaken = msgspec.structs.replace(
        case(NOISE, "essl"), oracle=Expected(image(128, 3), "program")
    )
    assert reason_allowed(mistaken, image(0, 255), KnownResults()) == ""


def test_nobody_can_tell_of_what_is_no_shader_does_not_compile_or_printed_text() -> None:
    broken = case(NOISE.replace("sin(", "sine("), "essl")
    assert reason_allowed(broken, image(0, 255), KnownResults()) == ""
    assert reason_allowed(case(NOISE, "essl"), Text(b"0"), KnownResults()) == ""
    program = Program("c", "program", b"int main(void) { return 0; }")
    printed = msgspec.structs.replace(case(NOISE, "essl"), programs={"program": program})
    assert reason_allowed(printed, image(0, 255), KnownResults()) == ""
