"""Fragment shaders: one full-screen triangle into an image, which is copied back; and vertex
shaders, whose points make the image.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import vulkan as vk

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image, PixelFormat
from aberration.targets.runner import Clock
from aberration.targets.runners.areas import MARGIN
from aberration.targets.runners.vulkan.binding import (
    FFI,
    LIBRARY,
    NULL,
    Handle,
    Structs,
    check,
    create,
)
from aberration.targets.runners.vulkan.commands import Commands, Descriptors, bind
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.draws import Draws
from aberration.targets.runners.vulkan.memory import NEAR, MappedBuffer, allocate
from aberration.targets.runners.vulkan.pipeline import GraphicsPipelines, PipelineStage, made_layout
from aberration.targets.runners.vulkan.storage_images import made_storage_images
from aberration.targets.runners.vulkan.textures import made_textures
from aberration.targets.runners.vulkan.vertices import draw_points, vertex_buffers

FORMATS: Final[dict[PixelFormat, tuple[int, int]]] = {
    "rgba8": (vk.VK_FORMAT_R8G8B8A8_UNORM, 4),
    "rgba32f": (vk.VK_FORMAT_R32G32B32A32_SFLOAT, 16),
}
_GRAPHICS: Final = vk.VK_PIPELINE_BIND_POINT_GRAPHICS


class RenderTarget:
    """An image of one size with its framebuffer and the buffer that it is copied to."""

    def __init__(
        self,
        device: VulkanDevice,
        render_pass: Handle,
        pixels: PixelFormat,
        width: int,
        height: int,
    ) -> None:
        self._device = device
        self.size = (width, height)
        image_format, pixel_bytes = FORMATS[pixels]
        structs = Structs()
        self.image = self._make_image(structs, image_format)
        self._memory = self._bind_memory()
        self._view = self._make_view(structs, image_format)
        views = structs.array("VkImageView", [self._view])
        info = structs.make(
            "VkFramebufferCreateInfo",
            renderPass=render_pass,
            attachmentCount=1,
            pAttachments=views,
            width=width,
            height=height,
            layers=1,
        )
        self.framebuffer = create("vkCreateFramebuffer", "VkFramebuffer", device.handle, info, NULL)
        usage = vk.VK_BUFFER_USAGE_TRANSFER_DST_BIT
        self.readback = MappedBuffer(device, width * height * pixel_bytes, usage)

    def close(self) -> None:
        """Destroy all of it."""
        handle = self._device.handle
        self.readback.close()
        LIBRARY.vkDestroyFramebuffer(handle, self.framebuffer, NULL)
        LIBRARY.vkDestroyImageView(handle, self._view, NULL)
        LIBRARY.vkDestroyImage(handle, self.image, NULL)
        LIBRARY.vkFreeMemory(handle, self._memory, NULL)

    def _make_image(self, structs: Structs, image_format: int) -> Handle:
        width, height = self.size
        info = structs.make(
            "VkImageCreateInfo",
            imageType=vk.VK_IMAGE_TYPE_2D,
            format=image_format,
            extent={"width": width, "height": height, "depth": 1},
            mipLevels=1,
            arrayLayers=1,
            samples=vk.VK_SAMPLE_COUNT_1_BIT,
            tiling=vk.VK_IMAGE_TILING_OPTIMAL,
            usage=vk.VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | vk.VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
        )
        return create("vkCreateImage", "VkImage", self._device.handle, info, NULL)

    def _bind_memory(self) -> Handle:
        requirements = FFI.new("VkMemoryRequirements *")
        LIBRARY.vkGetImageMemoryRequirements(self._device.handle, self.image, requirements)
        memory, _ = allocate(self._device, requirements, NEAR)
        check(
            "vkBindImageMemory",
            LIBRARY.vkBindImageMemory(self._device.handle, self.image, memory, 0),
        )
        return memory

    def _make_view(self, structs: Structs, image_format: int) -> Handle:
        info = structs.make(
            "VkImageViewCreateInfo",
            image=self.image,
            viewType=vk.VK_IMAGE_VIEW_TYPE_2D,
            format=image_format,
            subresourceRange={
                "aspectMask": vk.VK_IMAGE_ASPECT_COLOR_BIT,
                "levelCount": 1,
                "layerCount": 1,
            },
        )
        return create("vkCreateImageView", "VkImageView", self._device.handle, info, NULL)


class FragmentDrawer:
    """Draws with one fragment or vertex shader after the other; the render target of the last size
    is kept.
    """

    def __init__(
        self,
        device: VulkanDevice,
        commands: Commands,
        descriptors: Descriptors,
        pixels: PixelFormat,
    ) -> None:
        self._device = device
        self._commands = commands
        self._descriptors = descriptors
        self._pixels = pixels
        self._pipelines = GraphicsPipelines(device, FORMATS[pixels][0])
        self._draws = Draws(device)
        self._target: RenderTarget | None = None

    def draw(
        self, shader: PipelineStage, push_constants: bytes, inputs: Inputs, clock: Clock
    ) -> Image:
        """Return the image, rows from the top; what is not drawn, or discarded, is transparent
        black.
        """
        width, height, ways = inputs.width, inputs.height, inputs.ways
        more = MARGIN if "EnlargeTarget" in ways else 0
        target = self._target_of_size(width + more, height + more)
        self._descriptors.fill(shader.slots, ways)
        with (
            made_textures(self._device, self._commands.run, shader) as textures,
            made_storage_images(self._device, self._commands.run, shader) as images,
            vertex_buffers(self._device, shader.columns, inputs) as vertices,
            clock,
            made_layout(self._device, shader, ways) as layout,
            self._descriptors.bind_descriptors(shader, (*textures, *images), layout, ways) as bound,
            self._pipelines.make(shader, layout, width, height, ways) as pipeline,
        ):

            def record(buffer: Handle) -> None:
                self._begin_pass(buffer, target, (width, height), ways)
                within = (ways, self._pipelines.render_pass, target.framebuffer)
                with self._commands.inner(*within) as inner:
                    LIBRARY.vkCmdBindPipeline(inner, _GRAPHICS, pipeline)
                    bind(inner, _GRAPHICS, layout, bound, shader, push_constants, ways)
                    if shader.is_of_vertices:
                        draw_points(inner, vertices, inputs)
                    else:
                        self._draws.record(inner, inputs)
                LIBRARY.vkCmdEndRenderPass(buffer)
                self._copy_back(buffer, target, (width, height))

            self._commands.run(record, ways)
        self._descriptors.fetch()
        target.readback.fetch()
        size = width * height * FORMATS[self._pixels][1]
        return Image(width, height, self._pixels, bytes(target.readback.view[:size]))

    def close(self) -> None:
        """Destroy the render target, and what drawings take their numbers from."""
        self._forget_target()
        self._draws.close()

    def _forget_target(self) -> None:
        target, self._target = self._target, None
        if target is not None:
            target.close()

    def _target_of_size(self, width: int, height: int) -> RenderTarget:
        if self._target is not None and self._target.size == (width, height):
            return self._target
        self._forget_target()
        self._target = RenderTarget(
            self._device, self._pipelines.render_pass, self._pixels, width, height
        )
        return self._target

    def _begin_pass(
        self, buffer: Handle, target: RenderTarget, size: tuple[int, int], ways: Collection[str]
    ) -> None:
        width, height = size
        structs = Structs()
        info = structs.make(
            "VkRenderPassBeginInfo",
            renderPass=self._pipelines.render_pass,
            framebuffer=target.framebuffer,
            renderArea={"extent": {"width": width, "height": height}},
            clearValueCount=1,
            pClearValues=structs.make("VkClearValue"),
        )
        contents = (
            vk.VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS
            if "UseSecondaryCommands" in ways
            else vk.VK_SUBPASS_CONTENTS_INLINE
        )
        LIBRARY.vkCmdBeginRenderPass(buffer, info, contents)

    def _copy_back(self, buffer: Handle, target: RenderTarget, size: tuple[int, int]) -> None:
        width, height = size
        region = Structs().make(
            "VkBufferImageCopy",
            imageSubresource={"aspectMask": vk.VK_IMAGE_ASPECT_COLOR_BIT, "layerCount": 1},
            imageExtent={"width": width, "height": height, "depth": 1},
        )
        layout = vk.VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL
        LIBRARY.vkCmdCopyImageToBuffer(
            buffer, target.image, layout, target.readback.handle, 1, region
        )
        self._commands.show_to_host(
            vk.VK_PIPELINE_STAGE_TRANSFER_BIT, vk.VK_ACCESS_TRANSFER_WRITE_BIT
        )
