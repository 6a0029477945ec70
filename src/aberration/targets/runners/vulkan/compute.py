"""Compute shaders: one dispatch, then the storage buffers as they are."""

from __future__ import annotations

from typing import Final

import vulkan as vk

from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers
from aberration.targets.runner import Clock
from aberration.targets.runners.vulkan.binding import LIBRARY
from aberration.targets.runners.vulkan.commands import Commands, Descriptors, bind
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.pipeline import (
    PipelineStage,
    made_compute_pipeline,
    made_layout,
)

_COMPUTE: Final = vk.VK_PIPELINE_BIND_POINT_COMPUTE


class ComputeDispatcher:
    """Dispatches one compute shader after the other."""

    def __init__(self, device: VulkanDevice, commands: Commands, descriptors: Descriptors) -> None:
        self._device = device
        self._commands = commands
        self._descriptors = descriptors

    def dispatch(
        self, shader: PipelineStage, push_constants: bytes, inputs: Inputs, clock: Clock
    ) -> Buffers:
        """Return the storage buffers of the inputs after one dispatch."""
        self._descriptors.fill(shader.slots)
        with (
            clock,
            made_layout(self._device, shader) as layout,
            self._descriptors.bind_descriptors(shader.slots, layout) as sets,
            made_compute_pipeline(self._device, shader, layout) as pipeline,
            self._commands.record_and_run() as buffer,
        ):
            LIBRARY.vkCmdBindPipeline(buffer, _COMPUTE, pipeline)
            bind(buffer, _COMPUTE, layout, sets, push_constants, shader.bit)
            LIBRARY.vkCmdDispatch(buffer, *inputs.groups)
            self._commands.show_to_host(
                vk.VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, vk.VK_ACCESS_SHADER_WRITE_BIT
            )
        return self._results(shader, inputs)

    def _results(self, shader: PipelineStage, inputs: Inputs) -> Buffers:
        self._descriptors.fetch()
        index = {(slot.descriptor_set, slot.binding): at for at, slot in enumerate(shader.slots)}
        data = tuple(
            self._descriptors.read(index[buffer.descriptor_set, buffer.binding], len(buffer.data))
            for buffer in inputs.buffers
        )
        return Buffers(data, tuple(buffer.fields for buffer in inputs.buffers))
