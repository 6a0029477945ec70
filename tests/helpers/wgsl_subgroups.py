"""WGSL programs with operations of subgroups: each of one rule, and random ones whose results hold
whichever invocations form a subgroup.
"""

from __future__ import annotations

import struct
from typing import Final

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import Program
from aberration.core.rng import Rng

COUNT: Final = 16
"""Invocations of a workgroup; there are two of these."""
_HEAD: Final = """enable subgroups;
@group(0) @binding(0) var<storage, read_write> cells: array<u32, 64>;
@group(0) @binding(1) var<uniform> given: vec4u;
"""
_ENTRY: Final = """@compute @workgroup_size(16)
fn go(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u,
      @builtin(subgroup_size) size: u32, @builtin(subgroup_invocation_id) lane: u32) {
"""
LEGAL: Final = (
    "cells[i] = subgroupAdd(vec2u(i)).x;",
    "cells[i] = u32(subgroupMul(vec4f(f32(i))).w);",
    "cells[i] = subgroupExclusiveAdd(i) + subgroupInclusiveMul(i);",
    "cells[i] = subgroupMin(i) + u32(subgroupMax(-1i) + 2i);",
    "cells[i] = subgroupAnd(i) + subgroupOr(vec3u(i)).z + subgroupXor(i);",
    "cells[i] = subgroupBroadcast(i, 1) + subgroupBroadcast(i, 2i) + subgroupBroadcast(i, 127u);",
    "cells[i] = u32(subgroupBroadcastFirst(1.5));",
    "cells[i] = subgroupShuffle(i, i) + subgroupShuffle(i, i32(i)) + subgroupShuffle(i, 127);",
    "cells[i] = subgroupShuffleXor(i, given.x) + subgroupShuffleUp(i, 1);",
    "cells[i] = subgroupShuffleDown(i, group.x);",
    "cells[i] = u32(subgroupAdd(1)); _ = subgroupAdd(1u);",
    "cells[i] = subgroupBallot(true).x + u32(subgroupElect());",
    "cells[i] = u32(subgroupAll(i > 3u)) + u32(subgroupAny(lane == size));",
    "cells[i] = quadBroadcast(i, 3) + quadSwapX(i) + quadSwapY(i) + quadSwapDiagonal(i);",
    "if group.x > 3u { cells[i] = subgroupAdd(i); }",
    "for (var k = 0u; k < given.y; k++) { cells[i] = subgroupAdd(i); }",
    "@diagnostic(off, subgroup_uniformity) if i > 3u { cells[i] = subgroupAdd(i); }",
    "@diagnostic(warning, subgroup_uniformity) if true { cells[i] = subgroupShuffleXor(i, i); }",
)
"""Bodies that Tint takes, and we."""
ILLEGAL: Final = (
    "cells[i] = u32(subgroupAdd(true));",
    "cells[i] = u32(subgroupAnd(1.0));",
    "cells[i] = u32(subgroupAnd(true));",
    "cells[i] = u32(subgroupBroadcast(true, 0u));",
    "cells[i] = subgroupBroadcast(i, given.x);",
    "cells[i] = subgroupBroadcast(i, chosen);",
    "cells[i] = subgroupBroadcast(i, 128);",
    "cells[i] = subgroupBroadcast(i, -1);",
    "cells[i] = subgroupShuffle(i, 128);",
    "cells[i] = subgroupShuffle(i, -1);",
    "cells[i] = subgroupShuffleXor(i, 1i);",
    "cells[i] = subgroupShuffleXor(i, 128);",
    "cells[i] = subgroupShuffleXor(i, i);",
    "cells[i] = subgroupShuffleUp(i, lane);",
    "cells[i] = subgroupAdd(1);",
    "const one = subgroupAdd(1);",
    "subgroupAdd(1u);",
    "subgroupElect();",
    "cells[i] = u32(subgroupAllEqual(i));",
    "cells[i] = subgroupExclusiveMin(i);",
    "cells[i] = quadBroadcast(i, 4);",
    "cells[i] = quadBroadcast(i, given.x);",
    "if i > 3u { cells[i] = subgroupAdd(i); }",
    "if i > 3u { cells[i] = u32(subgroupElect()); }",
    "if i > 3u { cells[i] = quadSwapX(i); }",
    "if i > 3u { return; } cells[i] = subgroupAdd(i);",
    "for (var k = 0u; k < 4u; k++) { if k == i { break; } cells[i] = subgroupAdd(i); }",
    "if subgroupAny(i > 3u) { cells[i] = subgroupAdd(i); }",
    "if subgroupBallot(i > 3u).x > 3u { cells[i] = subgroupAdd(i); }",
    "if subgroupBroadcastFirst(i) > 3u { cells[i] = subgroupAdd(i); }",
    "if subgroupElect() { workgroupBarrier(); }",
    "@diagnostic(off, derivative_uniformity) if i > 3u { cells[i] = subgroupAdd(i); }",
)
"""Bodies that neither takes."""
STRICTER: Final = (
    "if subgroupAdd(group.x) > 3u { cells[i] = subgroupAdd(i); }",
    "if size > 3u { cells[i] = subgroupAdd(i); }",
)
"""Bodies that Tint takes, as it tells what is the same in a subgroup, and we do not."""
_OWN: Final = (
    "subgroupShuffleXor({}, 0u)",
    "subgroupShuffleUp({}, 0)",
    "subgroupShuffleDown(vec3u({}, 1u, i), 0u).x",
    "{}",
)
_SHARED: Final = (
    "subgroupMin({})",
    "subgroupMax({})",
    "subgroupAnd({})",
    "subgroupOr(vec2u({}, 5u)).x",
    "subgroupBroadcastFirst({})",
    "u32(subgroupAll({} > 4u))",
    "select(3u, i, subgroupAny({} > 4u))",
    "u32(subgroupBroadcastFirst(share.y) * 2.0)",
)
_SAME: Final = ("given.x", "given.y", "given[2]", "group.x", "counts.x", "7u", "(given.z + 9u)")
_EACH: Final = ("i", "(i * 3u)", "(given.w ^ i)", "cells[i]")


def program_of(body: str) -> Program:
    """Return the program with a body of `LEGAL` or its kin."""
    text = f"{_HEAD}override chosen = 1u;\n{_ENTRY}  {body}\n}}\n"
    return Program("wgsl", "compute", text.encode(), _inputs())


def _inputs() -> Inputs:
    numbers = struct.pack("<4I", 5, 2, 40, 3)
    return Inputs(
        uniforms=(
            Uniform("given", numbers, 1),
            Uniform("share", struct.pack("<4f", 0.5, 1.5, 2.5, 3.5), 2),
        ),
        buffers=(Buffer(0, struct.pack("<64I", *range(64)), (("uint", 64),)),),
        groups=(2, 1, 1),
    )


def known_program(number: int) -> Program:
    """Return the random program of a number."""
    rng = Rng.of(number, "WGSL subgroups")
    body = "".join(_statement(rng) for _ in range(2 + rng.below(4)))
    text = (
        f"{_HEAD}@group(0) @binding(2) var<uniform> share: vec4f;\n"
        "fn own(a: u32) -> u32 { return subgroupShuffleXor(a, 0u) + 1u; }\n"
        "@compute @workgroup_size(16)\n"
        "fn go(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u,\n"
        "      @builtin(num_workgroups) counts: vec3u) {\n"
        f"  let at = group.x * {COUNT}u + i;\n{body}}}\n"
    )
    text = text.replace("cells[i]", "cells[at]")
    return Program("wgsl", "compute", text.encode(), _inputs())


def _statement(rng: Rng) -> str:
    """Return a statement that all invocations reach together, or none."""
    kept = f"cells[at] = cells[at] * 3u + {_value(rng)};"
    if rng.chance(0.2):
        return f"  if {rng.choose(_SAME)} > {rng.below(9)}u {{ {kept} }}\n"
    if rng.chance(0.2):
        return f"  for (var k = 0u; k < given.y; k++) {{ {kept} }}\n"
    return f"  {kept}\n"


def _value(rng: Rng) -> str:
    """Return an operation, of what each invocation has or of what all have."""
    if rng.chance(0.15):
        return f"own({rng.choose(_EACH)})"
    if rng.chance(0.5):
        return rng.choose(_OWN).format(rng.choose(_EACH))
    return rng.choose(_SHARED).format(rng.choose(_SAME))
