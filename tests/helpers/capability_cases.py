"""The shaders of `capability_programs`: one for each capability that a module may use where a
device has its features, and for what needs a feature and has no capability.

Without a shader is `StorageInputOutput16`, which no driver here has.
"""

from __future__ import annotations

from typing import Final

from helpers.capability_programs import CapabilityProgram, given

INT8: Final = "GL_EXT_shader_explicit_arithmetic_types_int8"
INT16: Final = "GL_EXT_shader_explicit_arithmetic_types_int16"
INT64: Final = "GL_EXT_shader_explicit_arithmetic_types_int64"
FLOAT16: Final = "GL_EXT_shader_explicit_arithmetic_types_float16"
STORAGE8: Final = "GL_EXT_shader_8bit_storage"
STORAGE16: Final = "GL_EXT_shader_16bit_storage"
ATOMIC64: Final = "GL_EXT_shader_atomic_int64"
MEMORY: Final = "GL_KHR_memory_scope_semantics"
VULKAN_MODEL: Final = "#pragma use_vulkan_memory_model"
GROUPS: Final = "GL_KHR_shader_subgroup_"


DOT: Final = ('OpExtension "SPV_KHR_integer_dot_product"',)
SUM: Final = "shared uint sum;"


def wrapped(number: int, bits: int) -> int:
    """Return a number in two's complement of so many bits."""
    half = 1 << (bits - 1)
    return (number + half) % (1 << bits) - half


ALL: Final = (
    CapabilityProgram(
        "Int8",
        "int8_t a = int8_t(i * 29u), b = a * int8_t(3) - int8_t(7); result[i] = uint(int(b >> 1));",
        lambda i: wrapped(wrapped(29 * i, 8) * 3 - 7, 8) >> 1,
        (INT8,),
        without="Int8",
    ),
    CapabilityProgram(
        "Int16",
        "uint16_t a = uint16_t(i * 7919u), b = a * a; result[i] = uint(b / uint16_t(i + 1u));",
        lambda i: ((7919 * i % 65536) ** 2 % 65536) // (i + 1),
        (INT16,),
        without="Int16",
    ),
    CapabilityProgram(
        "Int64",
        "uint64_t a = (uint64_t(i) << 40) * 77ul + 3ul; result[i] = uint(a >> 37) ^ uint(a);",
        lambda i: (((i << 40) * 77 + 3) >> 37) ^ 3,
        (INT64,),
        without="Int64",
    ),
    CapabilityProgram(
        "Float16",
        "float16_t a = float16_t(i) * float16_t(0.5); result[i] = uint(a * a * float16_t(4));",
        lambda i: i * i,
        (FLOAT16,),
        without="Float16",
    ),
    CapabilityProgram(
        "StorageBuffer8BitAccess",
        "uint w = uint(bytes[i]); bytes[i] = uint8_t(w + 200u); result[i] = w + uint(bytes[i]);",
        lambda i: given(i, 1) + (given(i, 1) + 200) % 256,
        (STORAGE8,),
        "layout(set = 0, binding = 1, std430) buffer Given { uint8_t bytes[128]; };",
        without="StorageBuffer8BitAccess",
    ),
    CapabilityProgram(
        "StorageBuffer16BitAccess",
        "int w = int(halves[i]); halves[63u - i] = int16_t(w); result[i] = uint(w);",
        lambda i: given(i, 2, signed=True),
        (STORAGE16,),
        "layout(set = 0, binding = 1, std430) buffer Given { int16_t halves[64]; };",
        without="StorageBuffer16BitAccess",
    ),
    CapabilityProgram(
        "UniformAndStorageBuffer8BitAccess",
        "result[i] = uint(i % 2u == 0u ? int(a) : int(b)) + i;",
        lambda i: given(i % 2, 1, signed=True) + i,
        (STORAGE8,),
        "layout(set = 0, binding = 2, std140) uniform Block { int8_t a; int8_t b; };",
        without="UniformAndStorageBuffer8BitAccess",
    ),
    CapabilityProgram(
        "UniformAndStorageBuffer16BitAccess",
        "result[i] = (i % 2u == 0u ? uint(a) : uint(b)) + i;",
        lambda i: given(i % 2, 2) + i,
        (STORAGE16,),
        "layout(set = 0, binding = 2, std140) uniform Block { uint16_t a; uint16_t b; };",
        without="UniformAndStorageBuffer16BitAccess",
    ),
    CapabilityProgram(
        "StoragePushConstant8",
        "result[i] = (i % 2u == 0u ? uint(a) : uint(b)) + i;",
        lambda i: given(i % 2, 1) + i,
        (STORAGE8,),
        "layout(push_constant) uniform Block { uint8_t a; uint8_t b; };",
        without="StoragePushConstant8",
    ),
    CapabilityProgram(
        "StoragePushConstant16",
        "result[i] = (i % 2u == 0u ? uint(a) : uint(b)) + i;",
        lambda i: given(i % 2, 2, signed=True) + i,
        (STORAGE16,),
        "layout(push_constant) uniform Block { int16_t a; int16_t b; };",
        without="StoragePushConstant16",
    ),
    CapabilityProgram(
        "Int64Atomics",
        "atomicAdd(wide[0], uint64_t(i) << 33); memoryBarrierBuffer(); barrier();"
        " result[i] = uint((wide[0] - start) >> 33) * uint(i == 3u);",
        lambda i: 120 * (i == 3),
        (INT64, ATOMIC64),
        "layout(set = 0, binding = 1, std430) coherent buffer Given { uint64_t wide[16]; };"
        f"const uint64_t start = {given(0, 8)}ul;",
        without="Int64",
    ),
    CapabilityProgram(
        "VulkanMemoryModel",
        "if (i == 0u) sum = 0u; barrier(); atomicAdd(sum, i); barrier(); result[i] = sum - i;",
        lambda i: 120 - i,
        (VULKAN_MODEL,),
        SUM,
        environment="vulkan1.2",
    ),
    CapabilityProgram(
        "VulkanMemoryModelDeviceScope",
        "result[i] = i; memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer,"
        " gl_SemanticsAcquireRelease); atomicAdd(result[i], 5u, gl_ScopeDevice, 0, 0);",
        lambda i: i + 5,
        (VULKAN_MODEL, MEMORY),
        environment="vulkan1.2",
    ),
    CapabilityProgram(
        "VariablePointersStorageBuffer",
        """
        %first = OpAccessChain %word_of_buffer %given %uint_0 %i
        %second = OpAccessChain %word_of_buffer %given %uint_0 %uint_1
        %odd = OpBitwiseAnd %uint %i %uint_1
        %is_odd = OpIEqual %bool %odd %uint_1
        %chosen = OpSelect %word_of_buffer %is_odd %first %second
        %word = OpLoad %uint %chosen
        """,
        lambda i: given(i if i % 2 else 1, 4),
        ("OpCapability VariablePointersStorageBuffer",),
        without="VariablePointersStorageBuffer",
        assembled=True,
    ),
    CapabilityProgram(
        "VariablePointers",
        """
        %own = OpAccessChain %word_of_group %shared %i
        %square = OpIMul %uint %i %i
        OpStore %own %square
        OpControlBarrier %workgroup %workgroup %order
        %first = OpAccessChain %word_of_group %shared %uint_1
        %is_large = OpUGreaterThan %bool %square %uint_16
        %chosen = OpSelect %word_of_group %is_large %own %first
        %word = OpLoad %uint %chosen
        """,
        lambda i: i * i if i > 4 else 1,
        ("OpCapability VariablePointers",),
        """
        %group_words = OpTypeArray %uint %uint_16
        %group_type = OpTypePointer Workgroup %group_words
        %word_of_group = OpTypePointer Workgroup %uint
        %shared = OpVariable %group_type Workgroup
        %workgroup = OpConstant %uint 2
        %order = OpConstant %uint 0x108
        """,
        without="VariablePointers",
        assembled=True,
    ),
    CapabilityProgram(
        "initializer",
        """
        %own = OpAccessChain %word_of_group %shared %i
        %before = OpLoad %uint %own
        %word = OpIAdd %uint %before %i
        """,
        lambda i: i,
        declarations="""
        %group_words = OpTypeArray %uint %uint_16
        %group_type = OpTypePointer Workgroup %group_words
        %word_of_group = OpTypePointer Workgroup %uint
        %zeros = OpConstantNull %group_words
        %shared = OpVariable %group_type Workgroup %zeros
        """,
        assembled=True,
    ),
    CapabilityProgram(
        "DotProductInput4x8Bit",
        """
        %part = OpSConvert %char %i
        %left = OpCompositeConstruct %vector %least %most %part %few
        %right = OpCompositeConstruct %vector %few %part %most %least
        %product = OpSDot %int %left %right
        %word = OpBitcast %uint %product
        """,
        lambda i: 2 * (-128 * -3 + 127 * i),
        (
            "OpCapability Int8",
            "OpCapability DotProduct",
            "OpCapability DotProductInput4x8Bit",
            *DOT,
        ),
        """
        %int = OpTypeInt 32 1
        %char = OpTypeInt 8 1
        %vector = OpTypeVector %char 4
        %least = OpConstant %char -128
        %most = OpConstant %char 127
        %few = OpConstant %char -3
        """,
        without="Int8",
        assembled=True,
    ),
    CapabilityProgram(
        "DotProductInput4x8BitPacked",
        """
        %left = OpIAdd %uint %start %i
        %word = OpUDot %uint %left %other PackedVectorFormat4x8Bit
        """,
        lambda i: 128 * 128 + 255 * 255 + 127 * 127 + 2 * (1 + i),
        ("OpCapability DotProduct", "OpCapability DotProductInput4x8BitPacked", *DOT),
        """
        %start = OpConstant %uint 0x80FF7F01
        %other = OpConstant %uint 0x80FF7F02
        """,
        assembled=True,
    ),
    CapabilityProgram(
        "DotProductInputAll",
        """
        %left = OpCompositeConstruct %vector %largest %i %seven
        %right = OpCompositeConstruct %vector %i %i %seven
        %word = OpUDot %uint %left %right
        """,
        lambda i: i * i - i + 49,
        ("OpCapability DotProduct", "OpCapability DotProductInputAll", *DOT),
        """
        %vector = OpTypeVector %uint 3
        %largest = OpConstant %uint 0xFFFFFFFF
        %seven = OpConstant %uint 7
        """,
        assembled=True,
    ),
    CapabilityProgram(
        "DemoteToHelperInvocation",
        "colour = unpackUnorm4x8(0xFF0000A0u + i); if (i % 3u == 1u) demote;",
        lambda i: 0 if i % 3 == 1 else 0xFF0000A0 + i,
        ("GL_EXT_demote_to_helper_invocation",),
        stage="fragment",
    ),
    CapabilityProgram(
        "SPV_KHR_terminate_invocation",
        "colour = unpackUnorm4x8(0xFF0000A0u + i); if (i % 3u == 1u) terminateInvocation;",
        lambda i: 0 if i % 3 == 1 else 0xFF0000A0 + i,
        ("GL_EXT_terminate_invocation",),
        stage="fragment",
    ),
    CapabilityProgram(
        "SampleRateShading",
        "colour = unpackUnorm4x8(0xFF0000A0u + i + uint(gl_SampleID));",
        lambda i: 0xFF0000A0 + i,
        stage="fragment",
    ),
    CapabilityProgram(
        "GroupNonUniform",
        "if (i == 0u) sum = 0u; barrier(); if (subgroupElect()) atomicAdd(sum, 1u); barrier();"
        " result[i] = uint(sum == gl_NumSubgroups) + i;",
        lambda i: 1 + i,
        (f"{GROUPS}basic",),
        SUM,
    ),
    CapabilityProgram(
        "GroupNonUniformVote",
        "result[i] = uint(subgroupAll(i < 16u)) * 2u + uint(subgroupAny(i > 15u)) + i;",
        lambda i: 2 + i,
        (f"{GROUPS}vote",),
    ),
    CapabilityProgram(
        "GroupNonUniformArithmetic",
        "if (i == 0u) sum = 0u; barrier(); uint part = subgroupAdd(i * i);"
        " if (subgroupElect()) atomicAdd(sum, part); barrier(); result[i] = sum;",
        lambda _: 1240,
        (f"{GROUPS}arithmetic",),
        SUM,
    ),
    CapabilityProgram(
        "GroupNonUniformArithmetic of Int64",
        "if (i == 0u) sum = 0u; barrier(); uint64_t part = subgroupAdd(uint64_t(i) << 33);"
        " if (subgroupElect()) atomicAdd(sum, uint(part >> 32)); barrier(); result[i] = sum;",
        lambda _: 240,
        (f"{GROUPS}arithmetic", "GL_EXT_shader_subgroup_extended_types_int64", INT64),
        SUM,
        without="Int64",
    ),
    CapabilityProgram(
        "GroupNonUniformBallot",
        "uvec4 ballot = subgroupBallot(i % 2u == 1u);"
        " result[i] = uint(subgroupBallotBitExtract(ballot, gl_SubgroupInvocationID)) + 6u * i;",
        lambda i: i % 2 + 6 * i,
        (f"{GROUPS}ballot",),
    ),
    CapabilityProgram(
        "GroupNonUniformShuffle",
        "result[i] = subgroupShuffle(i * 3u, gl_SubgroupInvocationID);",
        lambda i: i * 3,
        (f"{GROUPS}shuffle",),
    ),
    CapabilityProgram(
        "GroupNonUniformShuffleRelative",
        "result[i] = subgroupShuffleDown(i * 5u, 0u);",
        lambda i: i * 5,
        (f"{GROUPS}shuffle_relative",),
    ),
    CapabilityProgram(
        "GroupNonUniformQuad",
        "uint other = subgroupQuadSwapHorizontal(i * 7u);"
        " result[i] = subgroupQuadSwapHorizontal(other);",
        lambda i: i * 7,
        (f"{GROUPS}quad",),
    ),
    CapabilityProgram(
        "GroupNonUniformClustered",
        "result[i] = subgroupClusteredAdd(i * 9u, 1u);",
        lambda i: i * 9,
        (f"{GROUPS}clustered",),
        without="GroupNonUniformClustered",
        lacking=("swiftshader", "lavapipe"),
    ),
    CapabilityProgram(
        "ImageGatherExtended",
        "const ivec2 offsets[4] = ivec2[](ivec2(0, 0), ivec2(1, 0), ivec2(0, 1), ivec2(1, 1));"
        " vec2 at = (vec2(i % 4u, i / 4u) + 0.75) / 8.0;"
        " result[i] = uint(textureGatherOffsets(s, at, offsets) == textureGather(s, at).wzxy);",
        lambda _: 1,
        declarations="layout(binding = 3) uniform sampler2D s;",
        without="ImageGatherExtended",
    ),
)
