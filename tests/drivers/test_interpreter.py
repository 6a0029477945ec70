"""The interpreter and the drivers agree about the corpus: pictures and buffers to the bit,
sines within a step.
"""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec
import pytest
from helpers.corpus import programs
from helpers.here import named
from helpers.sampling import one_in

from aberration.cli.programs import read_forms
from aberration.core.comparison import Tolerance, compare, within
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.core.target import Target
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.languages.shading.translate import translate
from aberration.languages.spirv.interpret.run import Interpreter, interpret
from aberration.targets.front_end import compile_glsl
from aberration.targets.pool import TargetPool

DRIVERS: Final = ("lavapipe", "swiftshader")
INEXACT: Final = {"sine_waves"}
DEADLINE: Final = 60.0
SIDE: Final = 24
FEW: Final = {
    "discard_lattice",
    "hash_noise.opt",
    "matrix_powers",
    "sine_waves",
    "string_match",
    "seven_segments.opt",
}

REFERENCES: Final = programs("references")
COMPUTE: Final = programs("compute")


@cache
def target(name: str) -> Target:
    return named(name)


def small(program: Program) -> Program:
    """Return the same program for a small image."""
    return msgspec.structs.replace(
        program, inputs=msgspec.structs.replace(program.inputs, width=SIDE, height=SIDE)
    )


def assert_agrees(pool: TargetPool, program: Program) -> None:
    mine = interpret(program)
    assert isinstance(mine, Image | Buffers), str(mine)
    tolerance = Tolerance(
        step=1 if program.name.removesuffix(".opt") in INEXACT else 0, relative=0.0, absolute=0.0
    )
    for driver in DRIVERS:
        theirs = pool.run(target(driver), program, DEADLINE).outcome
        assert isinstance(theirs, Image | Buffers), theirs
        difference = compare(mine, theirs, tolerance)
        assert within(difference, tolerance), f"{driver}: {difference}"


@pytest.mark.parametrize("name", sorted(FEW))
def test_small_images(pool: TargetPool, name: str) -> None:
    assert_agrees(pool, small(next(program for program in REFERENCES if program.name == name)))


@pytest.mark.parametrize("program", one_in(4, COMPUTE), ids=lambda program: program.name)
def test_buffers(pool: TargetPool, program: Program) -> None:
    assert_agrees(pool, program)


@pytest.mark.slow
@pytest.mark.parametrize("program", REFERENCES, ids=lambda program: program.name)
def test_whole_images(pool: TargetPool, program: Program) -> None:
    assert_agrees(pool, program)


@pytest.mark.parametrize("name", ["lit_spheres", "matrix_powers", "voxel_march"])
def test_floats_before_they_are_colours(pool: TargetPool, name: str) -> None:
    program = small(next(program for program in REFERENCES if program.name == name))
    mine = Interpreter(program.source, program.inputs).image("rgba32f")
    assert isinstance(mine, Image), str(mine)
    tolerance = Tolerance(relative=1e-6, absolute=1e-7)
    for driver in DRIVERS:
        theirs = pool.run(target(f"{driver}:rgba32f"), program, DEADLINE).outcome
        assert isinstance(theirs, Image), theirs
        assert within(compare(mine, theirs, tolerance), tolerance), driver


# ---- shaders that use as much of GLSL as fits

SHADERS: Final = Path(__file__).parent / "shaders"


def numbers(code: str, count: int, step: float) -> bytes:
    return struct.pack(f"<{count}{code}", *(step * k for k in range(count)))


def uniforms() -> tuple[Uniform, ...]:
    """Return the block of `features.frag`, std140, and its push constants."""
    block = (
        struct.pack("<f12x3f4x", 0.01, 0.02, 0.03, 0.04)
        + numbers("f", 12, 0.01)
        + numbers("f", 8, 0.003)
    )
    block += struct.pack("<f12x3f4x", 0.01, 0.01, 0.02, 0.03) + numbers("f", 8, 0.002) + bytes(48)
    block += b"".join(struct.pack("<f12x", 0.01 * k) for k in range(5)) + struct.pack(
        "<4ii", 0, 1, 0, 0, 1
    )
    push = struct.pack("<2f8x4fi", 0.01, 0.02, 0.5, 0.1, 0.2, 0.6, 0)
    return Uniform("block", block), Uniform("push", push, push_constant=True)


@pytest.mark.parametrize(("name", "error"), [("features.frag", 1e-6), ("functions.frag", 5e-4)])
def test_fragment_features(pool: TargetPool, name: str, error: float) -> None:
    inputs = Inputs(uniforms=uniforms(), width=20, height=18)
    program = msgspec.structs.replace(read_forms(SHADERS / name)["spirv"](), inputs=inputs)
    mine = Interpreter(program.source, inputs).image("rgba32f")
    assert isinstance(mine, Image), str(mine)
    tolerance = Tolerance(relative=0.0, absolute=error)
    for driver in DRIVERS:
        theirs = pool.run(target(f"{driver}:rgba32f"), program, DEADLINE).outcome
        assert isinstance(theirs, Image), theirs
        assert within(compare(mine, theirs, tolerance), tolerance), driver


def test_compute_features(pool: TargetPool) -> None:
    """SwiftShader has no doubles."""
    rng = Rng(1)
    records = struct.pack("<32f", *(rng.uniform(0.0, 1.0) for _ in range(32)))
    given = bytes(16) + records + struct.pack("<40I", *(rng.bits() for _ in range(40)))
    inputs = Inputs(buffers=(Buffer(0, given), Buffer(1, bytes(256))), groups=(2, 1, 1))
    program = msgspec.structs.replace(
        read_forms(SHADERS / "features.comp")["spirv"](), inputs=inputs
    )
    mine, theirs = interpret(program), pool.run(target("lavapipe"), program, DEADLINE).outcome
    assert isinstance(mine, Buffers), str(mine)
    assert isinstance(theirs, Buffers), theirs
    assert mine.data == theirs.data


def told_of(
    between: str, language: Literal["glsl", "essl"], version: int
) -> list[tuple[bytes, ...] | str]:
    """What both interpreters say of a program in WGSL, of its translation, and of what glslang
    makes of that.
    """
    text = (
        "@group(0) @binding(0) var<storage, read_write> b: array<u32, 8>; @compute "
        "@workgroup_size(4) "
        f"fn main(@builtin(local_invocation_index) i: u32) {{ b[i] = i + 5; {between} b[4 + "
        f"i] = b[3 - i]; }}"
    )
    inputs = Inputs(buffers=(Buffer(0, bytes(32), (("uint", 8),)),))
    made = translate(Program("wgsl", "compute", text.encode(), inputs), language, version)
    found = [
        execute(read(text, "wgsl"), "compute", inputs),
        execute(read(made.source, language), "compute", made.inputs),
        interpret(compile_glsl(made)),
    ]
    return [one.data if isinstance(one, Buffers) else getattr(one, "kind", "") for one in found]


@pytest.mark.parametrize(("language", "version"), [("glsl", 460), ("essl", 310)])
def test_what_barriers_order_they_order_in_spirv(
    language: Literal["glsl", "essl"], version: int
) -> None:
    expected = (struct.pack("<8I", 5, 6, 7, 8, 8, 7, 6, 5),)
    for between in ("storageBarrier();", "storageBarrier(); workgroupBarrier();"):
        assert told_of(between, language, version) == [expected] * 3
    for between in ("workgroupBarrier();", ""):
        assert told_of(between, language, version) == ["race"] * 3
