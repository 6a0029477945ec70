"""Barriers: those that wait in WGSL, and control flow around them that has to be provably
uniform.
"""

from __future__ import annotations

import pytest
from helpers.translated import compute, everywhere, integers, refused, same, wgsl

from aberration.core.program import Program

HEAD = (
    "layout(local_size_x = 4) in; layout(std430, binding = 0) buffer B { uint b[8]; }; "
    "layout(std430, "
    "binding = 1) readonly buffer R { uint r[2]; };"
    "layout(std140, binding = 2) uniform U { uint u; }; shared uint s[4]; uint total = 2u;"
)


def shader(body: str, before: str = "") -> Program:
    """Return a shader of four invocations with shared memory."""
    body = f"uint i = gl_LocalInvocationIndex; s[i] = i; {body} b[i] = s[3u - i];"
    return compute(
        "glsl",
        f"{HEAD} {before} void main() {{ {body} }}",
        integers(0, *range(8)),
        integers(1, 2, 3),
    )


UNIFORM = (
    "barrier();",
    "for (uint k = 0u; k < 3u; k++) { if (k == 5u) break; barrier(); }",
    "for (uint k = 0u; k < r[0]; k++) { barrier(); }",
    "if (u == 0u) { barrier(); } else { barrier(); barrier(); }",
    "uint n = gl_WorkGroupID.x; do { n++; barrier(); if (i == 9u) { s[0] = 1u; } } while (n < 3u);",
    "switch (u) { case 0u: barrier(); break; default: break; }",
    "wait(u); wait(2u);",
)
VARYING = (
    "if (i < 9u) { barrier(); }",
    "for (uint k = 0u; k < s[0] + 2u; k++) { barrier(); }",
    "uint n = 2u; if (i == 0u) n = 2u; while (n-- > 0u) { barrier(); }",
    "for (uint k = 0u; k < total; k++) { barrier(); }",
    "for (uint k = 0u; k < 2u; k++) { if (i == 7u) break; barrier(); }",
    "if (i == 9u) return; barrier();",
    "wait(i - i + 2u);",
    "if (b[7] == 7u) { wait(1u); }",
)


@pytest.mark.parametrize("body", UNIFORM)
def test_what_is_uniform(body: str) -> None:
    program = shader(body, "void wait(uint n) { for (uint k = 0u; k < n; k++) barrier(); }")
    assert "workgroupBarrier();" in wgsl(program)


@pytest.mark.parametrize("body", VARYING)
def test_what_may_vary(body: str) -> None:
    program = shader(body, "void wait(uint n) { for (uint k = 0u; k < n; k++) barrier(); }")
    assert refused(program, "wgsl").reason == "uniform control flow"


def test_barriers_of_buffers_and_of_memory_alone() -> None:
    text = wgsl(shader("b[i] = 1u; memoryBarrierBuffer(); barrier(); memoryBarrierShared();"))
    assert "storageBarrier();" in text
    assert (
        refused(shader("memoryBarrierShared(); s[i] += 1u; barrier();"), "wgsl").reason == "barrier"
    )


def test_barriers_of_wgsl() -> None:
    program = compute(
        "wgsl",
        "var<workgroup> s: array<u32, 4>; @group(0) @binding(0) var<storage, read_write> b: "
        "array<u32>;"
        "@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { s[i] += i; "
        "workgroupBarrier(); b[i] = s[3u - i]; storageBarrier(); if i == 0u { b[4] = b[1]; } }",
        integers(0, *range(8)),
    )
    text = everywhere(program)["glsl", 460]
    assert "memoryBarrierShared();\n    barrier();" in text
    assert "memoryBarrierBuffer();\n    barrier();\n    memoryBarrierBuffer();" in text
    assert "coherent buffer" in text


def test_buffers_that_no_barrier_orders_need_not_be_coherent() -> None:
    text = "@group(0) @binding(0) var<storage, read_write> b: array<u32>;"
    body = (
        "@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { b[i] += 1; "
    )
    made = everywhere(
        compute("wgsl", f"{text} {body} workgroupBarrier(); }}", integers(0, *range(8)))
    )
    assert "coherent" not in made["glsl", 460]


@pytest.mark.parametrize(
    "block",
    [
        "coherent buffer B { int b[8]; int last; }",
        "buffer B { coherent int b[8]; coherent int last; }",
    ],
)
@pytest.mark.parametrize("fence", ["memoryBarrier", "memoryBarrierBuffer", "groupMemoryBarrier"])
def test_buffers_that_memory_barriers_order(block: str, fence: str) -> None:
    text = (
        f"layout(local_size_x = 4) in; layout(std430, binding = 0) {block}; "
        "void main() { int i = int(gl_LocalInvocationIndex); b[i] = i * i; "
        f"{fence}(); barrier(); int other = b[3 - i]; barrier(); {fence}(); barrier(); b[i] "
        f"= other + 1; }}"
    )
    program = compute("glsl", text, integers(0, *range(9)))
    made = everywhere(program)
    assert made["wgsl", 0].count("storageBarrier();") == 2
    assert made["wgsl", 0].count("workgroupBarrier();") == 2
    assert "coherent buffer" in made["essl", 310]


def test_a_barrier_of_textures_has_no_counterpart() -> None:
    program = compute(
        "wgsl", "@compute @workgroup_size(4) fn main() { textureBarrier(); }", integers(0, 1)
    )
    assert refused(program, "glsl", 460).reason == "built-in function"


def test_a_uniform_load_waits_on_both_sides() -> None:
    text = (
        "@group(0) @binding(0) var<storage, read_write> b: array<u32>; var<workgroup> n: u32;"
        "@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {"
        " if i == 3 { n = 7; } let m = workgroupUniformLoad(&n); if i == 0 { n = m + i; } "
        "b[i] = m; }"
    )
    made = same(compute("wgsl", text, integers(0, *range(4))), "glsl", 460)
    assert made.source.decode().count("barrier();") == 3
