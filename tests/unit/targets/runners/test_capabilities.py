"""Which modules need which features of a device."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
import pytest
from helpers.capability_cases import ALL

from aberration.languages.spirv.enums import Capability
from aberration.languages.spirv.operands import core_table
from aberration.targets.runners.capabilities import asks_for_subgroups, not_enabled, subgroups_in
from aberration.targets.runners.interface import Interface
from aberration.targets.runners.vulkan.features import CORE, LATER, subgroup_names

EVERY: Final = frozenset(
    (*CORE, *(name for one in LATER for name in one.names), *subgroup_names(0x3F, 0xFF, True))
)
"""What a device can have."""

NAMES: Final = core_table().kinds["Capability"].names
PLAIN: Final = Interface(b"main", {}, False, (1,), (1, 1, 1), "", stage="compute")


ENABLED: Final = """
    SampledBuffer ImageBuffer
    Matrix Shader ImageQuery DerivativeControl ImageGatherExtended SampleRateShading
    Sampled1D SampledCubeArray SampledImageArrayDynamicIndexing
    Geometry ClipDistance CullDistance UniformBufferArrayDynamicIndexing
    StorageBufferArrayDynamicIndexing
    Float16 Float64 Int8 Int16 Int64 Int64Atomics
    StorageBuffer8BitAccess UniformAndStorageBuffer8BitAccess StoragePushConstant8
    StorageBuffer16BitAccess UniformAndStorageBuffer16BitAccess StoragePushConstant16
    StorageInputOutput16
    VariablePointersStorageBuffer VariablePointers
    VulkanMemoryModel VulkanMemoryModelDeviceScope
    DemoteToHelperInvocation
    DotProduct DotProductInputAll DotProductInput4x8Bit DotProductInput4x8BitPacked
    GroupNonUniform GroupNonUniformVote GroupNonUniformArithmetic GroupNonUniformBallot
    GroupNonUniformShuffle GroupNonUniformShuffleRelative GroupNonUniformClustered
    GroupNonUniformQuad
"""
WITHOUT_SHADER: Final = """
    SampledBuffer ImageBuffer Geometry
    Matrix Shader ImageQuery DerivativeControl ClipDistance CullDistance Float64
    Sampled1D SampledCubeArray SampledImageArrayDynamicIndexing
    UniformBufferArrayDynamicIndexing StorageBufferArrayDynamicIndexing
    DotProduct StorageInputOutput16
"""
"""What other tests of drivers use, a part of the others, and what no driver here has."""


def asking(*capabilities: int) -> Interface:
    return msgspec.structs.replace(PLAIN, capabilities=capabilities)


def test_each_of_these_can_be_enabled_and_no_other() -> None:
    enabled = {NAMES[number] for number in NAMES if not not_enabled(asking(number), EVERY)}
    assert enabled == set(ENABLED.split())


def test_there_is_a_shader_for_each_but_these() -> None:
    untested = set(ENABLED.split()) - {case.capability for case in ALL}
    assert untested == set(WITHOUT_SHADER.split())


def test_without_features_there_is_what_every_device_has() -> None:
    enabled = {NAMES[number] for number in NAMES if not not_enabled(asking(number), ())}
    always = {"Matrix", "Shader", "SampledBuffer", "ImageBuffer", "ImageQuery", "Sampled1D"}
    assert enabled == always | {"DerivativeControl"}


@pytest.mark.parametrize(
    ("capability", "features"),
    [
        (
            Capability.INT64_ATOMICS,
            {"shaderInt64", "shaderBufferInt64Atomics", "shaderSharedInt64Atomics"},
        ),
        (Capability.VARIABLE_POINTERS, {"variablePointers", "variablePointersStorageBuffer"}),
        (
            Capability.VULKAN_MEMORY_MODEL_DEVICE_SCOPE,
            {"vulkanMemoryModel", "vulkanMemoryModelDeviceScope"},
        ),
        (Capability.DOT_PRODUCT_INPUT4X8_BIT, {"shaderIntegerDotProduct", "shaderInt8"}),
        (
            Capability.GROUP_NON_UNIFORM_VOTE,
            {"subgroupBasic", "subgroupVote", subgroups_in("compute")},
        ),
    ],
)
def test_a_capability_needs_all_of_its_features(capability: int, features: set[str]) -> None:
    module = asking(Capability.SHADER, capability)
    assert not not_enabled(module, features)
    for missing in features:
        assert "is not enabled on this device" in not_enabled(module, features - {missing})
        assert not_enabled(module, EVERY - {missing})


@pytest.mark.parametrize(
    ("capabilities", "message"),
    [
        ((1, 39), "the capability Int8 is not enabled on this device"),
        ((1, 5379), "the capability DemoteToHelperInvocation is not enabled on this device"),
        ((1, 9999), "the capability 9999 is not enabled on this device"),
        (
            (1, 5347, 39),
            "the capability PhysicalStorageBufferAddresses is not enabled on this device",
        ),
    ],
)
def test_the_first_that_is_missing_is_named(capabilities: tuple[int, ...], message: str) -> None:
    assert not_enabled(asking(*capabilities), ()) == message


@pytest.mark.parametrize("stage", ["vertex", "fragment", "compute"])
def test_subgroups_are_a_matter_of_the_stage(
    stage: Literal["vertex", "fragment", "compute"],
) -> None:
    module = msgspec.structs.replace(asking(Capability.GROUP_NON_UNIFORM_BALLOT), stage=stage)
    able = {"subgroupBasic", "subgroupBallot"}
    assert not not_enabled(module, able | {subgroups_in(stage)})
    others = {subgroups_in(one) for one in ("vertex", "fragment", "compute") if one != stage}
    assert not_enabled(module, able | others) == (
        f"the use of subgroups in a {stage} shader is not enabled on this device"
    )


@pytest.mark.parametrize("number", [Capability.INT64, Capability.INT8, Capability.FLOAT16])
def test_subgroups_of_other_numbers_than_those_of_32_bits(number: int) -> None:
    module = asking(number, Capability.GROUP_NON_UNIFORM_ARITHMETIC)
    assert not not_enabled(module, EVERY)
    assert "subgroups in a module with numbers of 8, 16 or 64 bits" in not_enabled(
        module, EVERY - {"shaderSubgroupExtendedTypes"}
    )
    assert not not_enabled(asking(number), EVERY - {"shaderSubgroupExtendedTypes"})


def test_what_has_no_capability_needs_its_feature_too() -> None:
    ends = msgspec.structs.replace(PLAIN, extensions=("SPV_KHR_terminate_invocation",))
    assert not not_enabled(ends, {"shaderTerminateInvocation"})
    assert not_enabled(ends, ()) == (
        "the extension SPV_KHR_terminate_invocation is not enabled on this device"
    )
    older = msgspec.structs.replace(PLAIN, extensions=("SPV_KHR_storage_buffer_storage_class",))
    assert not not_enabled(older, ())
    zero = msgspec.structs.replace(PLAIN, initializes_shared=True)
    assert not not_enabled(zero, {"shaderZeroInitializeWorkgroupMemory"})
    assert not_enabled(zero, ()) == (
        "the initializer of a workgroup variable is not enabled on this device"
    )


def test_who_asks_for_subgroups() -> None:
    assert asks_for_subgroups((1, Capability.GROUP_NON_UNIFORM_QUAD))
    assert not asks_for_subgroups((1, Capability.INT8, 9999))
