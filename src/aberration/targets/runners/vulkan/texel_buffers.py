"""The texel buffers of one test: made with their texels, read after it, and destroyed."""

from __future__ import annotations

import contextlib
from typing import Final

import vulkan as vk

from aberration.targets.runners.storage_images import ImageSlot
from aberration.targets.runners.vulkan.binding import LIBRARY, NULL, Handle, Structs, create
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.memory import MappedBuffer
from aberration.targets.runners.vulkan.texel_formats import FORMATS

_USAGE: Final = (
    vk.VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | vk.VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT
)


class MadeTexelBuffer:
    """A buffer with its view, which a shader reads or writes by texel."""

    def __init__(self, device: VulkanDevice, slot: ImageSlot, owned: contextlib.ExitStack) -> None:
        self._buffer: Final = MappedBuffer(device, len(slot.data), _USAGE)
        owned.callback(self._buffer.close)
        self._buffer.view[:] = slot.data
        self._buffer.show()
        info = Structs().make(
            "VkBufferViewCreateInfo",
            buffer=self._buffer.handle,
            format=FORMATS[slot.image.format],
            range=len(slot.data),
        )
        self._view: Final = create("vkCreateBufferView", "VkBufferView", device.handle, info, NULL)
        owned.callback(LIBRARY.vkDestroyBufferView, device.handle, self._view, NULL)

    def descriptor(self, structs: Structs) -> Handle:
        """Return what is written into the descriptor."""
        return structs.array("VkBufferView", [self._view])

    def read(self) -> bytes:
        """Return all texels, after a run whose writes were shown to this process."""
        self._buffer.fetch()
        return bytes(self._buffer.view)
