"""Operations of subgroups that give an invocation its own value; all others are refused."""

from __future__ import annotations

from typing import Final

import pytest
from helpers.shading_runs import BothPaths, compute_inputs, compute_text
from msgspec.structs import replace

from aberration.core.inputs import Inputs, Uniform
from aberration.core.outcome import Buffers
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
