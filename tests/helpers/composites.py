"""Composite types and values: what tests of units that take them apart or put them together
need.
"""

from __future__ import annotations

from typing import Final

from helpers.functions import block
from helpers.transform import ident, module_of

from aberration.languages.spirv.module import Module

GLOBALS: Final = """
    %uint_2 = OpConstant %uint 2
    %v3float = OpTypeVector %float 3
    %v3int = OpTypeVector %int 3
    %v4int = OpTypeVector %int 4
    %v2uint = OpTypeVector %uint 2
    %v2bool = OpTypeVector %bool 2
    %v3bool = OpTypeVector %bool 3
    %v4bool = OpTypeVector %bool 4
    %mat = OpTypeMatrix %v2float 2
    %pair = OpTypeStruct %int %v2float
    %array = OpTypeArray %pair %uint_2
    %struct = OpTypeStruct %array %mat %bool
    %no_pair = OpConstantNull %pair
    %ones = OpConstantComposite %v2float %float_1 %float_1
    %undef_v2int = OpUndef %v2int
    %undef_int = OpUndef %int
"""
BODY: Final = """
    %j = OpIAdd %int %i %int_1
    %v2 = OpCompositeConstruct %v2int %i %j
    %w2 = OpCompositeConstruct %v2float %f %float_1
    %w3 = OpCompositeConstruct %v3float %f %w2
    %m = OpCompositeConstruct %mat %w2 %ones
    %p = OpCompositeConstruct %pair %j %w2
    %a = OpCompositeConstruct %array %p %p
    %s = OpCompositeConstruct %struct %a %m %condition
    %end = OpIMul %int %i %j
"""


def composites(body: str = "", globals_: str = "", functions: str = "") -> Module:
    """Return a module with the types and values above, and `body` after `%end`."""
    return module_of(BODY + body, globals_=GLOBALS + globals_, functions=functions)


def dead_entry(module: Module) -> None:
    """Declare the entry block dead."""
    block(module, "%entry").dead = True


def ids(*names: str) -> tuple[int, ...]:
    """Return the numbers that stand for names."""
    return tuple(ident(name) for name in names)


NARROW: Final = """
    OpCapability Shader
    OpCapability StorageBuffer16BitAccess
    OpExtension "SPV_KHR_16bit_storage"
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %main "main"
    OpExecutionMode %main LocalSize 1 1 1
    OpDecorate %buffer Block
    OpMemberDecorate %buffer 0 Offset 0
    OpDecorate %memory DescriptorSet 0
    OpDecorate %memory Binding 0
    %void = OpTypeVoid
    %main_type = OpTypeFunction %void
    %int = OpTypeInt 32 1
    %int_0 = OpConstant %int 0
    %half = OpTypeFloat 16
    %v2half = OpTypeVector %half 2
    %buffer = OpTypeStruct %v2half
    %buffer_pointer = OpTypePointer StorageBuffer %buffer
    %half_pointer = OpTypePointer StorageBuffer %v2half
    %memory = OpVariable %buffer_pointer StorageBuffer
    %main = OpFunction %void None %main_type
    %entry = OpLabel
    %chain = OpAccessChain %half_pointer %memory %int_0
    %halves = OpLoad %v2half %chain
    OpReturn
    OpFunctionEnd
"""
"""A module that may load and store numbers of 16 bits, but not compute with them."""
