"""What a shader in GLSL or ESSL sees, and what comes back, on the OpenGL drivers."""

from __future__ import annotations

import struct
from contextlib import closing

import msgspec
import numpy as np
import pytest
from helpers.conformance import check_survives

from aberration.core.comparison import pixels
from aberration.core.errors import BadInput, TargetUnavailable
from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers, Crash, Image, Outcome, Rejected, Timeout
from aberration.core.program import Program, shading_language
from aberration.core.target import Target
from aberration.targets import vulkan
from aberration.targets.front_end import compile_glsl
from aberration.targets.opengl import providers
from aberration.targets.pool import TargetPool
from aberration.targets.worker import Worker

TARGETS = {target.id: target for target in (*providers(), *vulkan.providers())}
DRIVERS = ("llvmpipe", "llvmpipe-nopt", "softpipe", "zink-lavapipe")
DIALECTS = {
    "330": "#version 330\nout vec4 colour;\n",
    "300 es": "#version 300 es\nprecision highp float;\nprecision highp int;\nout vec4 colour;\n",
    "310 es": "#version 310 es\nprecision highp float;\nout vec4 colour;\n",
    "100": "precision highp float;\n#define colour gl_FragColor\n",
    "330 compatibility": "#version 330 compatibility\n#define colour gl_FragColor\n",
}
COMPUTE = {"430": "#version 430\n", "310 es": "#version 310 es\n"}
drivers = pytest.mark.parametrize("driver", DRIVERS)
dialects = pytest.mark.parametrize("dialect", DIALECTS)
SMALL = Inputs(width=8, height=4)


def fragment(
    body: str, declarations: str = "", dialect: str = "330", *uniforms: Uniform
) -> Program:
    source = f"{DIALECTS[dialect]}{declarations}\nvoid main() {{ {body} }}".encode()
    return Program(
        shading_language(source), "fragment", source, Inputs(uniforms, width=8, height=4)
    )


def compute(body: str, declarations: str, inputs: Inputs, dialect: str = "430") -> Program:
    text = (
        f"layout(local_size_x = 4) in;\n{declarations}\n"
        f"void main() {{ uint i = gl_GlobalInvocationID.x; {body} }}"
    )
    source = f"{COMPUTE[dialect]}{text}".encode()
    return Program(shading_language(source), "compute", source, inputs)


def run(pool: TargetPool, driver: str, program: Program, seconds: float = 30.0) -> Outcome:
    return pool.run(TARGETS[driver], program, seconds).outcome


def drawn(pool: TargetPool, driver: str, program: Program) -> Image:
    outcome = run(pool, driver, program)
    assert isinstance(outcome, Image), outcome
    return outcome


def first_pixel(image: Image) -> tuple[int, ...]:
    return tuple(image.data[:4])


def free(name: str, data: bytes) -> Uniform:
    return Uniform(name, data, UNBOUND)


def words(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def floats(*values: float) -> bytes:
    return struct.pack(f"<{len(values)}f", *values)


def buffer(binding: int, *values: int) -> Buffer:
    return Buffer(binding, words(*values), (("uint", len(values)),))


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


REFUSED = {
    "a sampler": fragment("colour = texture(s, vec2(0.5));", "uniform sampler2D s;"),
    "an input": fragment("colour = vec4(v, 0.0, 1.0);", "in vec2 v;"),
    "an integer input": fragment("colour = vec4(float(v));", "flat in int v;"),
    "an input of ESSL": fragment("colour = vec4(v, 0.0, 1.0);", "in vec2 v;", "300 es"),
    "a turned coordinate": fragment(
        "colour = gl_FragCoord;", "layout(origin_upper_left) in vec4 gl_FragCoord;"
    ),
    "no colour": Program(
        "glsl", "fragment", b"#version 330\nvoid main() { if (gl_FragCoord.x > 3.0) discard; }"
    ),
    "no colour but a depth": Program(
        "glsl", "fragment", b"#version 330\nvoid main() { gl_FragDepth = 0.5; }"
    ),
    "no colour in ESSL": Program("essl", "fragment", b"#version 300 es\nvoid main() { }"),
    "a colour elsewhere": Program(
        "glsl",
        "fragment",
        b"#version 330\nlayout(location = 1) out vec4 c; void main() { c = vec4(1.0); }",
    ),
    "no such name": fragment("colour = vec4(missing);"),
    "a descriptor set": fragment("colour = vec4(a);", "layout(set = 0) uniform B { float a; };"),
    "no main": Program("glsl", "fragment", b"#version 330\nfloat f() { return 1.0; }"),
    "nothing": Program("glsl", "fragment", b""),
    "nothing in ESSL": Program("essl", "fragment", b""),
    "noise": Program("glsl", "fragment", b"#version 330\n\0\xff\xfe{{"),
    "a version that nobody has": Program("glsl", "fragment", b"#version 990\nvoid main() {}"),
}


@drivers
@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_run_is_rejected_and_never_an_image(
    pool: TargetPool, driver: str, what: str
) -> None:
    outcome = run(pool, driver, REFUSED[what])
    assert isinstance(outcome, Rejected), outcome
    assert outcome.message
    assert first_pixel(drawn(pool, driver, fragment("colour = vec4(1.0);"))) == (255, 255, 255, 255)


def test_what_we_refuse_ourselves_is_told_from_what_the_driver_refuses(pool: TargetPool) -> None:
    ours = {"no colour", "no colour but a depth", "no colour in ESSL", "a colour elsewhere"}
    ours |= {"a sampler", "an input", "an integer input", "a turned coordinate"}
    for what, program in REFUSED.items():
        outcome = run(pool, "llvmpipe", program)
        assert isinstance(outcome, Rejected)
        assert outcome.unasked == (what in ours), what


@drivers
@pytest.mark.parametrize("name", ["gl_FragColor", "gl_FragData[0]"])
def test_the_old_names_of_the_colour_are_seen(pool: TargetPool, driver: str, name: str) -> None:
    text = f"precision highp float;\nvoid main() {{ {name} = vec4(1.0, 0.0, 1.0, 1.0); }}"
    image = drawn(pool, driver, Program("essl", "fragment", text.encode(), SMALL))
    assert first_pixel(image) == (255, 0, 255, 255)


def test_a_program_in_another_language_is_bad_input(pool: TargetPool) -> None:
    with pytest.raises(BadInput, match="expected GLSL or ESSL, but a wgsl program came"):
        run(pool, "llvmpipe", Program("wgsl", "fragment", b""))


def test_a_storage_binding_beyond_the_drivers_is_rejected(pool: TargetPool) -> None:
    program = msgspec.structs.replace(
        fragment("colour = vec4(1.0);"), inputs=Inputs(buffers=(buffer(4000, 1),))
    )
    outcome = run(pool, "softpipe", program)
    assert isinstance(outcome, Rejected)
    assert outcome.unasked


COUNT = """
uint n = 0u;
for (int i = 0; i < 40000; i++) { n += uint(step_by); }
for (int i = 0; i < 40000; i++) { n += uint(step_by); }
colour = vec4(float(n & 255u), float((n >> 8) & 255u), float((n >> 16) & 255u), 255.0) / 255.0;
"""


def counted(pool: TargetPool, driver: str) -> int:
    program = fragment(COUNT, "uniform int step_by;", "330", free("step_by", words(1)))
    image = drawn(
        pool,
        driver,
        msgspec.structs.replace(program, inputs=Inputs(program.inputs.uniforms, width=1, height=1)),
    )
    return int.from_bytes(image.data[:3], "little")


@pytest.mark.parametrize("driver", ["llvmpipe", "llvmpipe-nopt", "zink-lavapipe"])
def test_llvmpipe_leaves_its_loops_after_65535_rounds(pool: TargetPool, driver: str) -> None:
    """A trap for whoever compares: see docs/targets.md."""
    assert 65000 < counted(pool, driver) < 65540


def test_softpipe_runs_its_loops_to_the_end(pool: TargetPool) -> None:
    assert counted(pool, "softpipe") == 80000


@drivers
def test_new_contexts_give_the_same(driver: str) -> None:
    worker = TARGETS[driver].stages[0].worker
    renewing = msgspec.structs.replace(worker, options=(*worker.options, ("renew", "1")))
    body = "colour = vec4(floor(gl_FragCoord.xy) * shade / 255.0, 0.0, 1.0);"
    programs = [
        fragment(body, "uniform float shade;", dialect, free("shade", floats(3)))
        for dialect in DIALECTS
    ] * 2
    with closing(Worker(renewing)) as opened:
        images = [opened.run(program, 30.0).outcome for program in programs]
    assert len(images) == 2 * len(DIALECTS)
    assert isinstance(images[0], Image)
    assert len(set(images[0].data)) > 8
    assert images == [images[0]] * len(images)


ENDLESS = fragment(
    "float x = 0.5; while (x < 1.0) { x = x * keep; } colour = vec4(x);", "uniform float keep;"
)


def test_a_shader_without_an_end_is_a_timeout(pool: TargetPool) -> None:
    endless = msgspec.structs.replace(
        ENDLESS, inputs=Inputs((free("keep", floats(0.5)),), width=1, height=1)
    )
    assert isinstance(run(pool, "softpipe", endless, 2.0), Timeout)
    assert first_pixel(drawn(pool, "softpipe", fragment("colour = vec4(1.0);"))) == (
        255,
        255,
        255,
        255,
    )


def limited(target: Target, memory: int) -> Target:
    stage = target.stages[0]
    worker = msgspec.structs.replace(stage.worker, memory=memory)
    return msgspec.structs.replace(target, stages=(msgspec.structs.replace(stage, worker=worker),))


@drivers
def test_no_memory_is_a_crash_for_want_of_it(pool: TargetPool, driver: str) -> None:
    target = limited(TARGETS[f"{driver}:rgba32f"], 1200)
    assert isinstance(pool.run(target, fragment("colour = vec4(1.0);")).outcome, Image)
    large = msgspec.structs.replace(
        fragment("colour = vec4(1.0);"), inputs=Inputs(width=4096, height=4096)
    )
    outcome = pool.run(target, large).outcome
    assert isinstance(outcome, Crash), outcome
    assert outcome.cause == "memory", outcome
    assert isinstance(pool.run(target, fragment("colour = vec4(1.0);")).outcome, Image)


HOG = msgspec.structs.replace(
    fragment("colour = vec4(1.0);"), inputs=Inputs(width=4096, height=4096)
)


@drivers
def test_survives_what_drivers_do(driver: str) -> None:
    with TargetPool(limit=1) as own:
        check_survives(own, TARGETS[driver], HOG, 2)


@pytest.mark.slow
@drivers
def test_survives_twenty_of_each(driver: str) -> None:
    with TargetPool(limit=1) as own:
        check_survives(own, TARGETS[driver], HOG, 20)


def test_another_renderer_than_the_one_asked_for_is_no_target() -> None:
    worker = TARGETS["softpipe"].stages[0].worker
    fallen = msgspec.structs.replace(
        worker, environment=tuple(v for v in worker.environment if v[0] != "GALLIUM_DRIVER")
    )
    with pytest.raises(
        TargetUnavailable, match=r"expected an OpenGL renderer 'softpipe.', but 'llvmpipe"
    ):
        Worker(fallen)


def test_a_driver_that_dies_of_its_first_shader_is_no_target() -> None:
    worker = TARGETS["llvmpipe"].stages[0].worker
    broken = msgspec.structs.replace(
        worker, environment=(*worker.environment, ("GALLIUM_DRIVER", "nonsense"))
    )
    with pytest.raises(TargetUnavailable):
        Worker(broken)


@pytest.mark.parametrize(
    ("driver", "name"),
    [("llvmpipe", "llvmpipe"), ("softpipe", "softpipe"), ("zink-lavapipe", "zink")],
)
def test_versions_come_from_the_driver(driver: str, name: str) -> None:
    with closing(Worker(TARGETS[driver].stages[0].worker)) as worker:
        assert worker.version.startswith(name)
        assert "Mesa" in worker.version
