"""Several attachments, of colours and of a depth: on drivers, random shaders and modules draw
into them as our interpreter says, also varied and driven in other ways.
"""

from __future__ import annotations

import pytest
from helpers.attachment_shaders import (
    attachment_module,
    attachment_shader,
    depth_module,
    depth_shader,
)
from helpers.conformance import available
from helpers.sampling import one_in
from msgspec.structs import replace

from aberration.core.comparison import Tolerance, compare, quantise
from aberration.core.limits import beyond
from aberration.core.method import Request
from aberration.core.outcome import Image, Rejected
from aberration.core.program import Program
from aberration.languages.shading.tree import LanguageName
from aberration.languages.spirv.interpret.proof import prove
from aberration.methods.drive.method import DriveMethod
from aberration.methods.emi.method import EmiMethod
from aberration.methods.shaders.executed import Executed
from aberration.methods.transform.method import TransformMethod
from aberration.targets.pool import TargetPool
from aberration.targets.registry import select

ALL = available()
TEXTS = [
    ("glsl", "llvmpipe"),
    ("glsl", "zink-lavapipe:rgba32f"),
    ("essl", "angle-swiftshader"),
    ("essl", "angle-gl-llvmpipe:rgba32f"),
    ("essl", "llvmpipe"),
    ("essl", "softpipe"),
    ("wgsl", "wgpu-lavapipe"),
    ("wgsl", "wgpu-swiftshader"),
    ("wgsl", "dawn-swiftshader:rgba32f"),
    ("wgsl", "dawn-gl-llvmpipe"),
    ("wgsl", "chromium-webgpu-swiftshader"),
]
DEPTHS = [
    ("glsl", "llvmpipe"),
    ("glsl", "zink-lavapipe:rgba32f"),
    ("glsl", "glslang+lavapipe"),
    ("essl", "glslang+lavapipe"),
    ("essl", "shaderc:-O+swiftshader"),
    ("essl", "llvmpipe"),
    ("wgsl", "wgpu-lavapipe"),
    ("wgsl", "wgpu-swiftshader"),
    ("wgsl", "dawn-swiftshader:rgba32f"),
    ("wgsl", "dawn-gl-llvmpipe"),
    ("wgsl", "chromium-webgpu-swiftshader"),
]
DRIVERS = ["lavapipe", "swiftshader:rgba32f", "spirv-cross:450+llvmpipe", "spirv-opt:-O+lavapipe"]
UNSAID = (
    "a location without an attachment",
    "attachments at locations of 4 or more",
    "this context is not driven in this way: UseProgramBinary",
    "depths cannot be read back in OpenGL ES",
)
"""What the package of wgpu cannot say, what WebGPU on OpenGL ES has not, formats of binaries that
not every context of OpenGL has, and depths in ES.
"""


def image_of(pool: TargetPool, name: str, program: Program) -> Image | None:
    """The images of all attachments; None where the target says that it has not what is asked."""
    (target,) = select(ALL, [name])
    outcome = pool.run(target, program, 60.0).outcome
    if isinstance(outcome, Rejected) and outcome.unasked:
        assert outcome.message.startswith(UNSAID), outcome
        return None
    assert isinstance(outcome, Image), outcome
    return outcome


def check_text(pool: TargetPool, name: str, program: Program) -> None:
    """Draw, and compare with what our interpreter knows."""
    wanted = Executed(program).result(program.inputs)
    found = image_of(pool, name, program)
    assert isinstance(wanted, Image)
    assert found is None or compare(quantise(found), wanted, Tolerance()).beyond == 0


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize(("language", "name"), TEXTS)
def test_a_shader_draws_what_is_known(
    pool: TargetPool, language: LanguageName, name: str, number: int
) -> None:
    check_text(pool, name, attachment_shader(number, language))


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize(("language", "name"), DEPTHS)
def test_a_shader_gives_the_depth_that_is_known(
    pool: TargetPool, language: LanguageName, name: str, number: int
) -> None:
    check_text(pool, name, depth_shader(number, language))


def check_module(pool: TargetPool, name: str, program: Program) -> None:
    proof = prove(program)
    assert proof.limits is not None, proof.reason
    found = image_of(pool, name, program)
    assert found is not None
    difference = beyond(found, proof.limits)
    assert (difference.beyond, difference.note) == (0, "")


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize("name", DRIVERS)
def test_a_module_draws_what_is_proved(pool: TargetPool, name: str, number: int) -> None:
    check_module(pool, name, attachment_module(number))


@pytest.mark.parametrize("number", one_in(100, range(200)))
def test_a_variant_draws_what_its_module_does(pool: TargetPool, number: int) -> None:
    seed = attachment_module(number)
    request = Request(number, 1, seed, donors=(attachment_module(number + 1),))
    for case in TransformMethod().make(request):
        check_module(pool, "lavapipe", case.programs["variant"])


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize("name", ["lavapipe", "swiftshader:rgba32f", "spirv-cross:450+llvmpipe"])
def test_a_module_gives_the_depth_that_is_proved(pool: TargetPool, name: str, number: int) -> None:
    check_module(pool, name, depth_module(number))


@pytest.mark.parametrize("number", one_in(100, range(200)))
def test_a_variant_gives_the_depth_of_its_module(pool: TargetPool, number: int) -> None:
    request = Request(number, 1, depth_module(number), donors=(attachment_module(number + 1),))
    for case in TransformMethod().make(request):
        check_module(pool, "lavapipe", case.programs["variant"])


@pytest.mark.parametrize("number", one_in(100, range(200)))
def test_a_module_driven_otherwise_gives_the_same_depth(pool: TargetPool, number: int) -> None:
    request = Request(number, 1, depth_module(number), language="spirv")
    for case in DriveMethod().make(request):
        check_module(pool, "lavapipe", case.programs["program"])


@pytest.mark.parametrize("number", one_in(100, range(200)))
def test_a_module_driven_otherwise_draws_the_same(pool: TargetPool, number: int) -> None:
    request = Request(number, 1, attachment_module(number), language="spirv")
    for case in DriveMethod().make(request):
        check_module(pool, "lavapipe", case.programs["program"])


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize(("language", "name"), [("glsl", "llvmpipe"), ("wgsl", "dawn-swiftshader")])
def test_a_shader_driven_otherwise_draws_the_same(
    pool: TargetPool, language: LanguageName, name: str, number: int
) -> None:
    request = Request(number, 1, attachment_shader(number, language), language=language)
    for case in DriveMethod().make(request):
        check_text(pool, name, case.programs["program"])


@pytest.mark.parametrize(
    ("language", "name", "way"),
    [
        ("glsl", "llvmpipe", "EnlargeTarget"),
        ("wgsl", "wgpu-lavapipe", "EnlargeTarget"),
        ("wgsl", "wgpu-lavapipe", "UseSecondaryCommands"),
        ("wgsl", "dawn-swiftshader", "EnlargeTarget"),
        ("wgsl", "dawn-swiftshader", "UseSecondaryCommands"),
    ],
)
def test_a_depth_is_the_same_in_each_way_that_is_told_of_it(
    pool: TargetPool, language: LanguageName, name: str, way: str
) -> None:
    given = depth_shader(0, language)
    check_text(pool, name, replace(given, inputs=replace(given.inputs, ways=(way,))))


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize("method", [DriveMethod(), EmiMethod()], ids=["drive", "emi"])
@pytest.mark.parametrize(("language", "name"), [("glsl", "llvmpipe"), ("wgsl", "dawn-swiftshader")])
def test_a_depth_is_the_same_in_variants(
    pool: TargetPool,
    language: LanguageName,
    name: str,
    method: DriveMethod | EmiMethod,
    number: int,
) -> None:
    request = Request(number, 1, depth_shader(number, language), language=language)
    for case in method.make(request):
        check_text(pool, name, case.programs["program"])


@pytest.mark.parametrize("number", one_in(100, range(200)))
@pytest.mark.parametrize("language", ["glsl", "wgsl"])
def test_live_code_changes_no_attachment(
    pool: TargetPool, language: LanguageName, number: int
) -> None:
    request = Request(number, 1, attachment_shader(number, language), language=language)
    name = {"glsl": "llvmpipe", "wgsl": "dawn-swiftshader"}[language]
    for case in EmiMethod().make(request):
        check_text(pool, name, case.programs["program"])
