"""What a shader in GLSL or ESSL sees, and what comes back, on the OpenGL drivers."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from helpers.opengl_runs import (
    DIALECTS,
    DRIVERS,
    SMALL,
    buffer,
    compute,
    dialects,
    drawn,
    drivers,
    first_pixel,
    floats,
    fragment,
    free,
    run,
    words,
)

from aberration.core.comparison import pixels
from aberration.core.inputs import Inputs, Uniform
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.targets.front_end import compile_glsl
from aberration.targets.pool import TargetPool


@drivers
@dialects
def test_rows_come_in_the_order_of_the_coordinate(
    pool: TargetPool, driver: str, dialect: str
) -> None:
    values = pixels(
        drawn(
            pool,
            driver,
            fragment("colour = vec4(floor(gl_FragCoord.xy) / 255.0, 0.0, 1.0);", "", dialect),
        )
    )
    assert values.shape == (4, 8, 4)
    assert np.array_equal(values[..., 0], np.tile(np.arange(8), (4, 1)))
    assert np.array_equal(values[..., 1], np.tile(np.arange(4)[:, None], (1, 8)))


ASYMMETRIC = """#version 450
layout(location = 0) out vec4 colour;
void main() {
  float turn = gl_FrontFacing ? 40.0 : 80.0;
  float slope = dFdy(gl_FragCoord.y * 3.0) + dFdx(gl_FragCoord.x * 5.0) * 8.0;
  float place = gl_FragCoord.x * 2.0 + gl_FragCoord.y * 16.0;
  colour = vec4(place, turn + gl_FragCoord.z * 9.0, slope, gl_FragCoord.w) / 255.0;
}
"""


@pytest.mark.parametrize("driver", ["llvmpipe", "llvmpipe-nopt", "zink-lavapipe", "swiftshader"])
def test_place_depth_facing_and_slopes_are_those_of_vulkan(pool: TargetPool, driver: str) -> None:
    text = Program("glsl", "fragment", ASYMMETRIC.encode(), SMALL)
    wanted = drawn(pool, "lavapipe", compile_glsl(text))
    assert drawn(pool, driver, compile_glsl(text) if driver == "swiftshader" else text) == wanted


def test_softpipe_draws_that_as_well(pool: TargetPool) -> None:
    old = ASYMMETRIC.replace("450", "330").encode()
    wanted = drawn(
        pool, "lavapipe", compile_glsl(Program("glsl", "fragment", ASYMMETRIC.encode(), SMALL))
    )
    assert drawn(pool, "softpipe", Program("glsl", "fragment", old, SMALL)) == wanted


@drivers
def test_discarded_pixels_are_transparent_black(pool: TargetPool, driver: str) -> None:
    drawn(pool, driver, fragment("colour = vec4(1.0);"))
    image = drawn(pool, driver, fragment("if (gl_FragCoord.x < 1.0) discard; colour = vec4(1.0);"))
    assert first_pixel(image) == (0, 0, 0, 0)
    assert tuple(image.data[4:8]) == (255, 255, 255, 255)


@drivers
def test_sizes_and_languages_change_from_test_to_test(pool: TargetPool, driver: str) -> None:
    for width, height in ((1, 1), (300, 7), (1, 1)):
        for dialect in DIALECTS:
            sized = msgspec.structs.replace(
                fragment("colour = vec4(1.0);", "", dialect),
                inputs=Inputs(width=width, height=height),
            )
            assert drawn(pool, driver, sized).data == b"\xff" * (4 * width * height)


LOOSE = """
struct Lamp { int a; vec3 b; };
uniform int one; uniform uvec3 three; uniform bvec2 flags; uniform float row[3];
uniform mat2 square;
uniform mat3x2 wide;
uniform Lamp lamps[2]; uniform float unused;
"""
LOOSE_SHOWN = """
float sum = row[0] + 2.0 * row[2] + square[1][0] + 4.0 * wide[2][1];
float lit = float(lamps[1].a) + lamps[1].b.z;
colour = vec4(float(one) + float(three.z), sum, lit, flags.x || !flags.y ? 1.0 : 9.0) / 255.0;
"""
ROW = floats(1, 0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 0)
SQUARE = floats(9, 9, 0, 0, 5, 9, 0, 0)
WIDE = floats(9, 9, 0, 0, 9, 9, 0, 0, 9, 6)


@drivers
@pytest.mark.parametrize("dialect", ["330", "300 es"])
def test_uniforms_outside_of_blocks_are_set_by_name(
    pool: TargetPool, driver: str, dialect: str
) -> None:
    uniforms = (
        free("one", words(7)),
        free("three", words(9, 9, 3)),
        free("flags", words(0, 1)),
        free("row", ROW),
        free("square", SQUARE),
        free("wide", WIDE),
        free("lamps[1].a", words(20)),
        free("lamps[1].b", floats(9, 9, 1)),
        free("unused", floats(3)),
        free("nowhere", floats(4)),
    )
    image = drawn(pool, driver, fragment(LOOSE_SHOWN, LOOSE, dialect, *uniforms))
    assert first_pixel(image) == (10, 1 + 4 + 5 + 24, 21, 9)
    nothing = drawn(pool, driver, fragment(LOOSE_SHOWN, LOOSE, dialect))
    assert first_pixel(nothing) == (0, 0, 0, 1)


NAMED = (
    "layout(std140) uniform First { int a; int b; }; layout(std140) uniform Second { int c; "
    "} second; uniform int free;"
)
NAMED_SHOWN = "colour = vec4(float(a), float(b), float(second.c), float(free)) / 255.0;"


@drivers
@pytest.mark.parametrize("dialect", ["330", "300 es"])
def test_blocks_without_bindings_are_found_by_name(
    pool: TargetPool, driver: str, dialect: str
) -> None:
    by_member = [
        free(name, words(value)) for name, value in (("a", 3), ("b", 4), ("c", 5), ("free", 6))
    ]
    assert first_pixel(drawn(pool, driver, fragment(NAMED_SHOWN, NAMED, dialect, *by_member))) == (
        3,
        4,
        5,
        6,
    )
    by_block = [free("First", words(3, 4)), free("Second", words(5)), free("free", words(6))]
    assert first_pixel(drawn(pool, driver, fragment(NAMED_SHOWN, NAMED, dialect, *by_block))) == (
        3,
        4,
        5,
        6,
    )
    bound = [msgspec.structs.replace(one, binding=0) for one in by_member]
    assert first_pixel(drawn(pool, driver, fragment(NAMED_SHOWN, NAMED, dialect, *bound))) == (
        3,
        4,
        5,
        6,
    )


PLACED = """
layout(std140, binding = 3) uniform First { int a; };
layout(std140, binding = 0) uniform Second { int b; };
uniform int free;
"""


@drivers
def test_blocks_with_bindings_are_found_by_them(pool: TargetPool, driver: str) -> None:
    uniforms = (
        Uniform("b", words(3), 3),
        Uniform("x", words(4), 0),
        free("free", words(5)),
        free("gone", words(6)),
    )
    program = fragment(
        "colour = vec4(float(a), float(b), float(free), 1.0) / 255.0;", PLACED, "310 es", *uniforms
    )
    assert first_pixel(drawn(pool, driver, program)) == (3, 4, 5, 1)


@drivers
def test_the_bytes_behind_a_short_block_are_zero(pool: TargetPool, driver: str) -> None:
    program = fragment(
        "colour = vec4(float(a[0].x + a[63].w), 0.0, 0.0, 1.0) / 255.0;",
        "layout(std140) uniform A { ivec4 a[64]; };",
        "330",
        free("a", words(5)),
    )
    assert first_pixel(drawn(pool, driver, program)) == (5, 0, 0, 1)


COUNTERS = "layout(std430, binding = 2) buffer C { uint total; uint data[]; };"
COMPUTING = [
    ("llvmpipe", "430"),
    ("llvmpipe", "310 es"),
    ("llvmpipe-nopt", "430"),
    ("zink-lavapipe", "430"),
]
COMPUTING += [("zink-lavapipe", "310 es"), ("softpipe", "310 es")]
computing = pytest.mark.parametrize(("driver", "dialect"), COMPUTING)


@computing
def test_storage_is_filled_anew_for_each_run(pool: TargetPool, driver: str, dialect: str) -> None:
    inputs = Inputs(buffers=(buffer(2, 100, 1, 2, 3, 4, 5, 6, 7, 8),), groups=(2, 1, 1))
    body = "atomicAdd(total, data[i]); data[i] = data[i] * data[i] + uint(data.length());"
    program = compute(body, COUNTERS, inputs, dialect)
    expected = Buffers((words(136, *(n * n + 8 for n in range(1, 9))),), ((("uint", 9),),))
    assert run(pool, driver, program) == expected
    assert run(pool, driver, program) == expected


@computing
def test_buffers_that_the_shader_does_not_know_come_back(
    pool: TargetPool, driver: str, dialect: str
) -> None:
    inputs = Inputs((free("k", words(3)),), (buffer(3, 1, 2), buffer(2, 0, 0, 0, 0, 0)))
    outcome = run(
        pool, driver, compute("data[i] = i * k;", f"{COUNTERS} uniform uint k;", inputs, dialect)
    )
    assert isinstance(outcome, Buffers)
    assert outcome.data == (words(1, 2), words(0, 0, 3, 6, 9))


@computing
def test_workgroups_share_memory(pool: TargetPool, driver: str, dialect: str) -> None:
    inputs = Inputs(buffers=(buffer(2, *([0] * 9)),), groups=(2, 1, 1))
    body = (
        "near[gl_LocalInvocationID.x] = i; barrier(); data[i] = near[3u - gl_LocalInvocationID.x];"
    )
    outcome = run(pool, driver, compute(body, f"{COUNTERS} shared uint near[4];", inputs, dialect))
    assert isinstance(outcome, Buffers)
    assert outcome.data == (words(0, 3, 2, 1, 0, 7, 6, 5, 4),)


@pytest.mark.parametrize("driver", [f"{name}:rgba32f" for name in DRIVERS])
@pytest.mark.parametrize("dialect", ["330", "300 es"])
def test_float_images_keep_all_bits(pool: TargetPool, driver: str, dialect: str) -> None:
    image = drawn(pool, driver, fragment("colour = vec4(-2.5, 1e30, 0.1, 3.0);", "", dialect))
    assert image.format == "rgba32f"
    assert image.data == floats(-2.5, 1e30, 0.1, 3.0) * 32
