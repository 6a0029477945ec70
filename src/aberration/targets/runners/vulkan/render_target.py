"""What a drawing goes to: an image for each attachment, with the render pass that draws into
them and the buffers that they are copied to.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

import vulkan as vk

from aberration.core.outcome import Image, PixelFormat, join_images
from aberration.targets.runners.attachments import Plane, Stored, depth_of, locations_of
from aberration.targets.runners.vulkan.binding import (
    LIBRARY,
    NULL,
    Handle,
    Structs,
    create,
)
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.memory import MappedBuffer, image_with_memory

FORMATS: Final[dict[tuple[PixelFormat, Stored], int]] = {
    ("rgba8", 1): vk.VK_FORMAT_R8_UNORM,
    ("rgba8", 2): vk.VK_FORMAT_R8G8_UNORM,
    ("rgba8", 4): vk.VK_FORMAT_R8G8B8A8_UNORM,
    ("rgba32f", 1): vk.VK_FORMAT_R32_SFLOAT,
    ("rgba32f", 2): vk.VK_FORMAT_R32G32_SFLOAT,
    ("rgba32f", 4): vk.VK_FORMAT_R32G32B32A32_SFLOAT,
    ("rgba32i", 1): vk.VK_FORMAT_R32_SINT,
    ("rgba32i", 2): vk.VK_FORMAT_R32G32_SINT,
    ("rgba32i", 4): vk.VK_FORMAT_R32G32B32A32_SINT,
    ("rgba32ui", 1): vk.VK_FORMAT_R32_UINT,
    ("rgba32ui", 2): vk.VK_FORMAT_R32G32_UINT,
    ("rgba32ui", 4): vk.VK_FORMAT_R32G32B32A32_UINT,
    ("d32f", 1): vk.VK_FORMAT_D32_SFLOAT,
}
"""By what a plane is of."""
_UNUSED: Final = 0xFFFFFFFF
_DRAWN: Final[int] = (
    vk.VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT
    | vk.VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT
    | vk.VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT
)
"""Where colours are written, and where depths are."""
_WRITTEN: Final[int] = (
    vk.VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | vk.VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT
)


class Surface:
    """The image of one attachment, its view, and the buffer that it is copied to."""

    def __init__(self, device: VulkanDevice, plane: Plane, width: int, height: int) -> None:
        self._device = device
        self.plane: Final = plane
        self._owned: Final = contextlib.ExitStack()
        structs = Structs()
        self.image = self._make_image(structs, width, height)
        self.view = self._make_view(structs)
        usage = vk.VK_BUFFER_USAGE_TRANSFER_DST_BIT
        self.readback = MappedBuffer(device, width * height * plane.bytes_of_pixel, usage)
        self._owned.callback(self.readback.close)

    def close(self) -> None:
        """Destroy all of it."""
        self._owned.close()

    def copy_back(self, buffer: Handle, width: int, height: int) -> None:
        """Record the copy of what was drawn."""
        region = Structs().make(
            "VkBufferImageCopy",
            imageSubresource={"aspectMask": _aspect(self.plane), "layerCount": 1},
            imageExtent={"width": width, "height": height, "depth": 1},
        )
        layout = vk.VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL
        LIBRARY.vkCmdCopyImageToBuffer(buffer, self.image, layout, self.readback.handle, 1, region)

    def fetch(self, width: int, height: int) -> Image:
        """Return what was copied."""
        self.readback.fetch()
        size = width * height * self.plane.bytes_of_pixel
        return self.plane.image(width, height, bytes(self.readback.view[:size]))

    def _make_image(self, structs: Structs, width: int, height: int) -> Handle:
        info = structs.make(
            "VkImageCreateInfo",
            imageType=vk.VK_IMAGE_TYPE_2D,
            format=FORMATS[self.plane.kind],
            extent={"width": width, "height": height, "depth": 1},
            mipLevels=1,
            arrayLayers=1,
            samples=vk.VK_SAMPLE_COUNT_1_BIT,
            tiling=vk.VK_IMAGE_TILING_OPTIMAL,
            usage=_usage(self.plane) | vk.VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
        )
        return image_with_memory(self._device, info, self._owned)

    def _make_view(self, structs: Structs) -> Handle:
        info = structs.make(
            "VkImageViewCreateInfo",
            image=self.image,
            viewType=vk.VK_IMAGE_VIEW_TYPE_2D,
            format=FORMATS[self.plane.kind],
            subresourceRange={
                "aspectMask": _aspect(self.plane),
                "levelCount": 1,
                "layerCount": 1,
            },
        )
        device = self._device.handle
        view = create("vkCreateImageView", "VkImageView", device, info, NULL)
        self._owned.callback(LIBRARY.vkDestroyImageView, device, view, NULL)
        return view


class RenderTarget:
    """The attachments of one size with their render pass and framebuffer."""

    def __init__(
        self, device: VulkanDevice, planes: tuple[Plane, ...], width: int, height: int
    ) -> None:
        self._device = device
        self.size: Final = (width, height)
        self.planes: Final = planes
        self.render_pass: Final = made_render_pass(device, planes)
        self._surfaces: Final = [Surface(device, one, width, height) for one in planes]
        structs = Structs()
        views = structs.array("VkImageView", [one.view for one in self._surfaces])
        info = structs.make(
            "VkFramebufferCreateInfo",
            renderPass=self.render_pass,
            attachmentCount=len(planes),
            pAttachments=views,
            width=width,
            height=height,
            layers=1,
        )
        self.framebuffer: Final = create(
            "vkCreateFramebuffer", "VkFramebuffer", device.handle, info, NULL
        )

    def close(self) -> None:
        """Destroy all of it."""
        handle = self._device.handle
        LIBRARY.vkDestroyFramebuffer(handle, self.framebuffer, NULL)
        for one in self._surfaces:
            one.close()
        LIBRARY.vkDestroyRenderPass(handle, self.render_pass, NULL)

    def copy_back(self, buffer: Handle, width: int, height: int) -> None:
        """Record the copies of what was drawn."""
        for one in self._surfaces:
            one.copy_back(buffer, width, height)

    def fetch(self, width: int, height: int) -> Image:
        """Return what was copied."""
        return join_images([one.fetch(width, height) for one in self._surfaces])


def made_render_pass(device: VulkanDevice, planes: tuple[Plane, ...]) -> Handle:
    """Make a render pass that clears, draws, and leaves the images ready to be copied from."""
    structs = Structs()
    references = structs.array("VkAttachmentReference", _references(planes))
    subpass = structs.make(
        "VkSubpassDescription",
        pipelineBindPoint=vk.VK_PIPELINE_BIND_POINT_GRAPHICS,
        colorAttachmentCount=len(locations_of(planes)),
        pColorAttachments=references,
        **_depth_reference(structs, planes),
    )
    # The implicit dependency at the end of a pass does not make the drawing visible to a copy
    # (Vulkan 1.3, 8.1).
    before_copy = structs.make(
        "VkSubpassDependency",
        srcSubpass=0,
        dstSubpass=vk.VK_SUBPASS_EXTERNAL,
        srcStageMask=_DRAWN,
        dstStageMask=vk.VK_PIPELINE_STAGE_TRANSFER_BIT,
        srcAccessMask=_WRITTEN,
        dstAccessMask=vk.VK_ACCESS_TRANSFER_READ_BIT,
    )
    info = structs.make(
        "VkRenderPassCreateInfo",
        attachmentCount=len(planes),
        pAttachments=structs.array("VkAttachmentDescription", list(map(_description, planes))),
        subpassCount=1,
        pSubpasses=subpass,
        dependencyCount=1,
        pDependencies=before_copy,
    )
    return create("vkCreateRenderPass", "VkRenderPass", device.handle, info, NULL)


def _description(plane: Plane) -> dict[str, int]:
    return {
        "format": FORMATS[plane.kind],
        "samples": vk.VK_SAMPLE_COUNT_1_BIT,
        "loadOp": vk.VK_ATTACHMENT_LOAD_OP_CLEAR,
        "storeOp": vk.VK_ATTACHMENT_STORE_OP_STORE,
        "stencilLoadOp": vk.VK_ATTACHMENT_LOAD_OP_DONT_CARE,
        "stencilStoreOp": vk.VK_ATTACHMENT_STORE_OP_DONT_CARE,
        "finalLayout": vk.VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
    }


def _aspect(plane: Plane) -> int:
    if plane.is_depth:
        return int(vk.VK_IMAGE_ASPECT_DEPTH_BIT)
    return int(vk.VK_IMAGE_ASPECT_COLOR_BIT)


def _usage(plane: Plane) -> int:
    if plane.is_depth:
        return int(vk.VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT)
    return int(vk.VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT)


def _depth_reference(structs: Structs, planes: tuple[Plane, ...]) -> dict[str, object]:
    """Return what a subpass says of its depths, if it keeps any."""
    plane = depth_of(planes)
    if plane is None:
        return {}
    reference = structs.make(
        "VkAttachmentReference",
        attachment=planes.index(plane),
        layout=vk.VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL,
    )
    return {"pDepthStencilAttachment": reference}


def _references(planes: tuple[Plane, ...]) -> Sequence[dict[str, int]]:
    """Return for each location which attachment is there; locations without one are unused."""
    return [
        {
            "attachment": _UNUSED if one is None else planes.index(one),
            "layout": vk.VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        }
        for one in locations_of(planes)
    ]
