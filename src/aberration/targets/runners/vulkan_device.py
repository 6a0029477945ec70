"""One Vulkan device of one driver: instance, queue, limits, features, memory."""

from __future__ import annotations

import contextlib
from typing import Final

import vulkan as vk

from aberration.targets.runners.vulkan_binding import (
    FFI,
    LIBRARY,
    NULL,
    Destroy,
    Handle,
    Structs,
    VulkanFailure,
    check,
    create,
)
from aberration.targets.runners.vulkan_instance import Instance

_HOST_MEMORY: Final = vk.VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | vk.VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
_FEATURES: Final = (
    "fragmentStoresAndAtomics",
    "vertexPipelineStoresAndAtomics",
    "shaderFloat64",
    "shaderInt64",
    "shaderInt16",
    "shaderClipDistance",
    "shaderCullDistance",
    "shaderUniformBufferArrayDynamicIndexing",
    "shaderStorageBufferArrayDynamicIndexing",
)


class Device:
    """Opens a device of the driver that the environment names; `wanted` and `uuid` as `Instance.device` takes them."""

    def __init__(self, wanted: str, uuid: str = "") -> None:
        self._owned = contextlib.ExitStack()
        instance = Instance()
        self._owned.callback(instance.close)
        self._described = instance.device(wanted, uuid)
        self.physical = self._described.handle
        self.features = self._supported_features()
        self.handle = self._make_device()
        self._memory_properties = FFI.new("VkPhysicalDeviceMemoryProperties *")
        LIBRARY.vkGetPhysicalDeviceMemoryProperties(self.physical, self._memory_properties)
        queue = FFI.new("VkQueue *")
        LIBRARY.vkGetDeviceQueue(self.handle, 0, 0, queue)
        self.queue: Handle = queue[0]

    def limit(self, name: str) -> int:
        """Return a limit by the name of its field in `VkPhysicalDeviceLimits`."""
        return self._described.limit(name)

    @property
    def version(self) -> str:
        """Return the driver's name and version in its own words."""
        return self._described.version

    def own(self, destroy: Destroy, handle: Handle) -> Handle:
        """Have `handle` destroyed when the device is closed, latest first; return it."""
        self._owned.callback(destroy, self.handle, handle, NULL)
        return handle

    def allocate(self, size: int, type_bits: int, *, host: bool) -> Handle:
        """Return new memory for a buffer or image of these requirements; `host` memory can be mapped."""
        index = self._memory_index(type_bits, _HOST_MEMORY if host else 0)
        info = Structs().make("VkMemoryAllocateInfo", allocationSize=size, memoryTypeIndex=index)
        return create("vkAllocateMemory", "VkDeviceMemory", self.handle, info, NULL)

    def wait_idle(self) -> None:
        """Wait until the device does nothing; a lost device is idle too."""
        LIBRARY.vkDeviceWaitIdle(self.handle)

    def close(self) -> None:
        """Destroy all that is owned, then the device and the instance."""
        self.wait_idle()
        self._owned.close()

    def _memory_index(self, allowed: int, wanted: int) -> int:
        for index in range(self._memory_properties.memoryTypeCount):
            flags = self._memory_properties.memoryTypes[index].propertyFlags
            if allowed >> index & 1 and flags & wanted == wanted:
                return index
        raise VulkanFailure("vkAllocateMemory", vk.VK_ERROR_OUT_OF_DEVICE_MEMORY)

    def _supported_features(self) -> frozenset[str]:
        supported = FFI.new("VkPhysicalDeviceFeatures *")
        LIBRARY.vkGetPhysicalDeviceFeatures(self.physical, supported)
        return frozenset(name for name in _FEATURES if getattr(supported, name))

    def _make_device(self) -> Handle:
        structs = Structs()
        queues = structs.array(
            "VkDeviceQueueCreateInfo",
            [
                structs.tagged(
                    "VkDeviceQueueCreateInfo",
                    queueFamilyIndex=0,
                    queueCount=1,
                    pQueuePriorities=structs.array("float", [1.0]),
                )
            ],
        )
        enabled = structs.make("VkPhysicalDeviceFeatures", **dict.fromkeys(sorted(self.features), 1))
        info = structs.make(
            "VkDeviceCreateInfo", queueCreateInfoCount=1, pQueueCreateInfos=queues, pEnabledFeatures=enabled
        )
        device = create("vkCreateDevice", "VkDevice", self.physical, info, NULL)
        self._owned.callback(LIBRARY.vkDestroyDevice, device, NULL)
        return device


class MappedBuffer:
    """A buffer in memory that the host sees, mapped for good; `view` is its content."""

    def __init__(self, device: Device, size: int, usage: int) -> None:
        structs = Structs()
        self._device = device
        self.size = size
        self.handle = create(
            "vkCreateBuffer",
            "VkBuffer",
            device.handle,
            structs.make("VkBufferCreateInfo", size=size, usage=usage),
            NULL,
        )
        requirements = FFI.new("VkMemoryRequirements *")
        LIBRARY.vkGetBufferMemoryRequirements(device.handle, self.handle, requirements)
        self._memory = device.allocate(requirements.size, requirements.memoryTypeBits, host=True)
        check("vkBindBufferMemory", LIBRARY.vkBindBufferMemory(device.handle, self.handle, self._memory, 0))
        address = FFI.new("void **")
        check("vkMapMemory", LIBRARY.vkMapMemory(device.handle, self._memory, 0, requirements.size, 0, address))
        self.view = memoryview(FFI.buffer(address[0], size))

    def close(self) -> None:
        """Destroy the buffer and free its memory."""
        self.view.release()
        LIBRARY.vkDestroyBuffer(self._device.handle, self.handle, NULL)
        LIBRARY.vkFreeMemory(self._device.handle, self._memory, NULL)
