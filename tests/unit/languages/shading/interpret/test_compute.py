"""Compute shaders: workgroups in lockstep, what invocations know of themselves, memory that
they share.
"""

from __future__ import annotations

import struct

import pytest
from helpers.shading_runs import compute_inputs, numbers_after, run_compute

from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter, execute
from aberration.languages.shading.interpret.trap import Refused, Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

_NUMBERS = """#version 310 es
layout(local_size_x = 2, local_size_y = 3) in;
layout(std430, binding = 3) buffer Out { uvec4 rows[]; };
void main() {
  uint k = gl_LocalInvocationIndex + 6u * (gl_WorkGroupID.x + gl_NumWorkGroups.x *
  gl_WorkGroupID.y);
  rows[k] = uvec4(gl_GlobalInvocationID.xy, gl_LocalInvocationID.y * 10u + gl_WorkGroupID.y,
  gl_WorkGroupSize.y);
}
"""
_NUMBERS_WGSL = """
@group(0) @binding(3) var<storage, read_write> rows: array<vec4u>;
@compute @workgroup_size(2, 3)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) w: vec3u,
        @builtin(num_workgroups) n: vec3u, @builtin(global_invocation_id) g: vec3u,
        @builtin(local_invocation_id) l: vec3u) {
  rows[index + 6 * (w.x + n.x * w.y)] = vec4u(g.xy, l.y * 10 + w.y, 3);
}
"""


@pytest.mark.parametrize(("language", "text"), [("essl", _NUMBERS), ("wgsl", _NUMBERS_WGSL)])
def test_an_invocation_knows_its_numbers(language: LanguageName, text: str) -> None:
    inputs = Inputs(buffers=(Buffer(3, bytes(16 * 24), (("uint", 96),)),), groups=(2, 2, 1))
    found = execute(read(text, language), "compute", inputs)
    assert isinstance(found, Buffers)
    rows = struct.unpack("<96I", found.data[0])
    expected = []
    for wy in range(2):
        for wx in range(2):
            for ly in range(3):
                for lx in range(2):
                    expected += [2 * wx + lx, 3 * wy + ly, ly * 10 + wy, 3]
    assert list(rows) == expected


_SHARED = "shared int cell[4]; void meet() { barrier(); }"
_TURN = """
int me = int(gl_LocalInvocationIndex);
cell[me] = me * me;
meet();
for (int i = 0; i < 2; i++) { int next = cell[(me + 1) % 4]; barrier(); cell[me] = next; barrier();
}
data[me] = cell[me];
"""


@pytest.mark.parametrize("order", ["forward", "reverse"])
@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_barriers_hold_also_in_functions_and_loops(language: LanguageName, order: str) -> None:
    options = Options(order="reverse" if order == "reverse" else "forward")
    assert numbers_after(language, _TURN, _SHARED, size=4, options=options)[:4] == (4, 9, 0, 1)


_WGSL_TURN = """
cell[lane] = i32(lane * lane);
workgroupBarrier();
let next = cell[(lane + 1) % 4];
workgroupBarrier();
cell[lane] = next;
if lane == 0 { atomicStore(&sum, 100); }
workgroupBarrier();
atomicAdd(&sum, cell[lane]);
workgroupBarrier();
held.data[lane] = cell[lane] + atomicLoad(&sum) + workgroupUniformLoad(&flag);
"""


def test_barriers_and_atomics_of_wgsl() -> None:
    before = (
        "var<workgroup> cell: array<i32, 4>; var<workgroup> sum: atomic<i32>; "
        "var<workgroup> flag: i32;"
    )
    assert numbers_after("wgsl", _WGSL_TURN, before, size=4)[:4] == (115, 118, 123, 114)


@pytest.mark.parametrize("order", ["forward", "reverse"])
def test_a_uniform_load_is_reason_enough_to_wait(order: str) -> None:
    before = "var<workgroup> flag: i32; fn load() -> i32 { return workgroupUniformLoad(&flag); }"
    body = "if lane == 2 { flag = 9; } held.data[lane] = load() + i32(lane);"
    options = Options(order="reverse" if order == "reverse" else "forward")
    assert numbers_after("wgsl", body, before, size=4, options=options)[:4] == (9, 10, 11, 12)


LACKING = [
    (
        "glsl",
        True,
        "data[lane] = 5; barrier(); data[4 + lane] = data[lane ^ 1];",
        (
            "read here, written by invocation 1 of the workgroup without a barrier of "
            "storage memory between"
        ),
    ),
    (
        "glsl",
        True,
        "s[lane] = 5; s[lane ^ 1] = 6;",
        (
            "written here, written by invocation 0 of the workgroup without a barrier of "
            "workgroup memory between"
        ),
    ),
    (
        "essl",
        False,
        "data[lane] = 5; memoryBarrier(); barrier(); data[4 + lane] = data[lane ^ 1];",
        "read here, written by invocation 1 of the workgroup without a barrier of storage "
        "memory between: none orders a"
        " buffer that is not coherent",
    ),
]


@pytest.mark.parametrize(("language", "coherent", "body", "message"), LACKING)
def test_a_race_says_what_barrier_is_lacking(
    language: LanguageName, coherent: bool, body: str, message: str
) -> None:
    whole = f"int lane = int(gl_LocalInvocationIndex); {body}"
    found = run_compute(language, whole, "shared int s[4];", size=4, coherent=coherent)
    assert isinstance(found, Trap)
    assert (found.kind, found.message) == ("race", message)


MEMBERS = [
    ("coherent buffer B { int a[4]; int b[4]; };", True),
    ("buffer B { coherent int a[4]; coherent int b[4]; };", True),
    ("buffer B { coherent int a[4]; int b[4]; };", False),
    ("volatile buffer B { int a[4]; int b[4]; };", False),
]


@pytest.mark.parametrize(("block", "ordered"), MEMBERS)
@pytest.mark.parametrize("instance", [False, True])
def test_blocks_are_coherent_as_a_whole(block: str, ordered: bool, instance: bool) -> None:
    at, declared = ("held.", block.replace("};", "} held;")) if instance else ("", block)
    text = f"""#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) {declared}
void main() {{
  uint k = gl_LocalInvocationIndex;
  {at}a[k] = 3; memoryBarrierBuffer(); barrier(); {at}b[k] = {at}a[3u - k];
}}
"""
    found = execute(read(text, "glsl"), "compute", compute_inputs())
    assert isinstance(found, Buffers if ordered else Trap), str(found)


ATOMICS = [
    ("atomicAdd(data[0], 3)", 5, 8),
    ("atomicMin(data[0], -3)", 5, -3),
    ("atomicMax(data[0], 9)", 5, 9),
    ("atomicAnd(data[0], 4)", 5, 4),
    ("atomicOr(data[0], 2)", 5, 7),
    ("atomicXor(data[0], 1)", 5, 4),
    ("atomicExchange(data[0], 11)", 5, 11),
    ("atomicCompSwap(data[0], 5, 12)", 5, 12),
    ("atomicCompSwap(data[0], 6, 12)", 5, 5),
]


@pytest.mark.parametrize(("call", "old", "new"), ATOMICS)
def test_atomic_operations_give_what_was_there(call: str, old: int, new: int) -> None:
    found = numbers_after("glsl", f"data[0] = 5; data[1] = {call};")
    assert found[:2] == (new, old)


def test_an_exchange_in_wgsl_tells_whether_it_happened() -> None:
    before = "var<workgroup> a: atomic<u32>;"
    body = """
let first = atomicCompareExchangeWeak(&a, 0, 7); let second = atomicCompareExchangeWeak(&a, 0, 9);
held.data[0] = i32(atomicSub(&a, 2)) * 100 + i32(second.old_value) * 10
  + select(0, 2, first.exchanged) + select(0, 1, second.exchanged);
"""
    assert numbers_after("wgsl", body, before)[0] == 772


def test_workgroups_race_in_buffers_whatever_barriers_there_are() -> None:
    body = "data[gl_LocalInvocationIndex] = 1; barrier();"
    found = run_compute("glsl", body, size=2, groups=(2, 1, 1))
    assert isinstance(found, Trap)
    assert (found.kind, "workgroup 0" in found.message) == ("race", True)
    ignored = run_compute("glsl", body, size=2, groups=(2, 1, 1), options=Options(races=False))
    assert isinstance(ignored, Buffers)


def test_shared_memory_is_each_workgroups_own() -> None:
    body = "cell[0] = int(gl_WorkGroupID.x); data[gl_WorkGroupID.x] = cell[0] + 5;"
    found = run_compute("glsl", body, "shared int cell[1];", groups=(3, 1, 1))
    assert isinstance(found, Buffers), str(found)
    assert struct.unpack_from("<3i", found.data[0]) == (5, 6, 7)


def test_arrays_as_long_as_their_buffers() -> None:
    text = """#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Long { int head; vec2 rest[]; };
void main() { head = rest.length(); rest[2].y = 5.0; }
"""
    inputs = Inputs(buffers=(Buffer(0, bytes(8 + 24), (("uint", 8),)),))
    found = execute(read(text, "glsl"), "compute", inputs)
    assert isinstance(found, Buffers)
    assert struct.unpack("<i4x6f", found.data[0]) == (3, 0, 0, 0, 0, 0, 5.0)
    short = Inputs(buffers=(Buffer(0, bytes(8 + 16), (("uint", 6),)),))
    trapped = execute(read(text, "glsl"), "compute", short)
    assert isinstance(trapped, Trap)
    assert trapped.kind == "out-of-bounds"


def test_members_of_storage_keep_their_layout() -> None:
    text = """
struct Inner { v: vec3f, w: f32, m: mat2x3f }
struct All { a: u32, inner: array<Inner, 2>, tail: vec2i }
@group(1) @binding(4) var<storage, read_write> all: All;
@group(0) @binding(1) var<uniform> k: vec4i;
@compute @workgroup_size(1) fn main() {
  all.a = u32(k.y); all.inner[1].m[1].z = all.inner[0].w; all.tail = k.zw;
}
"""
    data = bytearray(16 + 2 * 48 + 16)
    struct.pack_into("<f", data, 16 + 12, 2.5)
    inputs = Inputs(
        uniforms=(Uniform("k", struct.pack("<4i", 1, 2, 3, 4), binding=1),),
        buffers=(Buffer(4, bytes(data), (("uint", len(data) // 4),), descriptor_set=1),),
    )
    found = execute(read(text, "wgsl"), "compute", inputs)
    assert isinstance(found, Buffers)
    struct.pack_into("<I", data, 0, 2)
    struct.pack_into("<f", data, 16 + 48 + 16 + 16 + 8, 2.5)
    struct.pack_into("<2i", data, 16 + 96, 3, 4)
    assert found.data[0] == bytes(data)


def test_a_buffer_of_one_number_is_written() -> None:
    text = """
@group(0) @binding(0) var<storage, read_write> count: u32;
@group(0) @binding(1) var<storage, read_write> sum: atomic<i32>;
fn grow(p: ptr<storage, u32, read_write>) { *p += 2; }
@compute @workgroup_size(1) fn main() { count = 5; grow(&count); atomicAdd(&sum, 9); }
"""
    inputs = Inputs(
        buffers=(Buffer(0, bytes(4), (("uint", 1),)), Buffer(1, b"\1\0\0\0", (("int", 1),)))
    )
    found = execute(read(text, "wgsl"), "compute", inputs)
    assert isinstance(found, Buffers), str(found)
    assert found.data == (b"\7\0\0\0", b"\x0a\0\0\0")


def test_a_buffer_that_the_inputs_lack_is_refused() -> None:
    text = """#version 310 es
layout(local_size_x = 1) in;
layout(std430, binding = 7) buffer B { int a; };
void main() { a = 1; }
"""
    with pytest.raises(Refused, match="binding 7"):
        Interpreter(read(text, "essl"), "compute", compute_inputs()).dispatch()


def test_recursion_is_refused() -> None:
    with pytest.raises(BadInput, match="calls itself"):
        run_compute("glsl", "data[0] = f(2);", "int f(int n) { return n > 0 ? f(n - 1) : 0; }")
