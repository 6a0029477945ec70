"""A module is driven only in ways that it cannot see."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from aberration.core.inputs import Inputs, Uniform
from aberration.core.program import Program, Stage
from aberration.core.ways import WAYS
from aberration.methods.drive.fitting import fitting_ways
from aberration.targets.front_end import compile_glsl

PLAIN: Final = "layout(location = 0) out vec4 colour; void main() { colour = vec4(1.0); }"
STORES: Final = """layout(binding = 0) buffer Data { int data[]; };
layout(location = 0) out vec4 colour; void main() { colour = vec4(float(data[0]++)); }"""
COUNTS: Final = """layout(local_size_x = 1) in; layout(binding = 0) buffer Data { uint data[]; };
void main() { data[gl_GlobalInvocationID.x] = gl_NumWorkGroups.x; }"""
KERNEL: Final = COUNTS.replace("gl_NumWorkGroups", "gl_WorkGroupID")


def ways(text: str, stage: Stage = "fragment", inputs: Inputs | None = None) -> set[str]:
    module = compile_glsl(Program("glsl", stage, f"#version 450\n{text}".encode()))
    return {*fitting_ways(replace(module, inputs=inputs or Inputs(groups=(4, 1, 1))))}


def test_a_shader_without_inputs_has_nothing_to_bind() -> None:
    found = ways(PLAIN)
    assert {"DrawIndexed", "SubmitTwice", "DrawTwoInstances", "MakePipelineTwice"} <= found
    assert not found & {"UseDynamicOffsets", "CopyDescriptors", "PushInParts", "DispatchInParts"}


def test_what_stores_is_not_drawn_twice() -> None:
    found = ways(STORES)
    assert {"DrawIndexed", "UseDynamicOffsets"} <= found
    assert not found & {way.name for way in WAYS.values() if way.changes == "invocations"}


def test_what_asks_for_the_number_of_workgroups_is_dispatched_at_once() -> None:
    assert "DispatchInParts" not in ways(COUNTS, "compute")
    assert "DispatchIndirect" in ways(COUNTS, "compute")
    assert "DispatchInParts" in ways(KERNEL, "compute")
    assert "DispatchInParts" not in ways(KERNEL, "compute", Inputs())


@pytest.mark.parametrize(("size", "expected"), [(4, False), (8, True)])
def test_push_constants_are_pushed_in_parts_where_there_are_two(size: int, expected: bool) -> None:
    pushed = Uniform("value", bytes(size), push_constant=True)
    assert ("PushInParts" in ways(PLAIN, inputs=Inputs((pushed,)))) == expected


def test_a_way_is_not_wanted_twice() -> None:
    assert "DrawIndexed" not in ways(PLAIN, inputs=Inputs(ways=("DrawIndexed",)))
