"""Translators as links of chains: every route gives the same, and names and places survive it."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path

import msgspec
import pytest
from helpers.corpus import has_subgroups, sources
from helpers.here import named
from helpers.sampling import one_in

from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.outcome import (
    Buffers,
    Crash,
    Image,
    Invalid,
    Outcome,
    Rejected,
    Timeout,
    Translated,
)
from aberration.core.program import Program, load_program, shading_language
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.languages.spirv.validate import validate
from aberration.targets import vulkan
from aberration.targets.pool import TargetPool
from aberration.targets.runners.spirv.blocks import read_blocks
from aberration.targets.runners.spirv.front_end import translated_shader

ROUTES = (
    "llvmpipe",
    "zink-lavapipe",
    "glslang+lavapipe",
    "glslang@12.0.0+swiftshader",
    "glslang+spirv-opt:-O+spirv-cross:450+llvmpipe",
    "glslang+spirv-cross:310es+llvmpipe-nopt",
    "glslang+spirv-opt:-O+spirv-cross+softpipe",
    "glslang+spirv-opt@2025.5:-Os+spirv-cross+zink-lavapipe",
)


@cache
def target(identifier: str) -> Target:
    return named(identifier)


def run(pool: TargetPool, identifier: str, program: Program, seconds: float = 60.0) -> Outcome:
    return pool.run(target(identifier), program, seconds).outcome


def shader(stage: str, text: str, inputs: Inputs) -> Program:
    source = text.encode()
    return msgspec.convert(
        {"language": shading_language(source), "stage": stage, "source": source, "inputs": inputs},
        Program,
    )


def free(name: str, data: bytes) -> Uniform:
    return Uniform(name, data, UNBOUND)


def floats(*values: float) -> bytes:
    return struct.pack(f"<{len(values)}f", *values)


def words(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


SPREAD = floats(0.25, 0, 0, 0, 0.5, 0, 0, 0, 0.125, 0, 0, 0)
SQUARE = floats(1, 2, 0, 0, 0.5, 4, 0, 0)
DRAWING = """#version 330
uniform vec2 shift; uniform float spread[3]; uniform mat2 square; uniform bool flag;
struct Lamp { int a; vec3 b; };
uniform Lamp lamp;
uniform Named { int k; vec2 pair; }; uniform Whole { int k2; } whole;
layout(location = 0) out vec4 colour;
void main() {
  vec2 p = floor(gl_FragCoord.xy) * spread[1] + shift;
  float x = dot(p, square[1]) * spread[2] + (flag ? 0.25 : float(lamp.a)) + lamp.b.z;
  colour = vec4(fract(x), fract(p * 0.25 + pair), float(k + whole.k2) * 0.0625);
}
"""
DRAWN = Inputs(
    (
        free("shift", floats(0.5, 1.5)),
        free("spread", SPREAD),
        free("square", SQUARE),
        free("flag", words(0)),
        free("lamp.a", words(2)),
        free("lamp.b", floats(9, 9, 0.375)),
        free("k", words(3)),
        free("pair", floats(0.125, 0.25)),
        free("Whole", words(4)),
    ),
    width=32,
    height=16,
)
INTEGERS = """#version 310 es
precision highp float; precision highp int;
layout(binding = 2) uniform Seeds { uint seed; int steps; };
layout(location = 0) out vec4 colour;
void main() {
  uint n = seed ^ (uint(gl_FragCoord.x) * 2654435761u) ^ (uint(gl_FragCoord.y) << 7);
  for (int i = 0; i < steps; i++) { n = (n << 3 | n >> 29) + n / 7u; }
  colour = vec4(float(n & 255u), float((n >> 8) & 255u), float((n >> 16) & 255u), 255.0) / 255.0;
}
"""
COUNTED = Inputs((Uniform("anything", words(77, 12), 2),), width=24, height=8)
DISPATCHED = """#version 310 es
layout(local_size_x = 8) in;
layout(std430, binding = 1) buffer Cells { uint total; uint cells[]; };
layout(std430, binding = 3) readonly buffer Given { int given[]; };
uniform uint factor;
shared uint near[8];
void main() {
  uint i = gl_GlobalInvocationID.x;
  near[gl_LocalInvocationID.x] = uint(given[i]) * factor;
  barrier();
  cells[i] = near[7u - gl_LocalInvocationID.x] + cells[i];
  atomicAdd(total, cells[i]);
}
"""
CELLS = Inputs(
    (free("factor", words(5)),),
    (
        Buffer(3, struct.pack("<16i", *range(-8, 8)), (("int", 16),)),
        Buffer(1, words(1, *range(100, 116)), (("uint", 17),)),
    ),
    groups=(2, 1, 1),
)


@cache
def reference(pool: TargetPool, program: Program) -> Outcome:
    return run(pool, "glslang+lavapipe", program)


@pytest.mark.parametrize("route", one_in(3, ROUTES))
def test_an_image_with_uniforms_of_all_kinds_is_the_same_on_every_route(
    pool: TargetPool, route: str
) -> None:
    program = shader("fragment", DRAWING, DRAWN)
    wanted = reference(pool, program)
    assert isinstance(wanted, Image)
    assert len(set(wanted.data)) > 8
    assert run(pool, route, program) == wanted


@pytest.mark.parametrize(
    "route", [*ROUTES, "softpipe", "shaderc:-O+lavapipe", "shaderc+swiftshader"]
)
def test_an_integer_image_is_the_same_on_every_route(pool: TargetPool, route: str) -> None:
    program = shader("fragment", INTEGERS, COUNTED)
    wanted = reference(pool, program)
    assert isinstance(wanted, Image)
    assert len(set(wanted.data)) > 100
    assert run(pool, route, program) == wanted


@pytest.mark.parametrize("route", one_in(3, [*ROUTES, "softpipe"]))
def test_storage_buffers_are_the_same_on_every_route(pool: TargetPool, route: str) -> None:
    program = shader("compute", DISPATCHED, CELLS)
    given = range(-8, 8)
    mixed = [given[at - at % 8 + 7 - at % 8] * 5 % (1 << 32) for at in range(16)]
    cells = [(mixed[at] + 100 + at) % (1 << 32) for at in range(16)]
    total = (1 + sum(cells)) % (1 << 32)
    assert run(pool, route, program) == Buffers(
        (struct.pack("<16i", *given), words(total, *cells)), ((("int", 16),), (("uint", 17),))
    )


VULKAN = """#version 450
layout(set = 1, binding = 0) uniform A { int a; };
layout(set = 0, binding = 0) uniform B { int b; } inner;
layout(push_constant) uniform P { int unused; int p; };
layout(location = 0) out vec4 colour;
void main() { colour = vec4(float(a), float(inner.b), float(p), 255.0) / 255.0; }
"""
PLACED = Inputs(
    (
        Uniform("x", words(7), 0, 1),
        Uniform("y", words(8), 0, 0),
        Uniform("z", words(9), push_constant=True, offset=4),
    ),
    width=8,
    height=4,
)


@pytest.mark.parametrize(
    "route", [*(route for route in ROUTES if "+" in route), "shaderc:-Os+spirv-cross+llvmpipe"]
)
def test_sets_and_push_constants_reach_drivers_that_have_none(pool: TargetPool, route: str) -> None:
    outcome = run(pool, route, shader("fragment", VULKAN, PLACED))
    assert isinstance(outcome, Image), outcome
    assert outcome.data[:4] == bytes((7, 8, 9, 255))


def test_names_and_places_survive_the_chain(pool: TargetPool) -> None:
    outcome = run(pool, "glslang+spirv-opt:-O", shader("fragment", DRAWING, DRAWN))
    assert isinstance(outcome, Translated)
    assert validate(outcome.program.source) is None
    blocks = {block.name: block for block in read_blocks(outcome.program.source)}
    assert set(blocks) == {"gl_DefaultUniformBlock", "Named", "Whole"}
    uniforms = {uniform.name: uniform for uniform in outcome.program.inputs.uniforms}
    assert set(uniforms) == {uniform.name for uniform in DRAWN.uniforms}
    assert uniforms["k"].place == uniforms["pair"].place == blocks["Named"].place
    assert (uniforms["k"].offset, uniforms["pair"].offset) == (0, 8)
    assert uniforms["lamp.b"].place == blocks["gl_DefaultUniformBlock"].place
    assert uniforms["Whole"].place == blocks["Whole"].place
    text = run(pool, "glslang+spirv-cross:450", shader("fragment", DRAWING, DRAWN))
    assert isinstance(text, Translated)
    assert text.program.language == "glsl"
    assert text.program.inputs == outcome.program.inputs
    for name in ("shift", "spread", "square", "lamp", "Named", "pair", "Whole", "k2"):
        assert name.encode() in text.program.source


def test_what_is_written_is_of_the_language_that_is_announced(pool: TargetPool) -> None:
    program = shader("fragment", INTEGERS, COUNTED)
    for chain, first in (
        ("spirv-cross:310es", b"#version 310 es"),
        ("spirv-cross:330", b"#version 330"),
    ):
        made = run(pool, f"glslang+{chain}", program)
        assert isinstance(made, Translated)
        assert made.program.source.startswith(first)
        assert made.program.language == target(chain).output


def test_a_refusal_names_the_link(pool: TargetPool) -> None:
    program = shader("fragment", "#version 450\nvoid main() { x = 1; }", Inputs())
    outcome = run(pool, "glslang+spirv-cross+softpipe", program)
    assert isinstance(outcome, Rejected)
    assert outcome.stage == "glslang"
    assert "'x' : undeclared identifier" in outcome.message
    late = run(pool, "glslang+spirv-cross:450+softpipe", shader("fragment", INTEGERS, COUNTED))
    assert isinstance(late, Rejected)
    assert late.stage == "softpipe"
    assert "GLSL 4.50 is not supported" in late.message


def test_one_binding_for_two_kinds_of_block_is_no_verdict(pool: TargetPool) -> None:
    text = DISPATCHED.replace(
        "uniform uint factor;", "layout(std140, binding = 3) uniform F { uint factor; };"
    )
    program = shader("compute", text, CELLS)
    outcome = run(pool, "glslang+lavapipe", program)
    assert isinstance(outcome, Rejected)
    assert outcome.unasked
    assert "binding 3 is that of a uniform block and of a storage block" in outcome.message


def test_what_a_front_end_would_change_is_no_verdict(pool: TargetPool) -> None:
    valued = DRAWING.replace("uniform vec2 shift;", "uniform vec2 shift = vec2(1.0);")
    outcome = run(pool, "glslang+lavapipe", shader("fragment", valued, DRAWN))
    assert isinstance(outcome, Rejected)
    assert outcome.unasked
    assert "a uniform with an initial value" in outcome.message
    unbound = DISPATCHED.replace("layout(std430, binding = 3)", "layout(std430)")
    for chain in ("glslang+lavapipe", "glslang@12.0.0+lavapipe"):
        outcome = run(pool, chain, shader("compute", unbound, CELLS))
        assert isinstance(outcome, Rejected)
        assert outcome.unasked
        assert "a storage block without a binding" in outcome.message


MIXED = """#version 310 es
precision highp float;
layout(std140, binding = 0) uniform Stated { float s; };
uniform Unstated { float u; };
layout(location = 0) out vec4 colour;
void main() { colour = vec4(s, u, 0.0, 255.0) / 255.0; }
"""


@pytest.mark.parametrize("route", ["llvmpipe", "softpipe", *ROUTES[2:]])
def test_a_block_without_a_binding_is_not_the_one_at_binding_0(
    pool: TargetPool, route: str
) -> None:
    inputs = Inputs((Uniform("x", floats(7), 0), free("u", floats(9))), width=4, height=4)
    outcome = run(pool, route, shader("fragment", MIXED, inputs))
    assert isinstance(outcome, Image), outcome
    assert outcome.data[:4] == bytes((7, 9, 0, 255))


def test_an_invalid_module_of_a_front_end_is_told_from_a_refusal() -> None:
    program = shader("fragment", INTEGERS, COUNTED)
    outcome = translated_shader(program, bytes(64))
    assert isinstance(outcome, Invalid)
    assert outcome.program.source == bytes(64)


def test_spirv_cross_never_sees_an_invalid_module(pool: TargetPool) -> None:
    for source in (b"", bytes(64), b"\x03\x02\x23\x07" + bytes(60)):
        outcome = run(pool, "spirv-cross+llvmpipe", Program("spirv", "fragment", source))
        assert isinstance(outcome, Rejected)
        assert outcome.unasked


WAYS = {
    "crash": ("kill -SEGV $$", Crash),
    "assertion": (
        "echo \"tool: a.cpp:7: void f(): Assertion 'x' failed.\" >&2; kill -ABRT $$",
        Crash,
    ),
    "refusal": ("echo no >&2; exit 1", Rejected),
    "memory": ("echo std::bad_alloc >&2; exit 1", Crash),
    "nothing": ("exit 0", Crash),
    "hang": ("exec sleep 100", Timeout),
    "noise": ("head -c 64 /dev/zero >out.spv", Invalid),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("tool", ["front_end", "spirv_cross"])
def test_a_translator_that_goes_wrong_is_named(
    pool: TargetPool, tmp_path: Path, tool: str, way: str
) -> None:
    script, kind = WAYS[way]
    path = tmp_path / "tool"
    path.write_text(f'#!/bin/sh\ncase "$1" in --*ion) exit 0;; esac\n{script}\n')
    path.chmod(0o755)
    options = (("path", str(path)), ("tool", "glslang"), ("version", "450"))
    end = target("lavapipe" if tool == "front_end" else "llvmpipe").stages[-1]
    chain = Target(
        "t", "executes", ("glsl",), (Stage("broken", WorkerSpec(tool, options, memory=2048)), end)
    )
    program = shader("fragment", INTEGERS, COUNTED)
    if tool == "spirv_cross":
        made = run(pool, "glslang+spirv-opt:-O", program)
        assert isinstance(made, Translated)
        program = made.program
        kind = Crash if way == "noise" else kind
    outcome = pool.run(chain, program, 1.0).outcome
    assert isinstance(outcome, kind), outcome
    assert isinstance(outcome, Crash | Rejected | Timeout | Invalid)
    assert outcome.stage == "broken"
    if way in ("memory", "assertion"):
        assert isinstance(outcome, Crash)
        assert outcome.cause == way


INEXACT = ("sine_waves",)
"""SwiftShader's sine is another one: within a step of the others, in 440 of 65536 pixels."""
FEW = ("gcd_grid", "discard_lattice", "collatz", "volume_stencil")
CORPUS = [path for path in (*sources("references"), *sources("compute")) if not has_subgroups(path)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [path for path in CORPUS if path.stem not in INEXACT], ids=lambda path: path.stem
)
def test_the_corpus_is_the_same_on_every_route(pool: TargetPool, path: Path) -> None:
    check_routes(pool, path)


@pytest.mark.parametrize(
    "path", [path for path in CORPUS if path.stem in FEW], ids=lambda path: path.stem
)
def test_some_of_the_corpus_is_the_same_on_every_route(pool: TargetPool, path: Path) -> None:
    check_routes(pool, path)


def check_routes(pool: TargetPool, path: Path) -> None:
    program = load_program(path)
    wanted = reference(pool, program)
    assert isinstance(wanted, Image | Buffers)
    for route in ROUTES:
        found = run(pool, route, program) if "+" in route else wanted
        # Softpipe has ESSL alone with these.
        essl = "310es" in route or "softpipe" in route
        if program.inputs.storage_images and essl:
            assert isinstance(found, Rejected), route
            assert (found.message, found.unasked) == (
                "storage images in a version without them",
                True,
            )
        else:
            assert found == wanted, route


def test_the_vulkan_targets_are_still_there() -> None:
    assert {"lavapipe", "swiftshader"} <= {
        known.id for known in vulkan.providers() if known.available
    }
