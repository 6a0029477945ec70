"""A module whose result and workgroups hang on specialisation constants."""

from __future__ import annotations

import struct
from typing import Final

from aberration.core.constants import Constant
from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.languages.spirv.assembly import assemble

TEXT: Final = """
OpCapability Shader
OpExtension "SPV_KHR_storage_buffer_storage_class"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %local
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %count SpecId 0
OpDecorate %scale SpecId 1
OpDecorate %flag SpecId 2
OpDecorate %wide SpecId 3
OpDecorate %size BuiltIn WorkgroupSize
OpDecorate %local BuiltIn LocalInvocationIndex
OpDecorate %words ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %data DescriptorSet 0
OpDecorate %data Binding 0
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%procedure = OpTypeFunction %void
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%three = OpConstant %uint 3
%count = OpSpecConstant %uint 2
%scale = OpSpecConstant %float 0.5
%flag = OpSpecConstantFalse %bool
%wide = OpSpecConstant %uint 1
%twice = OpSpecConstantOp %uint IAdd %count %count
%chosen = OpSpecConstantOp %uint Select %flag %twice %one
%vector3 = OpTypeVector %uint 3
%size = OpSpecConstantComposite %vector3 %wide %one %one
%array = OpTypeArray %uint %count
%p_array = OpTypePointer Function %array
%p_uint = OpTypePointer Function %uint
%words = OpTypeRuntimeArray %uint
%block = OpTypeStruct %words
%p_block = OpTypePointer StorageBuffer %block
%p_word = OpTypePointer StorageBuffer %uint
%p_input = OpTypePointer Input %uint
%data = OpVariable %p_block StorageBuffer
%local = OpVariable %p_input Input
%main = OpFunction %void None %procedure
%entry = OpLabel
%cells = OpVariable %p_array Function
%index = OpLoad %uint %local
%last = OpISub %uint %count %one
%cell = OpAccessChain %p_uint %cells %last
OpStore %cell %chosen
%read = OpLoad %uint %cell
%bits = OpBitcast %uint %scale
%more = OpIAdd %uint %read %bits
%place = OpAccessChain %p_word %data %zero %index
OpStore %place %more
OpReturn
OpFunctionEnd
"""
SOURCE: Final = assemble(TEXT)
GIVEN: Final = (
    Constant("0", "uint", 5),
    Constant("1", "float", 0x3FC00000),
    Constant("2", "bool", 1),
    Constant("3", "uint", 4),
)


CASES: Final[tuple[tuple[tuple[Constant, ...], tuple[int, ...]], ...]] = (
    ((), (0x3F000001, 0, 0, 0)),
    (GIVEN, (0x3FC0000A,) * 4),
    (GIVEN[:2], (0x3FC00001, 0, 0, 0)),
    (GIVEN[2:], (0x3F000004,) * 4),
    ((Constant("9", "int", 1),), (0x3F000001, 0, 0, 0)),
)
"""Values that are given, and the words of the buffer with them."""


def program(*constants: Constant) -> Program:
    """Return the module on a buffer of four words."""
    buffer = Buffer(0, bytes(16), (("uint", 4),))
    return Program("spirv", "compute", SOURCE, Inputs(buffers=(buffer,), constants=constants))


def words(found: object) -> tuple[int, ...]:
    """Return the words of its buffer."""
    assert isinstance(found, Buffers)
    return struct.unpack("<4I", found.data[0])
