"""Fragment shaders: one full-screen triangle into images, which are copied back; and vertex
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
from aberration.targets.runners.attachments import Plane, planes_of
from aberration.targets.runners.vulkan.binding import (
    LIBRARY,
    Handle,
    Structs,
)
from aberration.targets.runners.vulkan.commands import Commands, Descriptors, bind
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.draws import Draws
from aberration.targets.runners.vulkan.pipeline import GraphicsPipelines, PipelineStage, made_layout
from aberration.targets.runners.vulkan.render_target import RenderTarget
from aberration.targets.runners.vulkan.storage_images import made_storage_images
from aberration.targets.runners.vulkan.textures import made_textures
from aberration.targets.runners.vulkan.vertices import draw_points, vertex_buffers

_GRAPHICS: Final = vk.VK_PIPELINE_BIND_POINT_GRAPHICS


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
        self._pipelines = GraphicsPipelines(device)
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
        planes = planes_of(inputs.attachments, self._pixels)
        target = self._target_of_size(planes, width + more, height + more)
        self._descriptors.fill(shader.slots, ways)
        with (
            made_textures(self._device, self._commands.run, shader) as textures,
            made_storage_images(self._device, self._commands.run, shader) as images,
            vertex_buffers(self._device, shader.columns, inputs) as vertices,
            clock,
            made_layout(self._device, shader, ways) as layout,
            self._descriptors.bind_descriptors(shader, (*textures, *images), layout, ways) as bound,
            self._pipelines.make(
                shader, layout, (target.render_pass, planes), (width, height), ways
            ) as pipeline,
        ):

            def record(buffer: Handle) -> None:
                self._begin_pass(buffer, target, (width, height), ways)
                within = (ways, target.render_pass, target.framebuffer)
                with self._commands.inner(*within) as inner:
                    LIBRARY.vkCmdBindPipeline(inner, _GRAPHICS, pipeline)
                    bind(inner, _GRAPHICS, layout, bound, shader, push_constants, ways)
                    if shader.is_of_vertices:
                        draw_points(inner, vertices, inputs)
                    else:
                        self._draws.record(inner, inputs)
                LIBRARY.vkCmdEndRenderPass(buffer)
                target.copy_back(buffer, width, height)
                self._commands.show_to_host(
                    vk.VK_PIPELINE_STAGE_TRANSFER_BIT, vk.VK_ACCESS_TRANSFER_WRITE_BIT
                )

            self._commands.run(record, ways)
        self._descriptors.fetch()
        return target.fetch(width, height)

    def close(self) -> None:
        """Destroy the render target, and what drawings take their numbers from."""
        self._forget_target()
        self._draws.close()

    def _forget_target(self) -> None:
        target, self._target = self._target, None
        if target is not None:
            target.close()

    def _target_of_size(self, planes: tuple[Plane, ...], width: int, height: int) -> RenderTarget:
        known = self._target
        if known is not None and (known.size, known.planes) == ((width, height), planes):
            return known
        self._forget_target()
        self._target = RenderTarget(self._device, planes, width, height)
        return self._target

    def _begin_pass(
        self, buffer: Handle, target: RenderTarget, size: tuple[int, int], ways: Collection[str]
    ) -> None:
        width, height = size
        structs = Structs()
        info = structs.make(
            "VkRenderPassBeginInfo",
            renderPass=target.render_pass,
            framebuffer=target.framebuffer,
            renderArea={"extent": {"width": width, "height": height}},
            # All bits zero: of floats and of integers.
            clearValueCount=len(target.planes),
            pClearValues=structs.array("VkClearValue", len(target.planes)),
        )
        contents = (
            vk.VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS
            if "UseSecondaryCommands" in ways
            else vk.VK_SUBPASS_CONTENTS_INLINE
        )
        LIBRARY.vkCmdBeginRenderPass(buffer, info, contents)
