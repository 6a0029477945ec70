"""Programs for the geometry stage: drivers give what our interpreter says, to the bit."""

from __future__ import annotations

from itertools import islice
from typing import Final

import pytest
from helpers.driven_images import EXACTLY, assert_image, outcome_of
from helpers.geometry_texts import TEXTS, VERSIONS, geometry_program
from helpers.random_geometry import random_geometry

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.outcome import Compiled, Image, Outcome, PixelFormat, Rejected
from aberration.core.program import Program
from aberration.languages.shading.interpret.freedom import freedom
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read_program
from aberration.languages.shading.tree import LanguageName
from aberration.targets.pool import TargetPool

DRIVERS: Final = ("llvmpipe", "softpipe", "zink-lavapipe")
NEWEST: Final = ("llvmpipe@newest", "softpipe@newest", "zink-lavapipe@newest")
SIZES: Final = ((8, 8), (13, 7))
LANGUAGES: Final[tuple[tuple[LanguageName, int], ...]] = (("glsl", 330), ("essl", 320))
CHAINS: Final = (
    *("glslang+lavapipe", "glslang@16.6.0+lavapipe", "shaderc:-O+lavapipe"),
    *("glslang+spirv-opt:-O+lavapipe", "glslang+spirv-opt:-Os+lavapipe@newest"),
)
COMPILERS: Final = ("radv-aco-navi10", "nvk-tu102@26.2.6", "turnip-a660@26.2.6")
WITHOUT: Final = ("glslang+swiftshader", "glslang+spirv-cross:450+llvmpipe")
"""What takes no geometry shader."""


def expected(program: Program, pixels: PixelFormat = "rgba32f") -> Image:
    found = Interpreter(read_program(program), "geometry", program.inputs).image(pixels)
    assert isinstance(found, Image), str(found)
    return found


def assert_is(outcome: Outcome, image: Image, tolerance: Tolerance = EXACTLY) -> None:
    assert_image(outcome, image, tolerance, lacks="no geometry shaders")


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("driver", DRIVERS)
def test_what_a_point_becomes(pool: TargetPool, driver: str, version: str, name: str) -> None:
    for size in SIZES:
        program = geometry_program(version, TEXTS[name], size=size)
        assert_is(outcome_of(pool, f"{driver}:rgba32f", program), expected(program))


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("driver", NEWEST)
def test_on_the_newest_driver(pool: TargetPool, driver: str, name: str) -> None:
    program = geometry_program("330", TEXTS[name])
    # How a driver rounds to 8 bits where two are as near is open.
    assert_is(outcome_of(pool, driver, program), expected(program, "rgba8"), Tolerance(step=1))


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("chain", CHAINS)
def test_behind_front_ends(pool: TargetPool, chain: str, name: str) -> None:
    front, _, driver = chain.rpartition("+")
    for version in ("450", "320 es"):
        program = geometry_program(version, TEXTS[name], size=(13, 7))
        assert_is(outcome_of(pool, f"{front}+{driver}:rgba32f", program), expected(program))


@pytest.mark.parametrize("compiler", COMPILERS)
def test_drivers_without_a_device_compile(pool: TargetPool, compiler: str) -> None:
    for body in TEXTS.values():
        outcome = outcome_of(pool, f"glslang+{compiler}", geometry_program("450", body))
        assert isinstance(outcome, Compiled), outcome


@pytest.mark.parametrize(("identity", "version"), [("glsl", "330"), ("essl", "320 es")])
def test_behind_our_own_compiler(pool: TargetPool, identity: str, version: str) -> None:
    program = geometry_program(version, TEXTS["the last counts"])
    found = outcome_of(pool, f"identity-{identity}", program)
    assert_is(found, expected(program, "rgba8"), Tolerance(step=1))


@pytest.mark.parametrize("target", WITHOUT)
def test_others_refuse_them_by_name(pool: TargetPool, target: str) -> None:
    outcome = outcome_of(pool, target, geometry_program("450", TEXTS["one"]))
    assert isinstance(outcome, Rejected)
    assert outcome.unasked
    assert "geometry" in outcome.message.lower()


def test_ways_are_refused_by_name(pool: TargetPool) -> None:
    program = geometry_program("330", TEXTS["one"])
    driven = type(program.inputs)(ways=("DrawIndexed",), attributes=program.inputs.attributes)
    outcome = outcome_of(
        pool, "llvmpipe", Program("glsl", "geometry", program.source, driven, "driven")
    )
    assert isinstance(outcome, Rejected)
    assert "one way to drive" in outcome.message


def check(pool: TargetPool, drivers: tuple[str, ...], program: Program) -> None:
    """Hold a program on drivers to our interpreter, up to what rounding leaves open."""
    image, tolerance = expected(program, "rgba8"), Tolerance()
    for driver in drivers:
        outcome = outcome_of(pool, driver, program)
        assert isinstance(outcome, Image), (program.name, driver, outcome)
        if not within(compare(image, outcome, tolerance), tolerance):
            shader = read_program(program)
            found = freedom(
                shader, "geometry", program.inputs, Options(), image, outcome, tolerance
            )
            assert found.reason, (program.name, driver)


def drivers_for(language: LanguageName) -> tuple[str, ...]:
    """Return two drivers; that of this machine for ESSL is older than the repair of what `a.x &= b`
    gives as a value.
    """
    if language == "essl":
        return ("llvmpipe@newest", "glslang+lavapipe")
    return ("llvmpipe", "softpipe")


@pytest.mark.parametrize(("language", "version"), LANGUAGES)
def test_random_programs(pool: TargetPool, language: LanguageName, version: int) -> None:
    for program in random_geometry(language, version, 4):
        check(pool, drivers_for(language), program)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "version"), LANGUAGES)
def test_many_random_programs(pool: TargetPool, language: LanguageName, version: int) -> None:
    for program in islice(random_geometry(language, version, 100), 4, None):
        check(pool, drivers_for(language), program)
