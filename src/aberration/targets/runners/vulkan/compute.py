"""Compute shaders: one dispatch, then the storage buffers as they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import vulkan as vk

from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers
from aberration.targets.runner import Clock
from aberration.targets.runners.vulkan.binding import LIBRARY, Handle
from aberration.targets.runners.vulkan.commands import Commands, Descriptors, bind
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.draws import Draws
from aberration.targets.runners.vulkan.pipeline import (
    PipelineStage,
    made_compute_pipeline,
    made_layout,
)
from aberration.targets.runners.vulkan.storage_images import made_storage_images
from aberration.targets.runners.vulkan.textures import made_textures

_COMPUTE: Final = vk.VK_PIPELINE_BIND_POINT_COMPUTE


class ComputeDispatcher:
    """Dispatches one compute shader after the other."""

    def __init__(self, device: VulkanDevice, commands: Commands, descriptors: Descriptors) -> None:
        self._device = device
        self._commands = commands
        self._descriptors = descriptors
        self._draws = Draws(device)

    def dispatch(
        self, shader: PipelineStage, push_constants: bytes, inputs: Inputs, clock: Clock
    ) -> Buffers:
        """Return the storage buffers of the inputs after one dispatch."""
        self._descriptors.fill(shader.slots, inputs.ways)
        ways = inputs.ways
        with (
            made_textures(self._device, self._commands.run, shader) as textures,
            made_storage_images(self._device, self._commands.run, shader) as images,
            clock,
            made_layout(self._device, shader, ways) as layout,
            self._descriptors.bind_descriptors(shader, (*textures, *images), layout, ways) as bound,
            made_compute_pipeline(self._device, shader, layout, ways) as pipeline,
        ):

            def record(_: Handle) -> None:
                with self._commands.inner(ways) as inner:
                    LIBRARY.vkCmdBindPipeline(inner, _COMPUTE, pipeline)
                    bind(inner, _COMPUTE, layout, bound, shader, push_constants, ways)
                    self._draws.record_dispatch(inner, inputs)
                self._commands.show_to_host(
                    vk.VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, vk.VK_ACCESS_SHADER_WRITE_BIT
                )

            self._commands.run(record, ways)
            texels = {
                slot.place: image.read() for slot, image in zip(shader.images, images, strict=True)
            }
        return self._results(shader, inputs, texels)

    def close(self) -> None:
        """Destroy what dispatches take their numbers from."""
        self._draws.close()

    def _results(
        self, shader: PipelineStage, inputs: Inputs, texels: Mapping[tuple[int, int], bytes]
    ) -> Buffers:
        """Return the buffers, and the texels of images; of an image that the shader lacks, those of
        before.
        """
        self._descriptors.fetch()
        index = {slot.place: at for at, slot in enumerate(shader.slots)}
        data = tuple(
            self._descriptors.read(index[buffer.place], len(buffer.data))
            if buffer.place in index
            else texels.get(buffer.place, buffer.data)
            for buffer in inputs.buffers
        )
        return Buffers(data, tuple(buffer.fields for buffer in inputs.buffers))
