"""What a shader in WGSL sees, and what comes back, from naga and Tint on every driver below
them.
"""

from __future__ import annotations

import contextlib
import struct
from pathlib import Path

import msgspec
import numpy as np
import pytest
from helpers.conformance import available
from helpers.sampling import one_in
from helpers.wgsl import EXACT, shader

from aberration.core.comparison import pixels
from aberration.core.errors import BadInput, Starved, TargetUnavailable
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers, Compiled, Image, Outcome, Rejected, Timeout
from aberration.core.program import Program
from aberration.core.target import OLDER, WorkerSpec
from aberration.targets.front_end import compile_glsl
from aberration.targets.pool import TargetPool
from aberration.targets.systems import only
from aberration.targets.worker import Worker

TARGETS = {target.id: target for target in available()}
NAGA = ("wgpu-lavapipe", "wgpu-swiftshader", "wgpu-gl-llvmpipe")
TINT = ("dawn-swiftshader", "dawn-gl-llvmpipe")
OLD = sorted(
    target.id
    for target in TARGETS.values()
    if OLDER in target.groups and "wgsl" in target.languages
)
FLOATS = sorted(
    name for name in TARGETS if name.endswith(":rgba32f") and "webgpu" in TARGETS[name].groups
)
everywhere = pytest.mark.parametrize("name", [*NAGA, *TINT])


def fragment(body: str, declarations: str = "", **inputs: object) -> Program:
    head = (
        f"{declarations}\n"
        f"@fragment fn shade(@builtin(position) position: vec4<f32>) -> @location(0) "
        f"vec4<f32>"
    )
    small = msgspec.convert({"width": 8, "height": 4, **inputs}, Inputs)
    return Program("wgsl", "fragment", f"{head} {{ {body} }}".encode(), small)


def compute(body: str, declarations: str, inputs: Inputs) -> Program:
    head = (
        f"{declarations}\n"
        f"@compute @workgroup_size(4) fn go(@builtin(global_invocation_id) id: vec3<u32>)"
    )
    return Program("wgsl", "compute", f"{head} {{ let i = id.x; {body} }}".encode(), inputs)


def run(pool: TargetPool, name: str, program: Program) -> Outcome:
    return pool.run(TARGETS[name], program, 60.0).outcome


def drawn(pool: TargetPool, name: str, program: Program) -> Image:
    outcome = run(pool, name, program)
    assert isinstance(outcome, Image), outcome
    return outcome


def refused(pool: TargetPool, name: str, program: Program) -> Rejected:
    outcome = run(pool, name, program)
    assert isinstance(outcome, Rejected), outcome
    return outcome


def words(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def buffer(binding: int, *values: int) -> Buffer:
    return Buffer(binding, words(*values), (("uint", len(values)),))


@everywhere
def test_rows_come_from_the_top(pool: TargetPool, name: str) -> None:
    image = drawn(
        pool, name, fragment("return vec4<f32>(floor(position.xy) / 255.0, position.zw);")
    )
    values = pixels(image)
    assert values.shape == (4, 8, 4)
    assert np.array_equal(values[..., 0], np.tile(np.arange(8), (4, 1)))
    assert np.array_equal(values[..., 1], np.tile(np.arange(4)[:, None], (1, 8)))
    assert np.array_equal(values[..., 2:], np.tile((0, 255), (4, 8, 1)))


@everywhere
def test_discarded_pixels_are_transparent_black(pool: TargetPool, name: str) -> None:
    drawn(pool, name, fragment("return vec4<f32>(1.0);"))
    image = drawn(pool, name, fragment("if position.x < 1.0 { discard; } return vec4<f32>(1.0);"))
    assert tuple(image.data[:8]) == (0, 0, 0, 0, 255, 255, 255, 255)


@everywhere
def test_sizes_change_from_test_to_test(pool: TargetPool, name: str) -> None:
    program = fragment("return vec4<f32>(1.0);")
    for width, height in ((1, 1), (300, 7), (1, 1)):
        sized = msgspec.structs.replace(program, inputs=Inputs(width=width, height=height))
        assert drawn(pool, name, sized).data == b"\xff" * (4 * width * height)


UNIFORMS = """
struct A { a: i32, tail: array<vec4<i32>, 63> }
@group(0) @binding(1) var<uniform> block: A;
@group(2) @binding(0) var<uniform> b: i32;
"""
SHOWN = "return vec4<f32>(f32(block.a), f32(b), f32(block.tail[62].w), 255.0) / 255.0;"


@everywhere
def test_uniforms_arrive_and_the_rest_is_zero(pool: TargetPool, name: str) -> None:
    both = (Uniform("a", words(7), 1), Uniform("b", words(8), 0, descriptor_set=2))
    for given, shown in ((both, (7, 8, 0, 255)), (both[:1], (7, 0, 0, 255)), ((), (0, 0, 0, 255))):
        program = fragment(SHOWN, UNIFORMS, uniforms=given)
        assert tuple(drawn(pool, name, program).data[:4]) == shown


COUNTERS = """
struct C { total: atomic<u32>, data: array<u32> }
@group(0) @binding(2) var<storage, read_write> c: C;
"""


@everywhere
def test_storage_is_filled_anew_for_each_run(pool: TargetPool, name: str) -> None:
    inputs = Inputs(buffers=(buffer(2, 100, 1, 2, 3, 4, 5, 6, 7, 8),), groups=(2, 1, 1))
    body = (
        "atomicAdd(&c.total, c.data[i]); c.data[i] = c.data[i] * c.data[i] + arrayLength(&c.data);"
    )
    expected = Buffers((words(136, *(n * n + 8 for n in range(1, 9))),), ((("uint", 9),),))
    assert run(pool, name, compute(body, COUNTERS, inputs)) == expected
    assert run(pool, name, compute(body, COUNTERS, inputs)) == expected


@everywhere
def test_buffers_that_the_shader_does_not_know_come_back(pool: TargetPool, name: str) -> None:
    odd = Buffer(7, b"12345")
    outcome = run(
        pool,
        name,
        compute("c.data[i] = i;", COUNTERS, Inputs(buffers=(odd, buffer(2, 9, 9, 9, 9, 9)))),
    )
    assert isinstance(outcome, Buffers)
    assert outcome.data == (b"12345", words(9, 0, 1, 2, 3))


BLOCK = """#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Cells { uvec2 pair; uint word; };
layout(std430, binding = 1) buffer Rows { uint count; uint rows[]; };
void main() { pair += word; count = uint(rows.length()); }
"""


@pytest.mark.parametrize("name", NAGA)
@pytest.mark.parametrize("way", ["", "BindWithinBuffer"])
def test_a_block_of_12_bytes_is_bound_as_one_of_16(pool: TargetPool, name: str, way: str) -> None:
    """What is bound behind is not seen: neither in a result, nor as the length of an array."""
    inputs = Inputs(buffers=(buffer(0, 1, 2, 3), buffer(1, 9, 9, 9)), ways=(way,) if way else ())
    program = Program("glsl", "compute", BLOCK.encode(), inputs)
    wanted = (words(4, 5, 3), words(2, 9, 9))
    for one in (program, msgspec.structs.replace(compile_glsl(program), inputs=inputs)):
        outcome = run(pool, name, one)
        assert isinstance(outcome, Buffers), outcome
        assert outcome.data == wanted


@everywhere
def test_large_buffers_fit(pool: TargetPool, name: str) -> None:
    data = bytes(3 << 20)
    inputs = Inputs(buffers=(Buffer(2, data), Buffer(3, data)))
    outcome = run(pool, name, compute("c.data[i] = 1u;", COUNTERS, inputs))
    assert isinstance(outcome, Buffers)
    assert outcome.data == (words(0, 1, 1, 1, 1).ljust(len(data), b"\0"), data)


@pytest.mark.parametrize("name", one_in(3, FLOATS))
def test_float_images_keep_all_bits(pool: TargetPool, name: str) -> None:
    image = drawn(pool, name, fragment("return vec4<f32>(-2.5, 1e30, 0.1, 3.0);"))
    assert image.format == "rgba32f"
    assert image.data == struct.pack("<4f", -2.5, 1e30, 0.1, 3.0) * 32


def test_there_are_images_of_floats() -> None:
    assert {"wgpu-lavapipe:rgba32f", "wgpu-swiftshader:rgba32f"} <= {*FLOATS}
    assert {"dawn-swiftshader:rgba32f", "dawn-gl-llvmpipe:rgba32f"} <= {*FLOATS}


WRONG = {
    "a type": fragment("return vec4<u32>(1u);"),
    "a name": fragment("return vec4<f32>(nothing);"),
    "an output": Program(
        "wgsl", "fragment", b"@fragment fn main() -> @location(0) vec4<u32> { return vec4<u32>(); }"
    ),
    "an input": Program(
        "wgsl",
        "fragment",
        b"@fragment fn main(@location(3) a: vec4<f32>) -> @location(0) vec4<f32> { return a; }",
    ),
    "a workgroup": Program("wgsl", "compute", b"@compute @workgroup_size(512) fn main() {}"),
    "a small buffer": compute(
        "a[i] = 1u;",
        "@group(0) @binding(0) var<storage, read_write> a: array<u32, 64>;",
        Inputs(buffers=(buffer(0, 1, 2),)),
    ),
}


OF_THE_SHADER = ("a type", "a name")
"""What the compiler refuses; of all else the API says that it may not be used so, which is no
verdict.
"""


@everywhere
@pytest.mark.parametrize("what", one_in(5, WRONG))
def test_an_error_of_the_api_is_a_refusal_and_never_an_image(
    pool: TargetPool, name: str, what: str
) -> None:
    expected = drawn(pool, name, shader("dyadic"))
    answer = refused(pool, name, WRONG[what])
    assert len(answer.message) > 20
    assert answer.unasked == (what not in OF_THE_SHADER), answer
    assert drawn(pool, name, shader("dyadic")) == expected


@everywhere
def test_a_shader_that_writes_nothing_has_no_image(pool: TargetPool, name: str) -> None:
    """wgpu takes it and gives what lay in the memory."""
    assert refused(pool, name, Program("wgsl", "fragment", b"@fragment fn main() {}")).unasked


def test_only_the_front_end_is_asked_for_null(pool: TargetPool) -> None:
    assert run(pool, "dawn-null", shader("lattice")) == Compiled()
    assert run(pool, "dawn-null", shader("shared")) == Compiled()
    column = WRONG["a name"].source.decode().splitlines()[1].index("nothing") + 1
    assert (
        refused(pool, "dawn-null", WRONG["a name"]).message
        == f"2:{column}: unresolved value 'nothing'"
    )


@pytest.mark.parametrize("name", EXACT)
def test_all_compilers_and_drivers_agree_to_the_bit(pool: TargetPool, name: str) -> None:
    outcomes = {
        target: run(pool, target, shader(name))
        for target in (*NAGA, *TINT, "dawn-swiftshader:disable_robustness")
    }
    first = outcomes["dawn-swiftshader"]
    assert isinstance(first, Image | Buffers), first
    assert {target: outcome for target, outcome in outcomes.items() if outcome != first} == {}


@pytest.mark.slow
@pytest.mark.parametrize("target", OLD)
def test_older_ones_agree_too(pool: TargetPool, target: str) -> None:
    for name in EXACT:
        expected = (
            Compiled() if target.endswith("null") else run(pool, "dawn-swiftshader", shader(name))
        )
        assert run(pool, target, shader(name)) == expected


@pytest.mark.slow
def test_float_images_agree_to_the_bit(pool: TargetPool) -> None:
    outcomes = [drawn(pool, name, shader("dyadic")) for name in FLOATS if ":rgba32f" in name]
    assert len(outcomes) >= 4
    assert all(outcome == outcomes[0] for outcome in outcomes)


def quotients() -> list[tuple[int, int, int, int]]:
    """Return what WGSL says of the operands of `defined.wgsl`: a / b, a % b, the same without
    sign, as words.
    """
    operands = struct.unpack("<16i", shader("defined").inputs.buffers[0].data)
    out = []
    for at, a in enumerate(operands):
        b = operands[(at * 5 + 3) % 16]
        whole = a if b == 0 else int(abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1)
        rest = 0 if b == 0 else a - whole * b
        ua, ub = a % 2**32, b % 2**32
        out.append(
            (whole % 2**32, rest % 2**32, ua if ub == 0 else ua // ub, 0 if ub == 0 else ua % ub)
        )
    return out


def told_quotients(outcome: Outcome) -> list[tuple[int, ...]]:
    assert isinstance(outcome, Buffers), outcome
    return [struct.unpack_from("<4I", outcome.data[1], 48 * row) for row in range(16)]


@pytest.mark.parametrize("name", one_in(2, ["wgpu-lavapipe", "wgpu-swiftshader", *TINT]))
def test_what_wgsl_defines_and_others_do_not_is_right(pool: TargetPool, name: str) -> None:
    outcome = run(pool, name, shader("defined"))
    assert told_quotients(outcome) == quotients()
    assert outcome == run(pool, "dawn-swiftshader", shader("defined"))


def test_naga_leaves_remainders_and_division_by_zero_to_glsl(pool: TargetPool) -> None:
    """A known bug of naga 29: a raw % and / in GLSL, which leaves negative operands and zero
    undefined.
    """
    told = told_quotients(run(pool, "wgpu-gl-llvmpipe", shader("defined")))
    operands = struct.unpack("<16i", shader("defined").inputs.buffers[0].data)
    wrong = {
        row
        for row, (mine, right) in enumerate(zip(told, quotients(), strict=True))
        if mine != right
    }
    doubtful = {
        row
        for row in range(16)
        if min(operands[row], b := operands[(row * 5 + 3) % 16]) < 0 or b == 0
    }
    assert wrong
    assert wrong <= doubtful


GLSL = """#version 450
layout(set = 0, binding = 0) uniform U { ivec2 add; } u;
layout(location = 0) out vec4 colour;
void main() {
  ivec2 place = ivec2(gl_FragCoord.xy) + u.add; // not the same from any side
  ivec3 shown = ivec3(place.x * 7, place.y * place.y + place.x, place.y) & 255;
  colour = vec4(vec3(shown), 255.0) / 255.0;
}
"""
SAME_IN_WGSL = """
@group(0) @binding(0) var<uniform> add: vec2<i32>;
@fragment fn main(@builtin(position) p: vec4<f32>) -> @location(0) vec4<f32> {
  let place = vec2<i32>(p.xy) + add;
  let shown = vec3<i32>(place.x * 7, place.y * place.y + place.x, place.y) & vec3<i32>(255);
  return vec4<f32>(vec3<f32>(shown), 255.0) / 255.0;
}
"""


FACING = """@fragment
fn shade(@builtin(front_facing) front: bool,
@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
  return vec4<f32>(select(0.25, 1.0, front), place.z, place.w, 1.0);
}"""


@everywhere
def test_the_triangle_faces_away_at_depth_0_as_elsewhere(pool: TargetPool, name: str) -> None:
    image = drawn(
        pool, name, Program("wgsl", "fragment", FACING.encode(), Inputs(width=4, height=4))
    )
    assert np.array_equal(
        pixels(image), np.broadcast_to(np.array([64, 0, 255, 255], np.uint8), (4, 4, 4))
    )


def test_images_lie_as_they_do_without_webgpu(pool: TargetPool) -> None:
    inputs = Inputs((Uniform("add", words(3, 1)),), width=50, height=20)
    glsl = Program("glsl", "fragment", GLSL.encode(), inputs)
    wgsl = Program("wgsl", "fragment", SAME_IN_WGSL.encode(), inputs)
    spirv = compile_glsl(glsl)
    expected = drawn(pool, "swiftshader", spirv)
    assert expected == drawn(pool, "lavapipe", spirv)
    for name in (*NAGA, *TINT):
        assert drawn(pool, name, wgsl) == expected, name
    for name in NAGA:
        assert drawn(pool, name, spirv) == expected, name
        assert drawn(pool, name, glsl) == expected, name


def test_tint_takes_wgsl_alone(pool: TargetPool) -> None:
    with pytest.raises(BadInput, match="expected wgsl, but a glsl program came"):
        run(pool, "dawn-swiftshader", Program("glsl", "fragment", b"void main() {}"))


ENDLESS = compute(
    "loop { c.data[i] += 1u; if c.data[i] == 0u { break; } }",
    COUNTERS,
    Inputs(buffers=(buffer(2, 0, 0, 0, 0, 0),)),
)


@pytest.mark.parametrize("name", ["wgpu-lavapipe", "wgpu-gl-llvmpipe", "dawn-gl-llvmpipe"])
def test_llvmpipe_cuts_loops_below_webgpu_too(pool: TargetPool, name: str) -> None:
    """No hang and no error, but a wrong result: docs/targets.md has what follows for the
    programs that we make.
    """
    outcome = run(pool, name, ENDLESS)
    assert isinstance(outcome, Buffers), outcome
    (count,) = {*struct.unpack("<4I", outcome.data[0][4:])}
    assert count in (65535, 65536)


@pytest.mark.parametrize("name", one_in(2, ["wgpu-swiftshader", "dawn-swiftshader"]))
def test_an_endless_loop_is_a_timeout_and_the_next_run_works(pool: TargetPool, name: str) -> None:
    with contextlib.suppress(Starved):  # what a machine says that is too busy to tell
        assert isinstance(pool.run(TARGETS[name], ENDLESS, 1.0).outcome, Timeout)
    assert isinstance(run(pool, name, shader("shared")), Buffers)


def spec_of(name: str, environment: dict[str, str] | None = None, **options: str) -> WorkerSpec:
    spec = TARGETS[name].stages[0].worker
    return msgspec.structs.replace(
        spec,
        options=tuple(sorted((dict(spec.options) | options).items())),
        environment=tuple(sorted((dict(spec.environment) | (environment or {})).items())),
    )


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            spec_of("wgpu-lavapipe", device="SwiftShader"),
            "named like 'SwiftShader', but 'Vulkan llvmpipe",
        ),
        (
            spec_of("wgpu-lavapipe", backend="Metal"),
            "expected an adapter of wgpu for Metal, but Vulkan llvmpipe",
        ),
        (
            spec_of("wgpu-lavapipe", dict(only(Path("nowhere.json")))),
            "expected an adapter of wgpu for Vulkan",
        ),
        (
            spec_of("dawn-swiftshader", device="llvmpipe"),
            "named like 'llvmpipe', but 'google swiftshader",
        ),
        (
            spec_of("dawn-swiftshader", dict(only(Path("nowhere.json")))),
            "expected an adapter of Dawn for vulkan: it has no adapter",
        ),
        (
            spec_of("dawn-gl-llvmpipe", {"EGL_PLATFORM": "x11"}),
            "expected an adapter of Dawn for opengles",
        ),
    ],
)
def test_another_adapter_than_wanted_is_unavailable(spec: WorkerSpec, message: str) -> None:
    with pytest.raises(TargetUnavailable, match=message):
        Worker(spec)


def test_an_unknown_format_is_bad_input() -> None:
    for name in ("wgpu-lavapipe", "dawn-null"):
        with pytest.raises(BadInput, match="'rgb565'"):
            Worker(spec_of(name, format="rgb565"))


def test_versions_name_package_library_and_driver(pool: TargetPool) -> None:
    assert pool.version(TARGETS["wgpu-lavapipe"]).startswith(
        "wgpu 0.32.0 (wgpu-native 29.0.1.1) on Vulkan llvmpipe"
    )
    assert pool.version(TARGETS["wgpu-gl-llvmpipe"]).startswith(
        "wgpu 0.32.0 (wgpu-native 29.0.1.1) on OpenGL llvmpipe"
    )
    assert pool.version(TARGETS["dawn-swiftshader"]).startswith(
        "Dawn of webgpu 0.6.2 on google swiftshader"
    )
    assert pool.version(TARGETS["dawn-swiftshader:disable_robustness"]).endswith(
        " with disable_robustness"
    )
