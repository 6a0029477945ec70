"""A shader is driven only in ways that it cannot see."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import Program, Stage
from aberration.core.ways import WAYS, ways_of
from aberration.methods.drive.fitting import fitting_ways
from aberration.targets.front_end import compile_glsl

PLAIN: Final = "layout(location = 0) out vec4 colour; void main() { colour = vec4(1.0); }"
STORES: Final = """layout(binding = 0) buffer Data { int data[]; };
layout(location = 0) out vec4 colour; void main() { colour = vec4(float(data[0]++)); }"""
COUNTS: Final = """layout(local_size_x = 1) in; layout(binding = 0) buffer Data { uint data[]; };
void main() { data[gl_GlobalInvocationID.x] = gl_NumWorkGroups.x; }"""
HELPS: Final = """layout(location = 0) out vec4 colour;
void main() { colour = vec4(dFdx(gl_HelperInvocation ? 1.0 : 0.0)); }"""
KERNEL: Final = COUNTS.replace("gl_NumWorkGroups", "gl_WorkGroupID")


def ways(text: str, stage: Stage = "fragment", inputs: Inputs | None = None) -> set[str]:
    module = compile_glsl(Program("glsl", stage, f"#version 450\n{text}".encode()))
    return {*fitting_ways(replace(module, inputs=inputs or Inputs(groups=(4, 1, 1))))}


def text_of(text: str, stage: Stage = "fragment") -> Program:
    return Program("glsl", stage, f"#version 450\n{text}".encode(), Inputs(groups=(4, 1, 1)))


def test_a_shader_without_inputs_has_nothing_to_bind() -> None:
    found = ways(PLAIN)
    assert {"DrawIndexed", "SubmitTwice", "DrawTwoInstances", "MakePipelineTwice"} <= found
    assert not found & {"UseDynamicOffsets", "CopyDescriptors", "PushInParts", "DispatchInParts"}


def test_what_stores_is_not_drawn_twice() -> None:
    found = ways(STORES)
    assert {"DrawIndexed", "UseDynamicOffsets"} <= found
    assert not found & {way.name for way in WAYS.values() if way.changes == "invocations"}


def test_what_asks_who_helps_is_drawn_with_one_triangle() -> None:
    assert "DrawTwoTriangles" in ways(PLAIN)
    assert "DrawTwoTriangles" not in ways(HELPS)
    assert "DrawTwoTriangles" not in {*fitting_ways(text_of(HELPS))}


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


@pytest.mark.parametrize(("text", "stage"), [(PLAIN, "fragment"), (KERNEL, "compute")])
def test_shaders_are_driven_in_ways_of_the_apis_that_take_them(text: str, stage: Stage) -> None:
    module, shader = ways(text, stage), {*fitting_ways(text_of(text, stage))}
    assert module <= ways_of("vulkan", stage)
    assert shader <= ways_of("opengl", stage)
    assert "UseProgramBinary" in shader - module
    assert "RecordAgain" in module - shader


def test_text_that_stores_is_not_drawn_twice() -> None:
    found = {*fitting_ways(text_of(STORES))}
    assert {"DrawIndexed", "BindWithinBuffer"} <= found
    assert not found & {way.name for way in WAYS.values() if way.changes == "invocations"}


BOUND: Final = """@group(0) @binding(0) var<uniform> shift: f32;
@group(0) @binding(1) var<uniform> scale: f32;
@fragment fn main() -> @location(0) vec4<f32> { return vec4(shift, SCALE, 0.0, 1.0); }"""


@pytest.mark.parametrize(("named", "expected"), [("scale", True), ("1.0", False)])
def test_a_layout_is_automatic_where_all_buffers_are_used(named: str, expected: bool) -> None:
    shader = Program("wgsl", "fragment", BOUND.replace("SCALE", named).encode())
    found = fitting_ways(shader)
    assert ("UseAutomaticLayout" in found) == expected
    assert "UseDynamicOffsets" in found


def test_a_buffer_that_no_shader_declares_has_no_automatic_layout() -> None:
    text = BOUND.replace("SCALE", "scale").encode()
    other = Inputs(buffers=(Buffer(7, bytes(4), (("uint", 1),)),))
    assert "UseAutomaticLayout" not in fitting_ways(Program("wgsl", "fragment", text, other))
