"""What a shader sees, and what comes back, on the drivers that execute."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
import pytest

from aberration.core.comparison import pixels
from aberration.core.errors import BadInput, TargetUnavailable
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers, Crash, Image, Outcome, Rejected
from aberration.core.program import Program, Stage
from aberration.core.target import Target, WorkerSpec
from aberration.targets import radv
from aberration.targets.front_end import compile_glsl
from aberration.targets.pool import TargetPool
from aberration.targets.runners.interface import NO_COLOUR
from aberration.targets.systems import only
from aberration.targets.vulkan import providers
from aberration.targets.worker import Worker

TARGETS = {target.id: target for target in (*providers(), *radv.providers())}
EXECUTING = ("lavapipe", "lavapipe-nopt", "swiftshader")
drivers = pytest.mark.parametrize("driver", EXECUTING)


@cache
def compiled(stage: Stage, text: str) -> bytes:
    return compile_glsl(Program("glsl", stage, f"#version 450\n{text}".encode())).source


def fragment(body: str, declarations: str = "", **inputs: object) -> Program:
    text = f"{declarations}\nlayout(location = 0) out vec4 colour;\nvoid main() {{ {body} }}"
    return Program("spirv", "fragment", compiled("fragment", text), small(**inputs))


def small(**inputs: object) -> Inputs:
    return msgspec.convert({"width": 8, "height": 4, **inputs}, Inputs)


def compute(body: str, declarations: str, inputs: Inputs) -> Program:
    text = (
        f"layout(local_size_x = 4) in;\n{declarations}\n"
        f"void main() {{ uint i = gl_GlobalInvocationID.x; {body} }}"
    )
    return Program("spirv", "compute", compiled("compute", text), inputs)


def run(pool: TargetPool, driver: str, program: Program) -> Outcome:
    return pool.run(TARGETS[driver], program).outcome


def drawn(pool: TargetPool, driver: str, program: Program) -> Image:
    outcome = run(pool, driver, program)
    assert isinstance(outcome, Image), outcome
    return outcome


def first_pixel(image: Image) -> tuple[int, ...]:
    return tuple(image.data[:4])


def uniform(data: bytes, binding: int, descriptor_set: int = 0) -> Uniform:
    return Uniform("u", data, binding, descriptor_set)


def words(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def buffer(binding: int, *values: int) -> Buffer:
    return Buffer(binding, words(*values), (("uint", len(values)),))


@drivers
def test_rows_come_from_the_top(pool: TargetPool, driver: str) -> None:
    image = drawn(
        pool, driver, fragment("colour = vec4(floor(gl_FragCoord.xy) / 255.0, 0.0, 1.0);")
    )
    values = pixels(image)
    assert values.shape == (4, 8, 4)
    assert np.array_equal(values[..., 0], np.tile(np.arange(8), (4, 1)))
    assert np.array_equal(values[..., 1], np.tile(np.arange(4)[:, None], (1, 8)))


@drivers
def test_discarded_pixels_are_transparent_black(pool: TargetPool, driver: str) -> None:
    drawn(pool, driver, fragment("colour = vec4(1.0);"))
    image = drawn(pool, driver, fragment("if (gl_FragCoord.x < 1.0) discard; colour = vec4(1.0);"))
    assert first_pixel(image) == (0, 0, 0, 0)
    assert tuple(image.data[4:8]) == (255, 255, 255, 255)


@drivers
def test_sizes_change_from_test_to_test(pool: TargetPool, driver: str) -> None:
    program = fragment("colour = vec4(1.0);")
    for width, height in ((1, 1), (300, 7), (1, 1)):
        sized = msgspec.structs.replace(program, inputs=Inputs(width=width, height=height))
        assert drawn(pool, driver, sized).data == b"\xff" * (4 * width * height)


UNIFORMS = """
layout(set = 0, binding = 1) uniform A { int a; };
layout(set = 1, binding = 0) uniform B { int b; };
layout(push_constant) uniform P { int unused; int p; };
"""
SHOWN = "colour = vec4(float(a), float(b), float(p), 255.0) / 255.0;"


@drivers
def test_uniforms_and_push_constants_arrive(pool: TargetPool, driver: str) -> None:
    inputs = Inputs(
        (
            uniform(words(7), 1),
            uniform(words(8), 0, descriptor_set=1),
            Uniform("p", words(9), push_constant=True, offset=4),
        ),
        width=8,
        height=4,
    )
    program = msgspec.structs.replace(fragment(SHOWN, UNIFORMS), inputs=inputs)
    assert first_pixel(drawn(pool, driver, program)) == (7, 8, 9, 255)


@drivers
def test_what_the_inputs_lack_is_zero(pool: TargetPool, driver: str) -> None:
    full = Inputs(
        (uniform(words(7), 1), Uniform("p", words(1, 9), push_constant=True)), width=8, height=4
    )
    program = fragment(SHOWN, UNIFORMS)
    assert first_pixel(drawn(pool, driver, msgspec.structs.replace(program, inputs=full))) == (
        7,
        0,
        9,
        255,
    )
    assert first_pixel(drawn(pool, driver, program)) == (0, 0, 0, 255)


@drivers
def test_the_bytes_behind_a_short_uniform_are_zero(pool: TargetPool, driver: str) -> None:
    block = "layout(binding = 0) uniform A { ivec4 a[64]; };"
    inputs = Inputs((uniform(words(5), 0),), width=8, height=4)
    program = fragment("colour = vec4(float(a[0].x + a[63].w), 0.0, 0.0, 255.0) / 255.0;", block)
    assert first_pixel(drawn(pool, driver, msgspec.structs.replace(program, inputs=inputs))) == (
        5,
        0,
        0,
        255,
    )


COUNTERS = "layout(std430, binding = 2) buffer C { uint total; uint data[]; };"


@drivers
def test_storage_is_filled_anew_for_each_run(pool: TargetPool, driver: str) -> None:
    inputs = Inputs(buffers=(buffer(2, 100, 1, 2, 3, 4, 5, 6, 7, 8),), groups=(2, 1, 1))
    program = compute(
        "atomicAdd(total, data[i]); data[i] = data[i] * data[i] + uint(data.length());",
        COUNTERS,
        inputs,
    )
    expected = Buffers((words(136, *(n * n + 8 for n in range(1, 9))),), ((("uint", 9),),))
    assert run(pool, driver, program) == expected
    assert run(pool, driver, program) == expected


@drivers
def test_buffers_that_the_shader_does_not_know_come_back(pool: TargetPool, driver: str) -> None:
    inputs = Inputs(buffers=(buffer(7, 1, 2), buffer(2, 0, 0, 0, 0, 0)))
    outcome = run(pool, driver, compute("data[i] = i;", COUNTERS, inputs))
    assert isinstance(outcome, Buffers)
    assert outcome.data == (words(1, 2), words(0, 0, 1, 2, 3))


@drivers
def test_large_buffers_fit(pool: TargetPool, driver: str) -> None:
    data = bytes(3 << 20)
    inputs = Inputs(buffers=(Buffer(2, data), Buffer(3, data)))
    outcome = run(pool, driver, compute("data[i] = 1u;", COUNTERS, inputs))
    assert isinstance(outcome, Buffers)
    assert outcome.data == (words(0, 1, 1, 1, 1).ljust(len(data), b"\0"), data)


@pytest.mark.parametrize("driver", [f"{name}:rgba32f" for name in EXECUTING])
def test_float_images_keep_all_bits(pool: TargetPool, driver: str) -> None:
    image = drawn(pool, driver, fragment("colour = vec4(-2.5, 1e30, 0.1, 3.0);"))
    assert image.format == "rgba32f"
    assert image.data == struct.pack("<4f", -2.5, 1e30, 0.1, 3.0) * 32


NEEDS = {
    "an image": ("layout(binding = 0) uniform sampler2D s;", "colour = texture(s, vec2(0.0));"),
    "an input": ("layout(location = 3) in vec4 v;", "colour = v;"),
    "another block where an element of an array is": (
        "layout(binding = 0) uniform A { int a; } blocks[2];"
        "layout(binding = 1) uniform B { int b; };",
        "colour = vec4(blocks[1].a + b);",
    ),
    "too many blocks": (
        "".join(f"layout(binding = {n}) uniform A{n} {{ float a{n}; }};" for n in range(80)),
        f"colour = vec4({' + '.join(f'a{n}' for n in range(80))});",
    ),
    "too many sets": ("layout(set = 40, binding = 0) uniform A { float a; };", "colour = vec4(a);"),
}


@drivers
@pytest.mark.parametrize("need", NEEDS)
def test_what_is_not_there_is_rejected(pool: TargetPool, driver: str, need: str) -> None:
    declarations, body = NEEDS[need]
    assert isinstance(run(pool, driver, fragment(body, declarations)), Rejected)


@drivers
@pytest.mark.parametrize(
    "text", ["", "layout(location = 1) out vec4 c;", "out float gl_FragDepth;"]
)
def test_an_image_without_a_colour_is_rejected(pool: TargetPool, driver: str, text: str) -> None:
    source = compiled("fragment", f"{text} void main() {{ if (gl_FragCoord.x > 3.0) discard; }}")
    outcome = run(pool, driver, Program("spirv", "fragment", source, small()))
    assert isinstance(outcome, Rejected)
    assert (outcome.message, outcome.unasked) == (NO_COLOUR, True)


def test_a_capability_that_a_driver_lacks_is_rejected(pool: TargetPool) -> None:
    program = fragment("colour = vec4(float(double(gl_FragCoord.x) / 3.0lf));")
    assert isinstance(run(pool, "lavapipe", program), Image)
    assert isinstance(run(pool, "swiftshader", program), Rejected)


def test_another_language_is_bad_input(pool: TargetPool) -> None:
    with pytest.raises(BadInput, match="expected SPIR-V"):
        run(pool, "lavapipe", Program("glsl", "fragment", b"void main() {}", name="text"))


def spec_of(driver: str, environment: dict[str, str], **options: str) -> WorkerSpec:
    spec = TARGETS[driver].stages[0].worker
    return msgspec.structs.replace(
        spec,
        options=tuple(sorted((dict(spec.options) | options).items())),
        environment=tuple(sorted((dict(spec.environment) | environment).items())),
    )


def test_another_driver_than_wanted_is_unavailable() -> None:
    with pytest.raises(TargetUnavailable, match="named like 'SwiftShader', but 'llvmpipe"):
        Worker(spec_of("lavapipe", {}, device="SwiftShader"))


def test_no_driver_is_unavailable() -> None:
    with pytest.raises(TargetUnavailable, match="VK_ERROR_INCOMPATIBLE_DRIVER"):
        Worker(spec_of("lavapipe", dict(only(Path("nowhere.json")))))


def test_an_unknown_format_is_bad_input() -> None:
    with pytest.raises(BadInput, match="'rgb565'"):
        Worker(spec_of("lavapipe", {}, format="rgb565"))


def test_too_little_memory_is_a_crash_and_the_next_run_works(pool: TargetPool) -> None:
    stage = msgspec.structs.replace(
        TARGETS["lavapipe:rgba32f"].stages[0],
        worker=msgspec.structs.replace(spec_of("lavapipe:rgba32f", {}), memory=900),
    )
    target = msgspec.structs.replace(TARGETS["lavapipe"], id="lavapipe-900", stages=(stage,))
    program = fragment("colour = vec4(1.0);")
    large = msgspec.structs.replace(program, inputs=Inputs(width=4096, height=4096))
    outcome = pool.run(target, large).outcome
    assert isinstance(outcome, Crash)
    assert outcome.cause == "memory"
    assert isinstance(pool.run(target, program).outcome, Image)


def test_versions_name_the_driver(pool: TargetPool) -> None:
    assert "Mesa" in pool.version(TARGETS["lavapipe"])
    assert "SwiftShader" in pool.version(TARGETS["swiftshader"])
    assert "RADV NAVI21" in pool.version(TARGETS["radv-aco-navi21"])


def crashing() -> Target:
    """Return lavapipe with vectors so wide that its code generator dies."""
    stage = msgspec.structs.replace(
        TARGETS["lavapipe"].stages[0],
        worker=spec_of("lavapipe", {"LP_NATIVE_VECTOR_WIDTH": "512"}, warm_up="no"),
    )
    return msgspec.structs.replace(TARGETS["lavapipe"], id="lavapipe-512", stages=(stage,))


def test_a_driver_that_dies_is_a_crash_each_time(pool: TargetPool) -> None:
    target = crashing()
    program = fragment("colour = vec4(1.0);")
    for _ in range(2):
        outcome = pool.run(target, program).outcome
        assert isinstance(outcome, Crash)
        assert (outcome.cause, outcome.signal) == ("signal", "SIGSEGV")
    assert pool.health[target.id].restarts == 1
