"""Runners on devices as real GPUs are, by drivers on the CPU that are made to look so."""

from __future__ import annotations

from collections.abc import Mapping
from unittest.mock import patch

import vulkan as vk

from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.targets.runner import Clock
from aberration.targets.runners.vulkan import memory
from aberration.targets.runners.vulkan.binding import VulkanFailure
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.runner import VulkanRunner


class Incoherent(VulkanRunner):
    """No memory is coherent: what is written has to be flushed, and what is read invalidated."""

    def open(self, options: Mapping[str, str]) -> str:
        known = memory.memory_types

        def incoherent(device: VulkanDevice) -> list[int]:
            return [flags & ~vk.VK_MEMORY_PROPERTY_HOST_COHERENT_BIT for flags in known(device)]

        patch.object(memory, "memory_types", incoherent).start()
        return super().open(options)


class Losing(VulkanRunner):
    """The device is lost by a program whose name says so."""

    def run(self, program: Program, clock: Clock) -> Outcome:
        if program.name == "loses the device":
            raise VulkanFailure("vkWaitForFences", vk.VK_ERROR_DEVICE_LOST)
        return super().run(program, clock)


class WithoutGraphics(VulkanRunner):
    """A device that only computes."""

    def open(self, options: Mapping[str, str]) -> str:
        version = super().open({**options, "warm_up": "no"})
        self._device.draws = False
        return version
