"""What an implementation of WebGPU is told of a pair of a vertex and a fragment shader."""

from __future__ import annotations

import pytest
from helpers.pair_texts import named_pair as family_pair
from helpers.wgsl_pairs import PairText, named_pair, pair
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Uniform
from aberration.core.outcome import Rejected
from aberration.core.program import Program, ShaderStage
from aberration.targets.runners.webgpu.client import frame_of
from aberration.targets.runners.webgpu.prepare import PreparedShader, prepare
from aberration.targets.runners.webgpu.vertices import OtherStage

STAGES: tuple[ShaderStage, ...] = ("fragment", "vertex")
UNIFORM = "@group(0) @binding(2) var<uniform> k: vec4f;"
STORED = "@group(0) @binding(1) var<storage, read> s: array<f32>;"


def prepared(program: Program) -> PreparedShader:
    found = prepare(program, ("wgsl",))
    assert isinstance(found, PreparedShader), found
    return found


def refusal(program: Program) -> str:
    found = prepare(program, ("wgsl", "spirv", "glsl"))
    assert isinstance(found, Rejected), found
    assert found.unasked
    return found.message


@pytest.mark.parametrize("stage", STAGES)
def test_the_other_stage_is_that_of_the_pair(stage: ShaderStage) -> None:
    program = named_pair("floats", stage)
    found = prepared(program)
    assert found.entry_point == ("place" if stage == "vertex" else "paint")
    assert found.points is not None
    assert found.points.other == OtherStage(
        program.companion.decode(),
        "paint" if stage == "vertex" else "place",
        is_vertex=stage == "fragment",
        paired=True,
    )
    assert found.points.count == 256
    assert len(found.points.buffers) == 5


@pytest.mark.parametrize("stage", STAGES)
def test_one_module_is_made_once(stage: ShaderStage) -> None:
    found = prepared(named_pair("floats", stage, together=True))
    assert found.points is not None
    assert found.points.other.text == ""
    assert found.entry_point == ("place" if stage == "vertex" else "paint")


def test_a_frame_says_which_stage_is_the_other() -> None:
    program = named_pair("floats")
    header, _ = frame_of(prepared(program), program)
    points = header["points"]
    assert isinstance(points, dict)
    assert points["other"] == {
        "text": program.companion.decode(),
        "entry_point": "place",
        "is_vertex": True,
        "paired": True,
    }


@pytest.mark.parametrize("stage", STAGES)
def test_buffers_of_both_stages_are_bound(stage: ShaderStage) -> None:
    program = pair(PairText((), "vec4f(1.0)"), stage)
    more = [UNIFORM, STORED]
    given = replace(
        program.inputs,
        uniforms=(Uniform("k", bytes(16), 2),),
        buffers=(Buffer(1, bytes(8)),),
    )
    own, other = (
        f"{more[k]}\n{one.decode()}".encode() for k, (_, one) in enumerate(program.stages())
    )
    if stage == "fragment":
        own, other = other, own
    found = prepared(replace(program, source=own, companion=other, inputs=given))
    assert [(one.binding, found.buffer_type(one)) for one in found.slots] == [
        (1, "read-only-storage"),
        (2, "uniform"),
    ]


@pytest.mark.parametrize(
    ("vertex", "fragment", "reason"),
    [
        ("", STORED.replace("read>", "read_write>"), "a storage block that the vertex stage may"),
        (UNIFORM, STORED.replace("(1)", "(2)"), "a block that the two stages declare otherwise"),
        ("", "@group(0) @binding(3) var t: texture_2d<f32>;", "textures in a pair"),
    ],
)
def test_what_no_device_promises_is_refused(vertex: str, fragment: str, reason: str) -> None:
    program = pair(PairText((), "vec4f(1.0)"))
    own, other = (
        f"{more}\n{one.decode()}".encode()
        for more, one in ((fragment, program.source), (vertex, program.companion))
    )
    given = replace(program.inputs, buffers=(Buffer(1, bytes(8)),))
    assert refusal(replace(program, source=own, companion=other, inputs=given)).startswith(reason)


def test_a_pair_without_its_other_stage() -> None:
    program = named_pair("floats")
    assert refusal(replace(program, companion=b"fn f() {}")) == "there is no entry point for vertex"


@pytest.mark.parametrize("version", ["310 es", "450"])
def test_pairs_are_taken_in_wgsl_alone(version: str) -> None:
    program = replace(family_pair(version, "floats"), language="glsl")
    assert refusal(program) == "pairs are taken in WGSL alone"
