"""Barriers: those that wait in WGSL, and control flow around them that has to be provably uniform."""

from __future__ import annotations

import pytest
from helpers.translated import compute, everywhere, integers, refused, wgsl

from aberration.core.program import Program

HEAD = (
    "layout(local_size_x = 4) in; layout(std430, binding = 0) buffer B { uint b[8]; }; layout(std430, "
    "binding = 1) readonly buffer R { uint r[2]; };"
    "layout(std140, binding = 2) uniform U { uint u; }; shared uint s[4]; uint total = 2u;"
)


def shader(body: str, before: str = "") -> Program:
    """Return a shader of four invocations with shared memory."""
    body = f"uint i = gl_LocalInvocationIndex; s[i] = i; {body} b[i] = s[3u - i];"
    return compute("glsl", f"{HEAD} {before} void main() {{ {body} }}", integers(0, *range(8)), integers(1, 2, 3))


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
    assert refused(shader("memoryBarrierShared(); s[i] += 1u; barrier();"), "wgsl").reason == "barrier"


def test_barriers_of_wgsl() -> None:
    program = compute(
        "wgsl",
        "var<workgroup> s: array<u32, 4>; @group(0) @binding(0) var<storage, read_write> b: array<u32>;"
        "@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { s[i] += i; "
        "workgroupBarrier(); b[i] = s[3u - i]; storageBarrier(); if i == 0u { b[4] = b[1]; } }",
        integers(0, *range(8)),
    )
    text = everywhere(program)["glsl", 460]
    assert "memoryBarrierShared();\n    barrier();" in text
    assert "memoryBarrierBuffer();\n    barrier();" in text
