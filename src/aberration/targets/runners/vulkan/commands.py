"""Recording and submitting one command buffer, and the descriptors and buffers of one test.

All is made once; a test resets it and fills it anew, so that no test sees what another left.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

import vulkan as vk

from aberration.targets.runners.resources import Slot
from aberration.targets.runners.vulkan.binding import (
    FFI,
    LIBRARY,
    NULL,
    Handle,
    Structs,
    check,
    create,
)
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.memory import MappedBuffer
from aberration.targets.runners.vulkan.pipeline import DESCRIPTOR_TYPES, Layout

_DESCRIPTORS: Final = 256
_SETS: Final = 32
_FIRST_ARENA: Final = 1 << 20
_FOREVER: Final = (1 << 64) - 1


class Commands:
    """One command buffer and its fence."""

    def __init__(self, device: VulkanDevice) -> None:
        self._device = device
        self._structs = structs = Structs()
        flags = vk.VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT
        info = structs.make("VkCommandPoolCreateInfo", flags=flags, queueFamilyIndex=device.family)
        pool = create("vkCreateCommandPool", "VkCommandPool", device.handle, info, NULL)
        device.own(LIBRARY.vkDestroyCommandPool, pool)
        allocation = structs.make(
            "VkCommandBufferAllocateInfo", commandPool=pool, commandBufferCount=1
        )
        self.buffer = create(
            "vkAllocateCommandBuffers", "VkCommandBuffer", device.handle, allocation
        )
        fence = create(
            "vkCreateFence", "VkFence", device.handle, structs.make("VkFenceCreateInfo"), NULL
        )
        self._fence = device.own(LIBRARY.vkDestroyFence, fence)
        self._fences = structs.array("VkFence", [fence])
        self._begin = structs.make(
            "VkCommandBufferBeginInfo", flags=vk.VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT
        )
        buffers = structs.array("VkCommandBuffer", [self.buffer])
        self._submission = structs.make(
            "VkSubmitInfo", commandBufferCount=1, pCommandBuffers=buffers
        )

    @contextlib.contextmanager
    def record_and_run(self) -> Iterator[Handle]:
        """Record what the block does with the command buffer, then run it to its end."""
        check("vkBeginCommandBuffer", LIBRARY.vkBeginCommandBuffer(self.buffer, self._begin))
        yield self.buffer
        check("vkEndCommandBuffer", LIBRARY.vkEndCommandBuffer(self.buffer))
        check(
            "vkQueueSubmit",
            LIBRARY.vkQueueSubmit(self._device.queue, 1, self._submission, self._fence),
        )
        handle = self._device.handle
        check(
            "vkWaitForFences",
            LIBRARY.vkWaitForFences(handle, 1, self._fences, vk.VK_TRUE, _FOREVER),
        )
        check("vkResetFences", LIBRARY.vkResetFences(handle, 1, self._fences))

    def show_to_host(self, stage: int, access: int) -> None:
        """Record a barrier that makes writes of `stage` and `access` visible to the host."""
        barrier = self._structs_of_barrier(access)
        host = vk.VK_PIPELINE_STAGE_HOST_BIT
        LIBRARY.vkCmdPipelineBarrier(self.buffer, stage, host, 0, 1, barrier, 0, NULL, 0, NULL)

    def _structs_of_barrier(self, access: int) -> Handle:
        barrier: Handle = FFI.new(
            "VkMemoryBarrier *",
            {
                "sType": vk.VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                "srcAccessMask": access,
                "dstAccessMask": vk.VK_ACCESS_HOST_READ_BIT,
            },
        )
        return barrier


class Descriptors:
    """The buffers behind the slots, all in one arena, and the descriptor pool."""

    def __init__(self, device: VulkanDevice) -> None:
        self._device = device
        self._alignment = max(
            device.limit(f"min{kind}BufferOffsetAlignment") for kind in ("Uniform", "Storage")
        )
        self._arena = _arena(device, _FIRST_ARENA)
        self._offsets: tuple[int, ...] = ()
        structs = Structs()
        kinds = [
            {"type": kind, "descriptorCount": _DESCRIPTORS} for kind in DESCRIPTOR_TYPES.values()
        ]
        sizes = structs.array("VkDescriptorPoolSize", kinds)
        info = structs.make(
            "VkDescriptorPoolCreateInfo", maxSets=_SETS, poolSizeCount=len(kinds), pPoolSizes=sizes
        )
        pool = create("vkCreateDescriptorPool", "VkDescriptorPool", device.handle, info, NULL)
        self._pool = device.own(LIBRARY.vkDestroyDescriptorPool, pool)

    def fill(self, slots: tuple[Slot, ...]) -> None:
        """Lay the slots' bytes out in the arena, zero behind each one's data."""
        offsets, end = [], 0
        for slot in slots:
            offsets.append(end)
            end += -(-slot.size // self._alignment) * self._alignment
        self._offsets = tuple(offsets)
        if end > self._arena.size:
            self._arena.close()
            self._arena = _arena(self._device, 1 << (end - 1).bit_length())
        self._arena.view[:end] = bytes(end)
        for slot, offset in zip(slots, offsets, strict=True):
            self._arena.view[offset : offset + len(slot.data)] = slot.data
        self._arena.show()

    def fetch(self) -> None:
        """See what the device wrote."""
        self._arena.fetch()

    def read(self, index: int, size: int) -> bytes:
        """Return the first bytes of a slot's buffer, by the slot's index."""
        offset = self._offsets[index]
        return bytes(self._arena.view[offset : offset + size])

    @contextlib.contextmanager
    def bind_descriptors(self, slots: tuple[Slot, ...], layout: Layout) -> Iterator[Handle]:
        """Allocate and write the descriptor sets; yields their array, empty without slots."""
        if not layout.sets:
            yield NULL
            return
        structs = Structs()
        sets = self._allocate(structs, layout)
        writes = [self._write(structs, sets, index, slot) for index, slot in enumerate(slots)]
        array = structs.array("VkWriteDescriptorSet", writes)
        LIBRARY.vkUpdateDescriptorSets(self._device.handle, len(writes), array, 0, NULL)
        try:
            yield sets
        finally:
            LIBRARY.vkResetDescriptorPool(self._device.handle, self._pool, 0)

    def close(self) -> None:
        """Free the arena."""
        self._arena.close()

    def _allocate(self, structs: Structs, layout: Layout) -> Handle:
        info = structs.make(
            "VkDescriptorSetAllocateInfo",
            descriptorPool=self._pool,
            descriptorSetCount=len(layout.sets),
            pSetLayouts=structs.array("VkDescriptorSetLayout", list(layout.sets)),
        )
        sets = structs.array("VkDescriptorSet", len(layout.sets))
        check(
            "vkAllocateDescriptorSets",
            LIBRARY.vkAllocateDescriptorSets(self._device.handle, info, sets),
        )
        return sets

    def _write(self, structs: Structs, sets: Handle, index: int, slot: Slot) -> dict[str, object]:
        place = structs.make(
            "VkDescriptorBufferInfo",
            buffer=self._arena.handle,
            offset=self._offsets[index],
            range=slot.size,
        )
        item: Handle = FFI.cast("VkDescriptorSet *", sets)[slot.descriptor_set]
        return structs.tagged_struct(
            "VkWriteDescriptorSet",
            dstSet=item,
            dstBinding=slot.binding,
            descriptorCount=1,
            descriptorType=DESCRIPTOR_TYPES[slot.kind],
            pBufferInfo=place,
        )


def bind(
    buffer: Handle, point: int, layout: Layout, sets: Handle, push_constants: bytes, bit: int
) -> None:
    """Record the binding of descriptor sets and push constants."""
    if layout.sets:
        LIBRARY.vkCmdBindDescriptorSets(
            buffer, point, layout.handle, 0, len(layout.sets), sets, 0, NULL
        )
    if push_constants:
        LIBRARY.vkCmdPushConstants(
            buffer, layout.handle, bit, 0, len(push_constants), FFI.from_buffer(push_constants)
        )


def _arena(device: VulkanDevice, size: int) -> MappedBuffer:
    usage = vk.VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | vk.VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
    return MappedBuffer(device, size, usage)
