"""What Dawn prints: the text of a stage, and where buffers went."""

from __future__ import annotations

import pytest

from aberration.core.errors import InternalError
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.languages.spirv.validate import validate
from aberration.targets.runners.webgpu.prepare import PreparedShader, prepare
from aberration.targets.runners.webgpu.tint_dumps import (
    last_text,
    module_of,
    move_inputs,
    needs_more_inputs,
    places_of,
    probe_of,
)

VERTEX = "#version 320 es\nvoid main() { gl_Position = vec4(0.0); }\n"
FRAGMENT = "#version 320 es\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1.0); }\n"
LOG = (
    "info:\n// Dumped WGSL:\n@fragment fn f() {}\n"
    f"info:\n/* Dumped generated GLSL */\n{FRAGMENT}"
    f"info:\n/* Dumped generated GLSL */\n{VERTEX}"
    "Warning: something else\n"
)
MODULE = """; SPIR-V
; Version: 1.3
; Generator: Google Tint Compiler; 1
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "dawn_entry_point"
               OpExecutionMode %main LocalSize 1 1 1
               OpDecorate %one DescriptorSet 0
               OpDecorate %one Binding 1
               OpDecorate %two DescriptorSet 1
               OpDecorate %two Binding 0
               OpDecorate %_arr ArrayStride 4
               OpDecorate %_arr2 ArrayStride 16
               OpMemberDecorate %block 0 Offset 0
               OpDecorate %block Block
               OpMemberDecorate %block2 0 Offset 0
               OpDecorate %block2 Block
       %void = OpTypeVoid
       %uint = OpTypeInt 32 0
     %v4uint = OpTypeVector %uint 4
       %1001 = OpConstant %uint 1001
       %1002 = OpConstant %uint 1002
       %_arr = OpTypeArray %uint %1001
      %_arr2 = OpTypeArray %v4uint %1002
      %block = OpTypeStruct %_arr
     %block2 = OpTypeStruct %_arr2
          %p = OpTypePointer StorageBuffer %block
         %p2 = OpTypePointer Uniform %block2
        %one = OpVariable %p StorageBuffer
        %two = OpVariable %p2 Uniform
         %fn = OpTypeFunction %void
       %main = OpFunction %void None %fn
         %at = OpLabel
               OpReturn
               OpFunctionEnd
"""
PROBE_ESSL = """#version 320 es
layout(binding = 1, std430)
buffer f_probe0_ssbo {
  uint member_0[1001];
} v;
layout(binding = 0, std140)
uniform f_probe1_ubo {
  uvec4 member_0[1002];
} v_1;
void main() {}
"""
PROGRAM = Program(
    "wgsl",
    "compute",
    b"""
@group(0) @binding(7) var<storage, read_write> a: array<u32>;
@group(1) @binding(2) var<uniform> b: vec4<u32>;
@compute @workgroup_size(1) fn main() { a[0] = b.x; }
""",
    Inputs((Uniform("b", bytes(16), 2, 1), Uniform("gone", bytes(4), 3, 3)), (Buffer(7, b"1234"),)),
)


def shader(program: Program = PROGRAM) -> PreparedShader:
    found = prepare(program, ("wgsl",))
    assert not isinstance(found, Rejected)
    return found


def test_the_text_of_a_stage_is_told_from_that_of_the_other() -> None:
    assert last_text(LOG, "fragment", "essl") == FRAGMENT
    assert last_text(LOG, "compute", "essl") == ""
    assert last_text(LOG, "fragment", "spirv") == ""
    module = f"info:\n/* Dumped SPIRV disassembly */\n{MODULE}"
    assert last_text(module, "compute", "spirv") == MODULE
    assert last_text(module, "fragment", "spirv") == ""


def test_assembly_becomes_a_valid_module_of_its_version() -> None:
    module = module_of(MODULE)
    assert module[4:8] == bytes((0, 3, 1, 0))
    assert validate(module) is None


def test_a_probe_has_each_buffer_with_a_length_of_its_own() -> None:
    assert probe_of(shader(), "compute") == (
        "@group(0) @binding(7) var<storage, read_write> probe0: array<u32, 1001>;\n"
        "@group(1) @binding(2) var<uniform> probe1: array<vec4<u32>, 1002>;\n"
        "var<workgroup> total: u32;\n"
        "@compute @workgroup_size(1) fn probe() { total = probe0[0] + probe1[0].x; }\n"
    )
    assert "@fragment fn probe()" in probe_of(shader(), "fragment")


def test_places_are_read_from_either_language() -> None:
    places = {(0, 7): (0, 1), (1, 2): (1, 0)}
    assert places_of(shader(), MODULE, "spirv") == places
    assert places_of(shader(), PROBE_ESSL, "essl") == {(0, 7): (0, 1), (1, 2): (0, 0)}
    with pytest.raises(InternalError, match="group 1, binding 2"):
        places_of(shader(), PROBE_ESSL.replace("1002", "1003"), "essl")


def test_inputs_move_with_their_buffers() -> None:
    found = move_inputs(PROGRAM.inputs, {(0, 7): (0, 1), (1, 2): (1, 0)})
    assert [(one.name, one.place) for one in found.uniforms] == [("b", (1, 0))]
    assert [(one.descriptor_set, one.binding) for one in found.buffers] == [(0, 1)]


def test_values_that_only_dawn_sets_are_noticed_where_they_are_read() -> None:
    declared = "#version 320 es\nlayout(location = 0) uniform uint tint_immediates[4];\n"
    assert not needs_more_inputs(f"{declared}void main() {{}}\n", "essl")
    read = f"{declared}void main() {{ uint x = tint_immediates[0]; }}\n"
    assert needs_more_inputs(read, "essl")
    assert not needs_more_inputs(MODULE, "spirv")
    assert needs_more_inputs(f"{MODULE}%x = OpVariable %p PushConstant\n", "spirv")
