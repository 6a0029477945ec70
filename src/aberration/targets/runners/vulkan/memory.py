"""Memory of a Vulkan device, and buffers in it that this process sees."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

import vulkan as vk

from aberration.targets.runners.vulkan.binding import (
    FFI,
    LIBRARY,
    NULL,
    Handle,
    Structs,
    VulkanFailure,
    check,
    create,
)
from aberration.targets.runners.vulkan.device import VulkanDevice

_VISIBLE: Final = vk.VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT
_COHERENT: Final = vk.VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
_CACHED: Final = vk.VK_MEMORY_PROPERTY_HOST_CACHED_BIT
_LOCAL: Final = vk.VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
_WHOLE: Final = (1 << 64) - 1
SEEN: Final = (_VISIBLE | _COHERENT | _CACHED, _VISIBLE | _COHERENT, _VISIBLE)
"""What memory that this process reads should be, the best first: to read a GPU's own, uncached,
takes ages.
"""
NEAR: Final = (_LOCAL, 0)
"""What memory that only the device uses should be."""


def chosen_type(types: Sequence[int], allowed: int, wishes: Sequence[int]) -> int:
    """Return the index of the memory type to take, of types with these flags: the first that is
    allowed and as wished.

    `allowed` has a bit for each that is. Raise `VulkanFailure` where there is none.
    """
    for wish in wishes:
        for index, flags in enumerate(types):
            if allowed >> index & 1 and flags & wish == wish:
                return index
    raise VulkanFailure("vkAllocateMemory", vk.VK_ERROR_OUT_OF_DEVICE_MEMORY)


def memory_types(device: VulkanDevice) -> list[int]:
    """Return the flags of the device's memory types."""
    known = FFI.new("VkPhysicalDeviceMemoryProperties *")
    LIBRARY.vkGetPhysicalDeviceMemoryProperties(device.physical, known)
    return [int(known.memoryTypes[index].propertyFlags) for index in range(known.memoryTypeCount)]


def allocate(
    device: VulkanDevice, requirements: Handle, wishes: Sequence[int]
) -> tuple[Handle, int]:
    """Return new memory for a buffer or image with these `VkMemoryRequirements`, and the flags
    of its type.
    """
    size, allowed = (int(getattr(requirements, name)) for name in ("size", "memoryTypeBits"))
    types = memory_types(device)
    index = chosen_type(types, allowed, wishes)
    info = Structs().make("VkMemoryAllocateInfo", allocationSize=size, memoryTypeIndex=index)
    return create("vkAllocateMemory", "VkDeviceMemory", device.handle, info, NULL), types[index]


class MappedBuffer:
    """A buffer in memory that this process sees, mapped for good; `view` is its content.

    Where the memory is not coherent, what is written has to be shown to the device, and fetched
    before it is read.
    """

    def __init__(self, device: VulkanDevice, size: int, usage: int) -> None:
        structs = Structs()
        self._device = device
        self.size = size
        info = structs.make("VkBufferCreateInfo", size=size, usage=usage)
        self.handle = create("vkCreateBuffer", "VkBuffer", device.handle, info, NULL)
        requirements = FFI.new("VkMemoryRequirements *")
        LIBRARY.vkGetBufferMemoryRequirements(device.handle, self.handle, requirements)
        self._memory, flags = allocate(device, requirements, SEEN)
        check(
            "vkBindBufferMemory",
            LIBRARY.vkBindBufferMemory(device.handle, self.handle, self._memory, 0),
        )
        address = FFI.new("void **")
        check(
            "vkMapMemory", LIBRARY.vkMapMemory(device.handle, self._memory, 0, _WHOLE, 0, address)
        )
        self.view = memoryview(FFI.buffer(address[0], size))
        self._structs = Structs()
        self._ranges = (
            None
            if flags & _COHERENT
            else self._structs.make("VkMappedMemoryRange", memory=self._memory, size=_WHOLE)
        )

    def show(self) -> None:
        """Let the device see what was written here."""
        if self._ranges is not None:
            flush = LIBRARY.vkFlushMappedMemoryRanges
            check("vkFlushMappedMemoryRanges", flush(self._device.handle, 1, self._ranges))

    def fetch(self) -> None:
        """See what the device wrote."""
        if self._ranges is not None:
            invalidate = LIBRARY.vkInvalidateMappedMemoryRanges
            check(
                "vkInvalidateMappedMemoryRanges", invalidate(self._device.handle, 1, self._ranges)
            )

    def close(self) -> None:
        """Destroy the buffer and free its memory."""
        self.view.release()
        LIBRARY.vkDestroyBuffer(self._device.handle, self.handle, NULL)
        LIBRARY.vkFreeMemory(self._device.handle, self._memory, NULL)


def image_with_memory(device: VulkanDevice, info: Handle, owned: contextlib.ExitStack) -> Handle:
    """Make an image of this description with memory of its own; both go with the stack."""
    image = create("vkCreateImage", "VkImage", device.handle, info, NULL)
    requirements = FFI.new("VkMemoryRequirements *")
    LIBRARY.vkGetImageMemoryRequirements(device.handle, image, requirements)
    memory, _ = allocate(device, requirements, NEAR)
    # The image goes before its memory does.
    owned.callback(LIBRARY.vkFreeMemory, device.handle, memory, NULL)
    owned.callback(LIBRARY.vkDestroyImage, device.handle, image, NULL)
    check("vkBindImageMemory", LIBRARY.vkBindImageMemory(device.handle, image, memory, 0))
    return image
