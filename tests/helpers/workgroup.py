"""A compute shader around a few lines, and the proof of variants of the corpus' compute shaders
by the interpreter.
"""

from __future__ import annotations

from typing import Final

from helpers.transform import flaw_of, numbered

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.module import Module

HEAD: Final = """
    OpCapability Shader
    {capabilities}
    OpMemoryModel Logical GLSL450
    OpEntryPoint {execution} %main "main" %local_id %group_id {inputs}
    OpExecutionMode %main {mode}
    {annotations}
    OpDecorate %local_id BuiltIn LocalInvocationId
    OpDecorate %group_id BuiltIn WorkgroupId
    OpDecorate %words ArrayStride 4
    OpDecorate %block_type BufferBlock
    OpMemberDecorate %block_type 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    OpDecorate %uniform_type Block
    OpMemberDecorate %uniform_type 0 Offset 0
    OpDecorate %uniform DescriptorSet 0
    OpDecorate %uniform Binding 1
    %void = OpTypeVoid
    %main_type = OpTypeFunction %void
    %bool = OpTypeBool
    %uint = OpTypeInt 32 0
    %int = OpTypeInt 32 1
    %v3uint = OpTypeVector %uint 3
    %words = OpTypeRuntimeArray %uint
    %block_type = OpTypeStruct %words
    %uniform_type = OpTypeStruct %uint
    %buffer_type = OpTypePointer Uniform %block_type
    %constants_type = OpTypePointer Uniform %uniform_type
    %word_type = OpTypePointer Uniform %uint
    %v3_input = OpTypePointer Input %v3uint
    %uint_input = OpTypePointer Input %uint
    %true = OpConstantTrue %bool
    %false = OpConstantFalse %bool
    %uint_0 = OpConstant %uint 0
    %uint_1 = OpConstant %uint 1
    %uint_2 = OpConstant %uint 2
    %uint_264 = OpConstant %uint 264
    %local_id = OpVariable %v3_input Input
    %group_id = OpVariable %v3_input Input
    %buffer = OpVariable %buffer_type Uniform
    %uniform = OpVariable %constants_type Uniform
"""
MAIN: Final = """
    %main = OpFunction %void None %main_type
    %entry = OpLabel
    %local = OpLoad %v3uint %local_id
    %x = OpCompositeExtract %uint %local 0
    %group = OpLoad %v3uint %group_id
    %gx = OpCompositeExtract %uint %group 0
    %setting_at = OpAccessChain %word_type %uniform %uint_0
    %setting = OpLoad %uint %setting_at
    %cell = OpAccessChain %word_type %buffer %uint_0 %x
    %word = OpLoad %uint %cell
    %varying = OpULessThan %bool %x %uint_2
    %shared = OpULessThan %bool %gx %setting
"""
TAIL: Final = """
    OpReturn
    OpFunctionEnd
"""
STEPS: Final = 60


def workgroup_module(
    body: str,
    *,
    globals_: str = "",
    functions: str = "",
    annotations: str = "",
    capabilities: str = "",
    mode: str = "LocalSize 4 2 1",
    execution: str = "GLCompute",
    inputs: str = "",
) -> Module:
    """Return a valid compute shader with `body` at the end of its entry block.

    There, `%varying` differs between the invocations of a workgroup, `%shared` does not.
    """
    head = HEAD.format(
        capabilities=capabilities,
        annotations=annotations,
        mode=mode,
        execution=execution,
        inputs=inputs,
    )
    data = assemble(numbered(head + globals_ + MAIN + body + TAIL + functions), (1, 3))
    assert flaw_of(data) is None, flaw_of(data)
    return Module.parse(data)
