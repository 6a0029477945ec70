"""Tint and ANGLE as links of chains: what they write gives the same on the driver behind them, and
buffers and uniforms are where they put them.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Final

import pytest
from helpers.newest import with_newest
from helpers.sampling import one_in
from helpers.smith_programs import defined_tests

from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.oracle import Verdict, judge
from aberration.core.outcome import Buffers, Image, Invalid, Outcome, Rejected, Translated
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.languages.shading.tree import LanguageName
from aberration.languages.spirv.validate import validate
from aberration.targets.pool import TargetPool

WGSL: Final = (
    "tint+swiftshader",
    "tint+lavapipe@newest",
    "tint+spirv-opt:-O+swiftshader",
    "tint+llvmpipe@newest",
    "tint+softpipe",
    "tint+spirv-cross+llvmpipe@newest",
    "tint@0.4.0+swiftshader",
    "tint@0.3.8+llvmpipe@newest",
)
DRIVEN: Final = {
    "tint+swiftshader": "dawn-swiftshader",
    "tint+spirv-opt:-O+swiftshader": "dawn-swiftshader",
    "tint+lavapipe@newest": "dawn-lavapipe@newest",
    "tint+llvmpipe@newest": "dawn-gl-llvmpipe@newest",
    "tint+spirv-cross+llvmpipe@newest": "dawn-gl-llvmpipe@newest",
    "angle+llvmpipe": "angle-gl-llvmpipe",
    "angle+llvmpipe@newest": "llvmpipe@newest",
}
"""Links with the compiler, or the driver, that is asked where the driver may be at fault: softpipe
is left out, for it has too many mistakes.
"""
SECONDS: Final = 20.0
ESSL: Final = ("angle+llvmpipe", "angle+llvmpipe@newest", "angle+softpipe")


def run(pool: TargetPool, identifier: str, program: Program) -> Outcome:
    return pool.run(with_newest(identifier), program, 60.0).outcome


def words(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


PLACES: Final = """
struct Inner { factor: u32, offset: vec3<u32>, }
struct Whole { count: atomic<u32>, cells: array<u32>, }
@group(1) @binding(9) var<storage, read_write> last: array<u32, 2>;
@group(0) @binding(7) var<storage, read_write> whole: Whole;
@group(0) @binding(3) var<uniform> inner: Inner;
@group(0) @binding(5) var<storage, read> given: array<vec2<u32>>;
@group(2) @binding(0) var<uniform> scale: vec4<u32>;
@compute @workgroup_size(4) fn run(@builtin(global_invocation_id) at: vec3<u32>) {
  whole.cells[at.x] = given[at.x].y * inner.factor + inner.offset.z + arrayLength(&given);
  atomicAdd(&whole.count, scale.w);
  if at.x == 0u { last[1] = scale.x + last[0]; }
}
"""
PLACED: Final = Inputs(
    (
        Uniform("inner", words(3, 0, 0, 0, 10, 20, 30), 3, 0),
        Uniform("scale", words(100, 0, 0, 7), 0, 2),
        Uniform("nowhere", words(1), 4, 3),
    ),
    (
        Buffer(9, words(1, 2), (("uint", 2),), 1),
        Buffer(5, words(*range(8)), (("uint", 8),), 0),
        Buffer(7, words(5, 0, 0, 0, 0), (("uint", 5),), 0),
    ),
)


@pytest.mark.parametrize("route", WGSL)
def test_each_buffer_goes_where_tint_puts_it(pool: TargetPool, route: str) -> None:
    outcome = run(pool, route, Program("wgsl", "compute", PLACES.encode(), PLACED, "places"))
    assert isinstance(outcome, Buffers), outcome
    cells = [(2 * at + 1) * 3 + 30 + 4 for at in range(4)]
    assert outcome.data == (words(1, 101), words(*range(8)), words(5 + 4 * 7, *cells))


NAMES: Final = b"""#version 300 es
precision highp float; precision highp int;
struct Lamp { int a; vec3 b; };
uniform vec2 shift; uniform Lamp lamps[2];
layout(std140) uniform Named { int k; };
layout(std140) uniform Whole { int k2; } whole;
layout(location = 0) out vec4 colour;
void main() {
  colour = vec4(shift.y, float(lamps[1].a), float(k), float(whole.k2)) / 255.0;
}
"""
NAMED: Final = Inputs(
    (
        Uniform("shift", struct.pack("<2f", 1.0, 9.0), UNBOUND),
        Uniform("lamps[1].a", words(8), UNBOUND),
        Uniform("k", words(7), UNBOUND),
        Uniform("Whole", words(6), UNBOUND),
    ),
    width=4,
    height=4,
)


@pytest.mark.parametrize("route", ESSL)
def test_each_uniform_has_the_name_that_angle_gives_it(pool: TargetPool, route: str) -> None:
    outcome = run(pool, route, Program("essl", "fragment", NAMES, NAMED, "names"))
    assert isinstance(outcome, Image), outcome
    assert outcome.data[:4] == bytes((9, 8, 7, 6))


def test_what_links_write_is_valid_and_of_the_language_that_they_say(pool: TargetPool) -> None:
    program = Program("wgsl", "compute", PLACES.encode(), PLACED, "places")
    for identifier, start in (
        ("tint", b"\x03\x02\x23\x07"),
        ("tint:essl", b"#version 320 es"),
        ("tint:essl310", b"#version 310 es"),
        ("tint@0.3.8", b"\x03\x02\x23\x07"),
    ):
        made = run(pool, identifier, program)
        assert isinstance(made, Translated), made
        assert made.program.source.startswith(start)
        assert made.program.language == with_newest(identifier).output
        if made.program.language == "spirv":
            assert validate(made.program.source) is None


WITHOUT_X: Final = b"@compute @workgroup_size(1) fn f() { x = 1; }"


def test_a_refusal_names_the_link(pool: TargetPool) -> None:
    for chain, program in (
        ("tint+swiftshader", Program("wgsl", "compute", WITHOUT_X)),
        ("angle+llvmpipe", Program("essl", "fragment", b"#version 300 es\nvoid main() { x = 1; }")),
    ):
        outcome = run(pool, chain, program)
        assert isinstance(outcome, Rejected), outcome
        assert outcome.stage == with_newest(chain).stages[0].name
        assert not outcome.unasked


def test_the_same_program_twice_is_translated_twice(pool: TargetPool) -> None:
    program = Program("wgsl", "compute", PLACES.encode(), PLACED, "places")
    first, second = (run(pool, "tint", program) for _ in range(2))
    assert isinstance(first, Translated)
    assert first == second


@cache
def drawn_in(language: LanguageName, count: int) -> tuple[TestCase, ...]:
    version, stage = (300, "fragment") if language == "essl" else (None, "")
    # Tint and ANGLE translate no textures.
    return tuple(defined_tests(language, count, version, stage, has_textures=False))


def check_programs(pool: TargetPool, route: str, count: int) -> None:
    language: LanguageName = "essl" if route in ESSL else "wgsl"
    ran = 0
    for case in drawn_in(language, count):
        verdict = verdict_on(pool, route, case)
        name = case.programs["program"].name
        # A driver may take its time: smith 49 is ten seconds of work.
        slow = verdict.signature == f"timeout {with_newest(route).stages[-1].name}"
        if verdict.kind not in ("pass", "none") and not slow:
            # What the driver does with the same compiler in front, or alone, is its own.
            assert verdict_on(pool, DRIVEN[route], case).kind == verdict.kind, (name, verdict)
        ran += verdict.kind == "pass"
    # The others state a limit, as spirv-cross does of layouts.
    assert ran >= count * 3 // 4


def verdict_on(pool: TargetPool, identifier: str, case: TestCase) -> Verdict:
    outcome = pool.run(with_newest(identifier), case.programs["program"], SECONDS).outcome
    assert not isinstance(outcome, Invalid), outcome
    return judge(case.oracle, {identifier: {"program": outcome}})[identifier]


@pytest.mark.parametrize("route", one_in(3, DRIVEN))
def test_some_programs_of_smith_give_the_same_behind_each_link(
    pool: TargetPool, route: str
) -> None:
    check_programs(pool, route, 4)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("route", DRIVEN)
def test_a_hundred_programs_of_smith_give_the_same_behind_each_link(
    pool: TargetPool, route: str
) -> None:
    check_programs(pool, route, 100)
