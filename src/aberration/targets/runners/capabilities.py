"""Which features a device must have for what a module uses (Vulkan 1.3, appendix A, Capabilities,
and the rules of VkShaderModuleCreateInfo).

A capability is enabled if the device has all of its features; one that is not listed never is. Some
things need a feature and have no capability.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from aberration.languages.spirv.enums import Capability
from aberration.languages.spirv.operands import core_table
from aberration.targets.runners.interface import Interface

_FEATURES: Final[dict[int, tuple[str, ...]]] = {
    Capability.MATRIX: (),
    Capability.SHADER: (),
    Capability.GEOMETRY: ("geometryShader",),
    Capability.FLOAT16: ("shaderFloat16",),
    Capability.FLOAT64: ("shaderFloat64",),
    Capability.INT64: ("shaderInt64",),
    # Which of the two it takes depends on the memory; we ask for both.
    Capability.INT64_ATOMICS: (
        "shaderInt64",
        "shaderBufferInt64Atomics",
        "shaderSharedInt64Atomics",
    ),
    Capability.INT16: ("shaderInt16",),
    Capability.IMAGE_GATHER_EXTENDED: ("shaderImageGatherExtended",),
    Capability.SAMPLED_IMAGE_ARRAY_DYNAMIC_INDEXING: ("shaderSampledImageArrayDynamicIndexing",),
    Capability.UNIFORM_BUFFER_ARRAY_DYNAMIC_INDEXING: ("shaderUniformBufferArrayDynamicIndexing",),
    Capability.STORAGE_BUFFER_ARRAY_DYNAMIC_INDEXING: ("shaderStorageBufferArrayDynamicIndexing",),
    Capability.CLIP_DISTANCE: ("shaderClipDistance",),
    Capability.CULL_DISTANCE: ("shaderCullDistance",),
    Capability.SAMPLE_RATE_SHADING: ("sampleRateShading",),
    Capability.INT8: ("shaderInt8",),
    Capability.SAMPLED_BUFFER: (),
    Capability.IMAGE_BUFFER: (),
    Capability.SAMPLED1_D: (),
    Capability.SAMPLED_CUBE_ARRAY: ("imageCubeArray",),
    Capability.IMAGE_QUERY: (),
    Capability.DERIVATIVE_CONTROL: (),
    Capability.GROUP_NON_UNIFORM: ("subgroupBasic",),
    Capability.GROUP_NON_UNIFORM_VOTE: ("subgroupBasic", "subgroupVote"),
    Capability.GROUP_NON_UNIFORM_ARITHMETIC: ("subgroupBasic", "subgroupArithmetic"),
    Capability.GROUP_NON_UNIFORM_BALLOT: ("subgroupBasic", "subgroupBallot"),
    Capability.GROUP_NON_UNIFORM_SHUFFLE: ("subgroupBasic", "subgroupShuffle"),
    Capability.GROUP_NON_UNIFORM_SHUFFLE_RELATIVE: ("subgroupBasic", "subgroupShuffleRelative"),
    Capability.GROUP_NON_UNIFORM_CLUSTERED: ("subgroupBasic", "subgroupClustered"),
    Capability.GROUP_NON_UNIFORM_QUAD: ("subgroupBasic", "subgroupQuad"),
    Capability.STORAGE_BUFFER16_BIT_ACCESS: ("storageBuffer16BitAccess",),
    Capability.UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS: ("uniformAndStorageBuffer16BitAccess",),
    Capability.STORAGE_PUSH_CONSTANT16: ("storagePushConstant16",),
    Capability.STORAGE_INPUT_OUTPUT16: ("storageInputOutput16",),
    Capability.VARIABLE_POINTERS_STORAGE_BUFFER: ("variablePointersStorageBuffer",),
    Capability.VARIABLE_POINTERS: ("variablePointers", "variablePointersStorageBuffer"),
    Capability.STORAGE_BUFFER8_BIT_ACCESS: ("storageBuffer8BitAccess",),
    Capability.UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS: ("uniformAndStorageBuffer8BitAccess",),
    Capability.STORAGE_PUSH_CONSTANT8: ("storagePushConstant8",),
    Capability.VULKAN_MEMORY_MODEL: ("vulkanMemoryModel",),
    Capability.VULKAN_MEMORY_MODEL_DEVICE_SCOPE: (
        "vulkanMemoryModel",
        "vulkanMemoryModelDeviceScope",
    ),
    Capability.DEMOTE_TO_HELPER_INVOCATION: ("shaderDemoteToHelperInvocation",),
    Capability.DOT_PRODUCT_INPUT_ALL: ("shaderIntegerDotProduct",),
    Capability.DOT_PRODUCT_INPUT4X8_BIT: ("shaderIntegerDotProduct", "shaderInt8"),
    Capability.DOT_PRODUCT_INPUT4X8_BIT_PACKED: ("shaderIntegerDotProduct",),
    Capability.DOT_PRODUCT: ("shaderIntegerDotProduct",),
}
"""All features that each takes, those of the capabilities that it implies with them."""
_EXTENSIONS: Final = {"SPV_KHR_terminate_invocation": "shaderTerminateInvocation"}
"""Without a capability. SPIR-V 1.6 needs no extension for it, and each device that takes modules of
this version has the feature (Vulkan 1.3, 47.1, Feature Requirements).
"""
_EXTENDED_TYPES: Final = frozenset(
    (Capability.INT8, Capability.INT16, Capability.INT64, Capability.FLOAT16)
)


def subgroups_in(stage: str) -> str:
    """Return the name by which `StageLimits.features` says that a stage has subgroups."""
    return f"subgroups in {stage} shaders"


def asks_for_subgroups(capabilities: Collection[int]) -> bool:
    """Say whether a module may do something with subgroups; their size is the device's choice."""
    return any("subgroupBasic" in _FEATURES.get(capability, ()) for capability in capabilities)


def not_enabled(interface: Interface, features: Collection[str]) -> str:
    """Return which thing of a module a device with these features does not have enabled, or
    nothing.
    """
    known = frozenset(features)
    lacking = (what for what, needed in _needs(interface) if needed is None or not known >= needed)
    first = next(lacking, "")
    return f"{first} is not enabled on this device" if first else ""


def _needs(interface: Interface) -> Iterator[tuple[str, frozenset[str] | None]]:
    """Yield what a module has, and the features that it takes; None where no device is known to
    have it.
    """
    for capability in interface.capabilities:
        features = _FEATURES.get(capability)
        name = f"the capability {_name(capability)}"
        yield name, None if features is None else frozenset(features)
    for extension in interface.extensions:
        if extension in _EXTENSIONS:
            yield f"the extension {extension}", frozenset({_EXTENSIONS[extension]})
    if interface.initializes_shared:
        yield (
            "the initializer of a workgroup variable",
            frozenset({"shaderZeroInitializeWorkgroupMemory"}),
        )
    if not asks_for_subgroups(interface.capabilities):
        return
    yield (
        f"the use of subgroups in a {interface.stage} shader",
        frozenset({subgroups_in(interface.stage)}),
    )
    if _EXTENDED_TYPES & frozenset(interface.capabilities):
        yield (
            "the use of subgroups in a module with numbers of 8, 16 or 64 bits",
            frozenset({"shaderSubgroupExtendedTypes"}),
        )


def _name(capability: int) -> str:
    """Return the name that the grammar gives to a capability, else its number."""
    return core_table().kinds["Capability"].names.get(capability, str(capability))
