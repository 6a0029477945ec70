"""Operations of subgroups that give an invocation its own value; all others are refused."""

from __future__ import annotations

from typing import Final

import pytest
from helpers.shading_runs import BothPaths, compute_inputs, compute_text
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.rounding import MODES
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Refused
from aberration.languages.shading.read import read

KINDS: Final = (
    "basic",
    "vote",
    "arithmetic",
    "ballot",
    "shuffle",
    "shuffle_relative",
    "clustered",
    "quad",
)
EXTENSIONS: Final = "\n".join(
    f"#extension GL_KHR_shader_subgroup_{kind} : require" for kind in KINDS
)
UNIFORM: Final = "layout(binding = 1) uniform Given { int given; float scale; };"


def words(body: str) -> bytes:
    """Return the buffer after a body, on both paths."""
    head, rest = compute_text("glsl", body, UNIFORM, 4).split("\n", 1)
    text = f"{head}\n{EXTENSIONS}\n{rest}"
    inputs = compute_inputs()
    uniform = Uniform("given", b"\x05\0\0\0\0\0\0\x40", binding=1)
    inputs = replace(inputs, uniforms=(uniform,))
    found = BothPaths(read(text, "glsl", "subgroups"), "compute", inputs).dispatch()
    assert isinstance(found, Buffers), str(found)
    return found.data[0]


OWN: Final = "int own = int(gl_LocalInvocationIndex) * 3 + 1;"
STORE: Final = "if (gl_LocalInvocationIndex == 2u) { data[0] = int(RESULT); }"


def result(expression: str) -> int:
    """Return what invocation 2 computes; its own value is 7."""
    return int.from_bytes(words(f"{OWN}\n{STORE.replace('RESULT', expression)}")[:4], "little")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("subgroupShuffleXor(own, 0u)", 7),
        ("subgroupShuffleUp(ivec2(own, 1), 0u).x", 7),
        ("subgroupShuffleDown(own, 0u)", 7),
        ("subgroupClusteredAdd(own, 1u)", 7),
        ("subgroupClusteredMax(float(own), 1u)", 7),
        ("subgroupMax(given)", 5),
        ("subgroupInclusiveMin(given + 2)", 7),
        ("subgroupAnd(given | 8)", 13),
        ("subgroupBroadcastFirst(scale)", 2),
        ("subgroupAll(given > 4)", 1),
        ("subgroupAny(given > 5)", 0),
        ("subgroupAllEqual(given)", 1),
        ("subgroupMin(gl_WorkGroupID.x)", 0),
        ("subgroupMax(3)", 3),
    ],
)
def test_the_own_value(expression: str, expected: int) -> None:
    assert result(expression) == expected


@pytest.mark.parametrize(
    "expression",
    [
        "subgroupMax(own)",
        "subgroupAdd(given)",
        "subgroupShuffleXor(own, 1u)",
        "subgroupShuffle(own, gl_LocalInvocationIndex)",
        "subgroupClusteredAdd(own, 4u)",
        "subgroupClusteredAdd(scale, 1u)",
        "subgroupMax(scale * 2.0)",
        "subgroupMax(scale)",
        "subgroupAllEqual(scale)",
        "subgroupExclusiveMax(given)",
        "subgroupBroadcast(given, 0u)",
        "subgroupElect()",
        "subgroupBallot(true).x",
        "subgroupQuadSwapHorizontal(own)",
        "subgroupAllEqual(own)",
        "gl_SubgroupSize",
    ],
)
def test_what_hangs_on_the_grouping_is_refused(expression: str) -> None:
    with pytest.raises(Refused):
        result(expression)


def clustered(options: Options) -> Interpreter:
    """A shader whose only value is a cluster of a float that is too small to be normal."""
    body = "real[0] = subgroupClusteredMax(tiny, 1u);"
    head, rest = compute_text(
        "glsl", body, "layout(binding = 1) uniform T { float tiny; };", 1
    ).split("\n", 1)
    uniform = Uniform("T", b"\x07\0\0\0", binding=1)
    inputs = replace(compute_inputs(), uniforms=(uniform,))
    shader = read(f"{head}\n{EXTENSIONS}\n{rest}", "glsl", "subgroups")
    return Interpreter(shader, "compute", inputs, options)


def test_a_cluster_of_a_subnormal_may_be_flushed() -> None:
    flushing = next(number for number, mode in enumerate(MODES) if mode.flushes)
    found = {}
    for rounding in (None, 0, flushing):
        outcome = clustered(Options(rounding=rounding)).dispatch()
        assert isinstance(outcome, Buffers)
        found[rounding] = outcome.data[0][32:36]
    assert found == {None: b"\x07\0\0\0", 0: b"\x07\0\0\0", flushing: bytes(4)}


def test_a_cluster_of_what_may_be_nan_is_refused() -> None:
    with pytest.raises(Refused, match="subgroupClusteredMax"):
        clustered(Options(nonfinite="allow"))


WGSL: Final = """enable subgroups;
@group(0) @binding(0) var<storage, read_write> data: array<i32, 8>;
@group(0) @binding(1) var<uniform> given: vec2i;
@group(0) @binding(2) var<uniform> scale: f32;
@compute @workgroup_size(4)
fn go(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) group: vec3u {inputs}) {{
  let own = i32(i) * 3 + 1;
  let result = i32({expression});
  if i == 2u {{ data[0] = result; }}
}}
"""


def wgsl_result(expression: str, inputs: str = "") -> int:
    """The same in WGSL."""
    text = WGSL.format(expression=expression, inputs=inputs)
    uniforms = (
        Uniform("given", b"\x05\0\0\0\x06\0\0\0", binding=1),
        Uniform("scale", b"\0\0\0\x40", binding=2),
    )
    buffer = Buffer(0, bytes(32), (("int", 8),))
    given = Inputs(uniforms=uniforms, buffers=(buffer,))
    found = BothPaths(read(text, "wgsl"), "compute", given).dispatch()
    assert isinstance(found, Buffers), str(found)
    return int.from_bytes(found.data[0][:4], "little")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("subgroupShuffleXor(own, 0u)", 7),
        ("subgroupShuffleUp(vec2i(own, 1), 0).x", 7),
        ("subgroupShuffleDown(f32(own), 0u)", 7),
        ("subgroupMax(given.y)", 6),
        ("subgroupMin(given[1] - 2)", 4),
        ("subgroupAnd(vec2i(given.x, 3)).x", 5),
        ("subgroupOr(given).y", 6),
        ("subgroupBroadcastFirst(scale)", 2),
        ("select(3, 4, subgroupAny(given.x > 4))", 4),
        ("select(3, 4, subgroupAll(group.x > 4u))", 3),
        ("subgroupMax(group).z", 0),
    ],
)
def test_the_own_value_in_wgsl(expression: str, expected: int) -> None:
    assert wgsl_result(expression) == expected


@pytest.mark.parametrize(
    "expression",
    [
        "subgroupMax(own)",
        "subgroupAdd(given.x)",
        "subgroupExclusiveAdd(given.x)",
        "subgroupInclusiveMul(given.x)",
        "subgroupShuffle(own, i)",
        "subgroupShuffleXor(own, 1u)",
        "subgroupShuffleXor(own, group.x)",
        "subgroupMax(scale)",
        "subgroupMul(1)",
        "subgroupXor(given.x)",
        "subgroupBroadcast(given.x, 0)",
        "subgroupBallot(true).x",
        "u32(subgroupElect())",
        "quadBroadcast(given.x, 0)",
        "quadSwapX(own)",
        "quadSwapY(own)",
        "quadSwapDiagonal(own)",
    ],
)
def test_what_hangs_on_the_grouping_is_refused_in_wgsl(expression: str) -> None:
    with pytest.raises(Refused, match="which invocations form a subgroup"):
        wgsl_result(expression)


@pytest.mark.parametrize("name", ["subgroup_size", "subgroup_invocation_id"])
def test_what_tells_of_the_grouping_is_refused_in_wgsl(name: str) -> None:
    with pytest.raises(Refused, match=name):
        wgsl_result("own", f", @builtin({name}) told: u32")


def test_derivatives_beside_subgroups_are_refused() -> None:
    text = f"""#version 450
{EXTENSIONS}
layout(location = 0) out vec4 colour;
void main() {{ colour = vec4(dFdx(subgroupShuffleXor(gl_FragCoord.x, 0u))); }}
"""
    inputs = Inputs(width=4, height=4)
    with pytest.raises(Refused, match="beside derivatives"):
        Interpreter(read(text, "glsl", "derived"), "fragment", inputs).image()


def test_a_barrier_of_subgroups_is_refused() -> None:
    with pytest.raises(Refused, match="subgroupBarrier"):
        words("subgroupBarrier();")
