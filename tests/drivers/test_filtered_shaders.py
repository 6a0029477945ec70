"""Shaders that sample with a linear filter give on drivers what our interpreter takes as legal."""

from __future__ import annotations

import pytest
from helpers.conformance import available
from helpers.filtered_texts import Language, filtering_text
from helpers.sampling import one_in

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.outcome import Image
from aberration.core.target import Target
from aberration.languages.shading.interpret.freedom import freedom
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.targets.pool import TargetPool
from aberration.targets.registry import select

ALL = available()
SECONDS = 60.0
NUMBERS = 200
DRIVERS: tuple[tuple[Language, str], ...] = (
    ("glsl", "llvmpipe"),
    ("glsl", "zink-lavapipe"),
    ("essl", "angle-swiftshader"),
    ("essl", "angle-gl-llvmpipe"),
    ("wgsl", "wgpu-lavapipe"),
    ("wgsl", "dawn-swiftshader"),
)


def target_of(name: str) -> Target:
    (found,) = select(ALL, [f"{name}:rgba32f"])
    return found


@pytest.mark.parametrize(("language", "name"), DRIVERS)
@pytest.mark.parametrize("number", one_in(40, range(NUMBERS)))
def test_a_driver_filters_as_is_legal(
    pool: TargetPool, language: Language, name: str, number: int
) -> None:
    program = filtering_text(number, language)
    given = pool.run(target_of(name), program, SECONDS).outcome
    assert isinstance(given, Image), given
    shader, tolerance = read(program.source, language), Tolerance()
    expected = Interpreter(shader, "fragment", program.inputs).image("rgba32f")
    assert isinstance(expected, Image), expected
    if within(compare(expected, given, tolerance), tolerance):
        return
    inputs = program.inputs
    found = freedom(shader, "fragment", inputs, Options(), expected, given, tolerance)
    assert found.reason
