"""The storage images of one test: made with their texels, read after it, and destroyed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

import vulkan as vk

from aberration.core.storage_images import ImageShape, StorageImage
from aberration.targets.runners.storage_images import ImageSlot
from aberration.targets.runners.vulkan.binding import (
    LIBRARY,
    NULL,
    Destroy,
    Handle,
    Structs,
    create,
)
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.memory import MappedBuffer, image_with_memory
from aberration.targets.runners.vulkan.pipeline import PipelineStage
from aberration.targets.runners.vulkan.texel_buffers import MadeTexelBuffer
from aberration.targets.runners.vulkan.texel_formats import FORMATS
from aberration.targets.runners.vulkan.textures import Run

_VIEWS: Final[Mapping[ImageShape, int]] = MappingProxyType(
    {
        "2D": vk.VK_IMAGE_VIEW_TYPE_2D,
        "3D": vk.VK_IMAGE_VIEW_TYPE_3D,
        "2DArray": vk.VK_IMAGE_VIEW_TYPE_2D_ARRAY,
    }
)
_USAGE: Final = (
    vk.VK_IMAGE_USAGE_STORAGE_BIT
    | vk.VK_IMAGE_USAGE_TRANSFER_SRC_BIT
    | vk.VK_IMAGE_USAGE_TRANSFER_DST_BIT
)
_COPIED: Final = vk.VK_BUFFER_USAGE_TRANSFER_SRC_BIT | vk.VK_BUFFER_USAGE_TRANSFER_DST_BIT
_COLOUR: Final = vk.VK_IMAGE_ASPECT_COLOR_BIT
_EMPTY: Final = vk.VK_IMAGE_LAYOUT_UNDEFINED
_GENERAL: Final = vk.VK_IMAGE_LAYOUT_GENERAL
"""The layout of storage images, which may be copied in it as well."""
_NO_FAMILY: Final = (1 << 32) - 1
"""VK_QUEUE_FAMILY_IGNORED: no queue hands the image to another one."""
_ALL: Final = vk.VK_PIPELINE_STAGE_ALL_COMMANDS_BIT
_ANY: Final = vk.VK_ACCESS_MEMORY_READ_BIT | vk.VK_ACCESS_MEMORY_WRITE_BIT


class MadeImage:
    """An image with its view and the buffer that its texels are copied from and to."""

    def __init__(
        self, device: VulkanDevice, run: Run, slot: ImageSlot, owned: contextlib.ExitStack
    ) -> None:
        self._device: Final = device
        self._run: Final = run
        self._owned: Final = owned
        self._image: Final = slot.image
        self._staging: Final = MappedBuffer(device, len(slot.data), _COPIED)
        owned.callback(self._staging.close)
        self._handle: Final = self._make_image()
        self._fill(slot.data)
        self._view: Final = self._make_view()

    def descriptor(self, structs: Structs) -> Handle:
        """Return what is written into the descriptor."""
        return structs.make(
            "VkDescriptorImageInfo", sampler=NULL, imageView=self._view, imageLayout=_GENERAL
        )

    def read(self) -> bytes:
        """Return all texels, after the shader has run."""
        self._run(self._record_reading, ())
        self._staging.fetch()
        return bytes(self._staging.view)

    def _own(self, destroy: Destroy, handle: Handle) -> Handle:
        self._owned.callback(destroy, self._device.handle, handle, NULL)
        return handle

    def _make_image(self) -> Handle:
        image = self._image
        info = Structs().make(
            "VkImageCreateInfo",
            imageType=vk.VK_IMAGE_TYPE_3D if image.shape == "3D" else vk.VK_IMAGE_TYPE_2D,
            format=FORMATS[image.format],
            extent=_extent(image),
            mipLevels=1,
            arrayLayers=_layers(image),
            samples=vk.VK_SAMPLE_COUNT_1_BIT,
            tiling=vk.VK_IMAGE_TILING_OPTIMAL,
            usage=_USAGE,
            initialLayout=_EMPTY,
        )
        return image_with_memory(self._device, info, self._owned)

    def _make_view(self) -> Handle:
        info = Structs().make(
            "VkImageViewCreateInfo",
            image=self._handle,
            viewType=_VIEWS[self._image.shape],
            format=FORMATS[self._image.format],
            subresourceRange=_whole(self._image),
        )
        view = create("vkCreateImageView", "VkImageView", self._device.handle, info, NULL)
        return self._own(LIBRARY.vkDestroyImageView, view)

    # ---- texels

    def _fill(self, data: bytes) -> None:
        self._staging.view[:] = data
        self._staging.show()
        self._run(self._record_filling, ())

    def _record_filling(self, buffer: Handle) -> None:
        structs = Structs()
        self._wait(buffer, structs, _EMPTY)
        LIBRARY.vkCmdCopyBufferToImage(
            buffer, self._staging.handle, self._handle, _GENERAL, 1, self._region(structs)
        )
        self._wait(buffer, structs, _GENERAL)

    def _record_reading(self, buffer: Handle) -> None:
        structs = Structs()
        self._wait(buffer, structs, _GENERAL)
        LIBRARY.vkCmdCopyImageToBuffer(
            buffer, self._handle, _GENERAL, self._staging.handle, 1, self._region(structs)
        )
        self._show_to_host(buffer, structs)

    def _region(self, structs: Structs) -> Handle:
        return structs.make(
            "VkBufferImageCopy",
            imageSubresource={"aspectMask": _COLOUR, "layerCount": _layers(self._image)},
            imageExtent=_extent(self._image),
        )

    def _wait(self, buffer: Handle, structs: Structs, before: int) -> None:
        """Record that all that follows waits for all that was done, and the layout from now on."""
        barrier = structs.make(
            "VkImageMemoryBarrier",
            srcAccessMask=_ANY,
            dstAccessMask=_ANY,
            oldLayout=before,
            newLayout=_GENERAL,
            srcQueueFamilyIndex=_NO_FAMILY,
            dstQueueFamilyIndex=_NO_FAMILY,
            image=self._handle,
            subresourceRange=_whole(self._image),
        )
        LIBRARY.vkCmdPipelineBarrier(buffer, _ALL, _ALL, 0, 0, NULL, 0, NULL, 1, barrier)

    def _show_to_host(self, buffer: Handle, structs: Structs) -> None:
        barrier = structs.make(
            "VkMemoryBarrier",
            srcAccessMask=vk.VK_ACCESS_TRANSFER_WRITE_BIT,
            dstAccessMask=vk.VK_ACCESS_HOST_READ_BIT,
        )
        copied, host = vk.VK_PIPELINE_STAGE_TRANSFER_BIT, vk.VK_PIPELINE_STAGE_HOST_BIT
        LIBRARY.vkCmdPipelineBarrier(buffer, copied, host, 0, 1, barrier, 0, NULL, 0, NULL)


@contextlib.contextmanager
def made_storage_images(
    device: VulkanDevice, run: Run, shader: PipelineStage
) -> Iterator[tuple[MadeImage | MadeTexelBuffer, ...]]:
    """Make the storage images and texel buffers of a shader, with their texels."""
    with contextlib.ExitStack() as owned:
        yield tuple(
            MadeTexelBuffer(device, slot, owned)
            if slot.image.shape == "Buffer"
            else MadeImage(device, run, slot, owned)
            for slot in shader.images
        )


def _whole(image: StorageImage) -> dict[str, int]:
    return {"aspectMask": _COLOUR, "levelCount": 1, "layerCount": _layers(image)}


def _layers(image: StorageImage) -> int:
    return image.size[2] if image.shape == "2DArray" else 1


def _extent(image: StorageImage) -> dict[str, int]:
    width, height, depth = image.size
    return {"width": width, "height": height, "depth": depth if image.shape == "3D" else 1}
