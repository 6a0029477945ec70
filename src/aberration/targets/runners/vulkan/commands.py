"""Recording and submitting one command buffer, and the descriptors and buffers of one test.

All is made once; a test resets it and fills it anew, so that no test sees what another left.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec
import vulkan as vk

from aberration.targets.runners.resources import Slot
from aberration.targets.runners.storage_images import ImageSlot
from aberration.targets.runners.textures import TextureSlot
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
from aberration.targets.runners.vulkan.pipeline import (
    DESCRIPTOR_TYPES,
    DYNAMIC_TYPES,
    IMAGE_TYPES,
    TEXTURE_TYPES,
    Layout,
    PipelineStage,
)
from aberration.targets.runners.vulkan.storage_images import MadeImage
from aberration.targets.runners.vulkan.texel_buffers import MadeTexelBuffer
from aberration.targets.runners.vulkan.textures import MadeTexture

_DESCRIPTORS: Final = 256
_SETS: Final = 32
_FIRST_ARENA: Final = 1 << 20
_GUARD: Final = 256
"""Bytes between guarded buffers: what offsets have to be aligned to at most (Vulkan 1.3, 33.1)."""
_GUARD_BYTE: Final = b"\xa5"
_FOREVER: Final = (1 << 64) - 1
_ONCE: Final = vk.VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT
_CONTINUED: Final = vk.VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT


class Commands:
    """One command buffer and its fence."""

    def __init__(self, device: VulkanDevice) -> None:
        self._device = device
        self._structs = structs = Structs()
        flags = vk.VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT
        info = structs.make("VkCommandPoolCreateInfo", flags=flags, queueFamilyIndex=device.family)
        pool = create("vkCreateCommandPool", "VkCommandPool", device.handle, info, NULL)
        device.own(LIBRARY.vkDestroyCommandPool, pool)
        self.buffer, self._secondary = (
            self._allocate(pool, level)
            for level in (
                vk.VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                vk.VK_COMMAND_BUFFER_LEVEL_SECONDARY,
            )
        )
        fence = create(
            "vkCreateFence", "VkFence", device.handle, structs.make("VkFenceCreateInfo"), NULL
        )
        self._fence = device.own(LIBRARY.vkDestroyFence, fence)
        self._fences = structs.array("VkFence", [fence])
        buffers = structs.array("VkCommandBuffer", [self.buffer])
        self._submission = structs.make(
            "VkSubmitInfo", commandBufferCount=1, pCommandBuffers=buffers
        )

    def run(self, record: Callable[[Handle], None], ways: Collection[str]) -> None:
        """Let `record` fill the command buffer, then run it to its end."""
        again = "SubmitTwice" in ways
        for _ in range(2 if "RecordAgain" in ways else 1):
            # To begin it resets what was recorded before.
            self._begin(self.buffer, 0 if again else _ONCE)
            record(self.buffer)
            check("vkEndCommandBuffer", LIBRARY.vkEndCommandBuffer(self.buffer))
        for _ in range(2 if again else 1):
            self._submit()

    @contextlib.contextmanager
    def inner(
        self, ways: Collection[str], render_pass: Handle = NULL, framebuffer: Handle = NULL
    ) -> Iterator[Handle]:
        """Give the buffer for what stands in a render pass, or before a barrier: this one, or a
        secondary one that it executes then.
        """
        if "UseSecondaryCommands" not in ways:
            yield self.buffer
            return
        structs = Structs()
        inherited = structs.make(
            "VkCommandBufferInheritanceInfo", renderPass=render_pass, framebuffer=framebuffer
        )
        flags = 0 if render_pass == NULL else _CONTINUED
        flags |= 0 if "SubmitTwice" in ways else _ONCE
        self._begin(self._secondary, flags, inherited)
        yield self._secondary
        check("vkEndCommandBuffer", LIBRARY.vkEndCommandBuffer(self._secondary))
        LIBRARY.vkCmdExecuteCommands(
            self.buffer, 1, structs.array("VkCommandBuffer", [self._secondary])
        )

    def _allocate(self, pool: Handle, level: int) -> Handle:
        info = self._structs.make(
            "VkCommandBufferAllocateInfo", commandPool=pool, level=level, commandBufferCount=1
        )
        return create("vkAllocateCommandBuffers", "VkCommandBuffer", self._device.handle, info)

    def _begin(self, buffer: Handle, flags: int, inherited: Handle = NULL) -> None:
        info = Structs().make("VkCommandBufferBeginInfo", flags=flags, pInheritanceInfo=inherited)
        check("vkBeginCommandBuffer", LIBRARY.vkBeginCommandBuffer(buffer, info))

    def _submit(self) -> None:
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


class GuardBroken(Exception):
    """A driver wrote where no buffer of the test lies. It ends the worker, as a crash does."""


class BoundSets(msgspec.Struct, frozen=True):
    """Descriptor sets to bind, with the dynamic offsets of their buffers, if they have such."""

    sets: Handle
    count: int
    offsets: tuple[int, ...]


class Descriptors:
    """The buffers behind the slots, all in one arena, and the descriptor pool."""

    def __init__(self, device: VulkanDevice) -> None:
        self._device = device
        self._alignment = max(
            device.limit(f"min{kind}BufferOffsetAlignment") for kind in ("Uniform", "Storage")
        )
        self._arena = _arena(device, _FIRST_ARENA)
        self._offsets: tuple[int, ...] = ()
        self._guarded: tuple[tuple[int, int], ...] = ()
        structs = Structs()
        kinds = [
            {"type": kind, "descriptorCount": _DESCRIPTORS}
            for table in (DESCRIPTOR_TYPES, DYNAMIC_TYPES, TEXTURE_TYPES, IMAGE_TYPES)
            for kind in table.values()
        ]
        sizes = structs.array("VkDescriptorPoolSize", kinds)
        info = structs.make(
            "VkDescriptorPoolCreateInfo", maxSets=_SETS, poolSizeCount=len(kinds), pPoolSizes=sizes
        )
        pool = create("vkCreateDescriptorPool", "VkDescriptorPool", device.handle, info, NULL)
        self._pool = device.own(LIBRARY.vkDestroyDescriptorPool, pool)

    def fill(self, slots: tuple[Slot, ...], ways: Collection[str]) -> None:
        """Lay the slots' bytes out in the arena, zero behind each one's data; with
        `GuardBuffers` bytes that must stay lie before and behind each.
        """
        guarded = "GuardBuffers" in ways
        offsets, end = [], _GUARD if guarded else 0
        for slot in slots:
            offsets.append(end)
            free = slot.size + (_GUARD if guarded else 0)
            end += -(-free // self._alignment) * self._alignment
        self._offsets = tuple(offsets)
        if end > self._arena.size:
            self._arena.close()
            self._arena = _arena(self._device, 1 << (end - 1).bit_length())
        self._arena.view[:end] = (_GUARD_BYTE if guarded else b"\0") * end
        for slot, offset in zip(slots, offsets, strict=True):
            data = slot.data.ljust(slot.size, b"\0") if guarded else slot.data
            self._arena.view[offset : offset + len(data)] = data
        self._guarded = gaps(slots, offsets, end) if guarded else ()
        self._arena.show()

    def fetch(self) -> None:
        """See what the device wrote; raise `GuardBroken` where it wrote between the buffers."""
        self._arena.fetch()
        for start, end in self._guarded:
            if self._arena.view[start:end].tobytes().strip(_GUARD_BYTE):
                raise GuardBroken("expected bytes outside of all buffers to stay, but some changed")

    def read(self, index: int, size: int) -> bytes:
        """Return the first bytes of a slot's buffer, by the slot's index."""
        offset = self._offsets[index]
        return bytes(self._arena.view[offset : offset + size])

    @contextlib.contextmanager
    def bind_descriptors(
        self,
        shader: PipelineStage,
        textures: Sequence[MadeTexture | MadeImage | MadeTexelBuffer],
        layout: Layout,
        ways: Collection[str],
    ) -> Iterator[BoundSets]:
        """Allocate and write the descriptor sets; yields what is to be bound. `textures` are those
        of the shader's texture slots, then its storage images.
        """
        if not layout.sets:
            yield BoundSets(NULL, 0, ())
            return
        structs = Structs()
        sets = self._allocate(structs, layout)
        dynamic = "UseDynamicOffsets" in ways
        writes = [
            self._write(structs, sets, index, slot, dynamic=dynamic)
            for index, slot in enumerate(shader.slots)
        ]
        pictures: list[TextureSlot | ImageSlot] = [*shader.textures, *shader.images]
        writes += [
            self._write_texture(structs, sets, slot, made)
            for slot, made in zip(pictures, textures, strict=True)
        ]
        array = structs.array("VkWriteDescriptorSet", writes)
        LIBRARY.vkUpdateDescriptorSets(self._device.handle, len(writes), array, 0, NULL)
        if "CopyDescriptors" in ways:
            sets = self._copy(structs, sets, shader.places, layout)
        try:
            yield BoundSets(sets, len(layout.sets), self._offsets if dynamic else ())
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

    def _write(
        self, structs: Structs, sets: Handle, index: int, slot: Slot, *, dynamic: bool
    ) -> dict[str, object]:
        place = structs.make(
            "VkDescriptorBufferInfo",
            buffer=self._arena.handle,
            offset=0 if dynamic else self._offsets[index],
            range=slot.size,
        )
        return structs.tagged_struct(
            "VkWriteDescriptorSet",
            dstSet=_set_of(sets, slot),
            dstBinding=slot.binding,
            dstArrayElement=slot.element,
            descriptorCount=1,
            descriptorType=(DYNAMIC_TYPES if dynamic else DESCRIPTOR_TYPES)[slot.kind],
            pBufferInfo=place,
        )

    def _write_texture(
        self,
        structs: Structs,
        sets: Handle,
        slot: TextureSlot | ImageSlot,
        made: MadeTexture | MadeImage | MadeTexelBuffer,
    ) -> dict[str, object]:
        field = "pTexelBufferView" if isinstance(made, MadeTexelBuffer) else "pImageInfo"
        return structs.tagged_struct(
            "VkWriteDescriptorSet",
            dstSet=_set_of(sets, slot),
            dstBinding=slot.binding,
            dstArrayElement=_element_of(slot),
            descriptorCount=1,
            descriptorType=(TEXTURE_TYPES | IMAGE_TYPES)[slot.kind],
            **{field: made.descriptor(structs)},
        )

    def _copy(
        self,
        structs: Structs,
        sets: Handle,
        slots: Sequence[Slot | TextureSlot | ImageSlot],
        layout: Layout,
    ) -> Handle:
        """Return other sets, with the descriptors of these copied into them."""
        others = self._allocate(structs, layout)
        copies = [
            structs.tagged_struct(
                "VkCopyDescriptorSet",
                srcSet=_set_of(sets, slot),
                srcBinding=slot.binding,
                srcArrayElement=_element_of(slot),
                dstSet=_set_of(others, slot),
                dstBinding=slot.binding,
                dstArrayElement=_element_of(slot),
                descriptorCount=1,
            )
            for slot in slots
        ]
        array = structs.array("VkCopyDescriptorSet", copies)
        LIBRARY.vkUpdateDescriptorSets(self._device.handle, 0, NULL, len(copies), array)
        return others


def gaps(slots: Sequence[Slot], offsets: Sequence[int], end: int) -> tuple[tuple[int, int], ...]:
    """Return start and end of what lies before, between and behind the buffers."""
    starts = (0, *(offset + slot.size for slot, offset in zip(slots, offsets, strict=True)))
    return tuple(zip(starts, (*offsets, end), strict=True))


def _element_of(slot: Slot | TextureSlot | ImageSlot) -> int:
    """Return which element of an array at its binding a descriptor is."""
    return 0 if isinstance(slot, ImageSlot) else slot.element


def _set_of(sets: Handle, slot: Slot | TextureSlot | ImageSlot) -> Handle:
    found: Handle = FFI.cast("VkDescriptorSet *", sets)[slot.descriptor_set]
    return found


def bind(
    buffer: Handle,
    point: int,
    layout: Layout,
    bound: BoundSets,
    shader: PipelineStage,
    push_constants: bytes,
    ways: Collection[str],
) -> None:
    """Record the binding of descriptor sets and push constants."""
    if bound.count:
        # Offsets come in the order of sets and bindings, which is that of the slots.
        offsets = FFI.new("uint32_t[]", list(bound.offsets))
        LIBRARY.vkCmdBindDescriptorSets(
            buffer, point, layout.handle, 0, bound.count, bound.sets, len(bound.offsets), offsets
        )
    if not push_constants:
        return
    half = len(push_constants) // 8 * 4
    cuts = (0, half, len(push_constants)) if "PushInParts" in ways else (0, len(push_constants))
    for start, end in pairwise(cuts):
        part = FFI.from_buffer(push_constants[start:end])
        LIBRARY.vkCmdPushConstants(buffer, layout.handle, shader.bit, start, end - start, part)


def _arena(device: VulkanDevice, size: int) -> MappedBuffer:
    usage = vk.VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | vk.VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
    return MappedBuffer(device, size, usage)
