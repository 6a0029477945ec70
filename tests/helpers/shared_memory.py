"""A compute shader with memory that invocations share: what tests of atomic accesses need."""

from __future__ import annotations

from typing import Final

from helpers.transform import block_of, flaw_of, ident, numbered

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.module import Module

TEXT: Final = """
    OpCapability Shader
    {capability}
    OpMemoryModel Logical {model}
    OpEntryPoint GLCompute %main "main"
    OpExecutionMode %main LocalSize 4 1 1
    OpDecorate %block_type Block
    OpMemberDecorate %block_type 0 Offset 0
    OpMemberDecorate %block_type 1 Offset 4
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    OpDecorate %constant DescriptorSet 0
    OpDecorate %constant Binding 1
    OpDecorate %constant NonWritable
    %void = OpTypeVoid
    %main_type = OpTypeFunction %void
    %bool = OpTypeBool
    %uint = OpTypeInt 32 0
    %float = OpTypeFloat 32
    %true = OpConstantTrue %bool
    %device = OpConstant %uint 1
    %workgroup = OpConstant %uint 2
    %invocation = OpConstant %uint 4
    %relaxed = OpConstant %uint 0
    %acquire_buffer = OpConstant %uint 0x42
    %acquire_shared = OpConstant %uint 0x102
    %release_buffer = OpConstant %uint 0x44
    %release_shared = OpConstant %uint 0x104
    %only_buffer = OpConstant %uint 0x40
    %undef = OpUndef %uint
    %float_1 = OpConstant %float 1
    %block_type = OpTypeStruct %uint %float
    %buffer_type = OpTypePointer StorageBuffer %block_type
    %word_type = OpTypePointer StorageBuffer %uint
    %number_type = OpTypePointer StorageBuffer %float
    %shared_type = OpTypePointer Workgroup %uint
    %private_type = OpTypePointer Private %uint
    %buffer = OpVariable %buffer_type StorageBuffer
    %constant = OpVariable %buffer_type StorageBuffer
    %shared = OpVariable %shared_type Workgroup
    %private = OpVariable %private_type Private %relaxed
    %main = OpFunction %void None %main_type
    %entry = OpLabel
    %word = OpAccessChain %word_type %buffer %relaxed
    %number = OpAccessChain %number_type %buffer %device
    %fixed = OpAccessChain %word_type %constant %relaxed
    OpSelectionMerge %merge None
    OpBranchConditional %true %merge %then
    %then = OpLabel
    %dead_value = OpIAdd %uint %device %device
    OpBranch %merge
    %merge = OpLabel
    %live_value = OpIAdd %uint %device %device
    OpReturn
    OpFunctionEnd
"""


def shared_memory(vulkan_model: bool = False) -> Module:
    """Return the module; the block of `%dead_value` is dead, the memory of `%shared` is
    irrelevant.
    """
    capability = "OpCapability VulkanMemoryModel" if vulkan_model else ""
    text = TEXT.format(capability=capability, model="Vulkan" if vulkan_model else "GLSL450")
    data = assemble(numbered(text), (1, 5) if vulkan_model else (1, 3))
    if vulkan_model:
        data = _with_interface(data)
    assert flaw_of(data) is None, flaw_of(data)
    module = Module.parse(data)
    block_of(module, "%then").dead = True
    module.facts.add_pointee_irrelevant(ident("%shared"))
    return module


def _with_interface(data: bytes) -> bytes:
    module = Module.parse(data)
    for name in ("%buffer", "%constant", "%shared", "%private"):
        module.add_interface(ident(name))
    return module.to_bytes()
