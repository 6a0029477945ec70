"""What a module needs no more goes; what it needs stays."""

from __future__ import annotations

from helpers.small_modules import DIAMOND, small_bytes

from aberration.languages.spirv.assembly import assemble, disassemble
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.shrink.unused import drop_unused
from aberration.languages.spirv.validate import validate

SIZED = """
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %unused
OpExecutionMode %main LocalSize 1 1 1
OpSource GLSL 450
OpName %main "main"
OpName %unused "unused"
OpDecorate %size BuiltIn WorkgroupSize
OpDecorate %unused BuiltIn LocalInvocationIndex
%void = OpTypeVoid
%main_type = OpTypeFunction %void
%uint = OpTypeInt 32 0
%v3 = OpTypeVector %uint 3
%input = OpTypePointer Input %uint
%unused = OpVariable %input Input
%one = OpConstant %uint 1
%size = OpConstantComposite %v3 %one %one %one
%main = OpFunction %void None %main_type
%begin = OpLabel
OpReturn
OpFunctionEnd
"""


def without_unused(source: bytes) -> str:
    module = Module.parse(source)
    drop_unused(module)
    made = module.to_bytes()
    assert validate(made) is None
    return disassemble(made)


def test_variables_go_with_their_names_and_their_place_in_the_interface() -> None:
    text = without_unused(assemble(SIZED, (1, 3)))
    assert "unused" not in text
    assert "OpSource" not in text
    assert "LocalInvocationIndex" not in text
    assert '"main"' in text


def test_the_size_of_a_workgroup_stays() -> None:
    assert "WorkgroupSize" in without_unused(assemble(SIZED, (1, 3)))


def test_a_call_stays_though_nothing_uses_what_it_gives() -> None:
    calls = DIAMOND.replace("%28 = OpISub %5 %27 %21", "%28 = OpFunctionCall %2 %60")
    callee = "%60 = OpFunction %2 None %3\n%61 = OpLabel\nOpReturn\nOpFunctionEnd"
    assert "OpFunctionCall" in without_unused(small_bytes(calls, functions=callee))
