"""One Vulkan device of one driver: instance, queue, limits, features, memory."""

from __future__ import annotations

import contextlib
from typing import Final

import vulkan as vk

from aberration.core.errors import TargetUnavailable
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

_API: Final = (1 << 22) | (3 << 12)
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
    """Opens the only device of the driver that the environment names; `wanted` must be part of its name."""

    def __init__(self, wanted: str) -> None:
        self._owned = contextlib.ExitStack()
        self.instance = self._make_instance()
        self.physical = self._find(wanted)
        self.features = self._supported_features()
        self.handle = self._make_device()
        self._memory_properties = FFI.new("VkPhysicalDeviceMemoryProperties *")
        LIBRARY.vkGetPhysicalDeviceMemoryProperties(self.physical, self._memory_properties)
        queue = FFI.new("VkQueue *")
        LIBRARY.vkGetDeviceQueue(self.handle, 0, 0, queue)
        self.queue: Handle = queue[0]

    def limit(self, name: str) -> int:
        """Return a limit by the name of its field in `VkPhysicalDeviceLimits`."""
        return int(getattr(self._properties.properties.limits, name))

    @property
    def version(self) -> str:
        """Return the driver's name and version in its own words."""
        properties = self._properties.properties
        name = FFI.string(properties.deviceName).decode("utf-8", "replace")
        driver = FFI.string(self._driver.driverName).decode("utf-8", "replace")
        info = FFI.string(self._driver.driverInfo).decode("utf-8", "replace")
        return f"{name}, {driver} {info or _dotted(properties.driverVersion)}"

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

    def _make_instance(self) -> Handle:
        structs = Structs()
        application = structs.make("VkApplicationInfo", apiVersion=_API)
        info = structs.make("VkInstanceCreateInfo", pApplicationInfo=application)
        try:
            instance = create("vkCreateInstance", "VkInstance", info, NULL)
        except VulkanFailure as failure:
            raise TargetUnavailable(f"expected a Vulkan driver, but {failure}") from None
        self._owned.callback(LIBRARY.vkDestroyInstance, instance, NULL)
        return instance

    def _find(self, wanted: str) -> Handle:
        """Return the first device, after a look at its name: a silent fall-back would fake agreement."""
        count = FFI.new("uint32_t *", 1)
        found = FFI.new("VkPhysicalDevice[1]")
        LIBRARY.vkEnumeratePhysicalDevices(self.instance, count, found)
        if count[0] == 0:
            raise TargetUnavailable(f"expected a Vulkan device named like {wanted!r}, but there is none")
        physical: Handle = found[0]
        self._driver = FFI.new(
            "VkPhysicalDeviceDriverProperties *", {"sType": vk.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES}
        )
        kind = vk.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2
        self._properties = FFI.new("VkPhysicalDeviceProperties2 *", {"sType": kind, "pNext": self._driver})
        LIBRARY.vkGetPhysicalDeviceProperties2(physical, self._properties)
        if wanted not in self.version:
            raise TargetUnavailable(f"expected a Vulkan device named like {wanted!r}, but {self.version!r} came")
        return physical

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


def _dotted(version: int) -> str:
    return f"{version >> 22}.{version >> 12 & 0x3FF}.{version & 0xFFF}"
