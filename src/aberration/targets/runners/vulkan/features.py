"""What a Vulkan device is asked to enable for modules: features of Vulkan 1.0 to 1.3, where it has
them, and what its subgroups can do.

Nothing here changes what a module does that does not use it. So robust access to buffers and
addresses of buffers are not enabled: with the one, accesses out of bounds have a meaning, and with
the other memory is laid out otherwise.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec
import vulkan as vk

from aberration.targets.runners.capabilities import subgroups_in
from aberration.targets.runners.vulkan.binding import FFI, LIBRARY, NULL, Handle, Structs
from aberration.targets.runners.vulkan.instance import Physical


class FeatureStructure(msgspec.Struct, frozen=True):
    """A structure of features and those of its fields that are enabled. `since` is the version of
    Vulkan that a device must have before it may be asked with it.
    """

    kind: str
    since: tuple[int, int]
    names: tuple[str, ...]


CORE: Final = (
    "fragmentStoresAndAtomics",
    "geometryShader",
    "imageCubeArray",
    "sampleRateShading",
    "shaderClipDistance",
    "shaderCullDistance",
    "shaderFloat64",
    "shaderImageGatherExtended",
    "shaderInt16",
    "shaderInt64",
    "shaderSampledImageArrayDynamicIndexing",
    "shaderStorageBufferArrayDynamicIndexing",
    "shaderUniformBufferArrayDynamicIndexing",
    "vertexPipelineStoresAndAtomics",
)
"""Those of `VkPhysicalDeviceFeatures`."""

LATER: Final = (
    FeatureStructure(
        "VkPhysicalDeviceVulkan11Features",
        (1, 2),
        (
            "storageBuffer16BitAccess",
            "storageInputOutput16",
            "storagePushConstant16",
            "uniformAndStorageBuffer16BitAccess",
            "variablePointers",
            "variablePointersStorageBuffer",
        ),
    ),
    FeatureStructure(
        "VkPhysicalDeviceVulkan12Features",
        (1, 2),
        (
            "shaderBufferInt64Atomics",
            "shaderFloat16",
            "shaderInt8",
            "shaderSharedInt64Atomics",
            "shaderSubgroupExtendedTypes",
            "storageBuffer8BitAccess",
            "storagePushConstant8",
            "subgroupBroadcastDynamicId",
            "uniformAndStorageBuffer8BitAccess",
            "vulkanMemoryModel",
            "vulkanMemoryModelDeviceScope",
        ),
    ),
    FeatureStructure(
        "VkPhysicalDeviceVulkan13Features",
        (1, 3),
        (
            "shaderDemoteToHelperInvocation",
            "shaderIntegerDotProduct",
            "shaderTerminateInvocation",
            "shaderZeroInitializeWorkgroupMemory",
        ),
    ),
)
_OPERATIONS: Final = {
    vk.VK_SUBGROUP_FEATURE_BASIC_BIT: "subgroupBasic",
    vk.VK_SUBGROUP_FEATURE_VOTE_BIT: "subgroupVote",
    vk.VK_SUBGROUP_FEATURE_ARITHMETIC_BIT: "subgroupArithmetic",
    vk.VK_SUBGROUP_FEATURE_BALLOT_BIT: "subgroupBallot",
    vk.VK_SUBGROUP_FEATURE_SHUFFLE_BIT: "subgroupShuffle",
    vk.VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT: "subgroupShuffleRelative",
    vk.VK_SUBGROUP_FEATURE_CLUSTERED_BIT: "subgroupClustered",
    vk.VK_SUBGROUP_FEATURE_QUAD_BIT: "subgroupQuad",
}
_STAGES: Final = {
    vk.VK_SHADER_STAGE_VERTEX_BIT: "vertex",
    vk.VK_SHADER_STAGE_FRAGMENT_BIT: "fragment",
    vk.VK_SHADER_STAGE_COMPUTE_BIT: "compute",
}


class DeviceFeatures:
    """What of these features a physical device has."""

    def __init__(self, device: Physical) -> None:
        self._later = [one for one in LATER if device.api >= one.since]
        structs = Structs()
        later = self._make_later(structs, frozenset())
        kind = vk.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2
        asked = FFI.new("VkPhysicalDeviceFeatures2 *", {"sType": kind, "pNext": _first(later)})
        LIBRARY.vkGetPhysicalDeviceFeatures2(device.handle, asked)
        found = [name for name in CORE if getattr(asked.features, name)]
        for one, answer in zip(self._later, later, strict=True):
            found += [name for name in one.names if getattr(answer, name)]
        self.names = frozenset(found)
        """By the names of their fields."""

    def chain(self, structs: Structs) -> Handle:
        """Return the chain of structures by which a new device gets them, for its `pNext`."""
        core = dict.fromkeys(sorted(self.names & set(CORE)), 1)
        later = self._make_later(structs, self.names)
        return structs.make("VkPhysicalDeviceFeatures2", features=core, pNext=_first(later))

    def _make_later(self, structs: Structs, names: Collection[str]) -> list[Handle]:
        """Return the structures of the device's version, each with the next one chained to it."""
        made: list[Handle] = []
        for one in reversed(self._later):
            fields = {name: 1 for name in one.names if name in names}
            made.insert(0, structs.make(one.kind, pNext=_first(made), **fields))
        return made


def _first(made: list[Handle]) -> Handle:
    return made[0] if made else NULL


def subgroup_features(device: Physical) -> frozenset[str]:
    """Return what a device's subgroups can do, as `capabilities` names it."""
    found = FFI.new(
        "VkPhysicalDeviceSubgroupProperties *",
        {"sType": vk.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES},
    )
    kind = vk.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2
    asked = FFI.new("VkPhysicalDeviceProperties2 *", {"sType": kind, "pNext": found})
    LIBRARY.vkGetPhysicalDeviceProperties2(device.handle, asked)
    return subgroup_names(
        found.supportedStages, found.supportedOperations, bool(found.quadOperationsInAllStages)
    )


def subgroup_names(stages: int, operations: int, quads: bool) -> frozenset[str]:
    """Return the names for `VkPhysicalDeviceSubgroupProperties`: two sets of flags, and whether
    `quads` are in stages beside fragment and compute; where not, a vertex shader has no subgroups.
    """
    able = {name for bit, name in _OPERATIONS.items() if operations & bit}
    quads = quads or "subgroupQuad" not in able
    in_stages = {
        subgroups_in(stage)
        for bit, stage in _STAGES.items()
        if stages & bit and (quads or stage != "vertex")
    }
    return frozenset(able | in_stages)
