"""Which queue and which memory of a device are used, by what it says of them."""

from __future__ import annotations

import pytest
import vulkan as vk

from aberration.core.errors import TargetUnavailable
from aberration.targets.runners.vulkan.binding import VulkanFailure
from aberration.targets.runners.vulkan.device import chosen_family
from aberration.targets.runners.vulkan.memory import NEAR, SEEN, chosen_type

GRAPHICS, COMPUTE, TRANSFER = (
    vk.VK_QUEUE_GRAPHICS_BIT,
    vk.VK_QUEUE_COMPUTE_BIT,
    vk.VK_QUEUE_TRANSFER_BIT,
)
LOCAL, VISIBLE = vk.VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, vk.VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT
COHERENT, CACHED = vk.VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, vk.VK_MEMORY_PROPERTY_HOST_CACHED_BIT

DISCRETE = [LOCAL, VISIBLE | COHERENT, VISIBLE | COHERENT | CACHED, LOCAL | VISIBLE | COHERENT]
"""A GPU with memory of its own, a part of which this machine sees."""
MOBILE = [LOCAL, LOCAL | VISIBLE | CACHED]


@pytest.mark.parametrize(
    ("flags", "chosen"),
    [
        ([GRAPHICS | COMPUTE | TRANSFER, COMPUTE], (0, True)),
        ([TRANSFER, COMPUTE | TRANSFER, GRAPHICS | COMPUTE], (2, True)),
        ([TRANSFER, COMPUTE | TRANSFER], (1, False)),
    ],
)
def test_the_queue_draws_and_computes_or_else_computes(
    flags: list[int], chosen: tuple[int, bool]
) -> None:
    assert chosen_family(flags) == chosen


@pytest.mark.parametrize("flags", [[TRANSFER], []])
def test_a_device_without_a_queue_for_us_is_no_target(flags: list[int]) -> None:
    with pytest.raises(TargetUnavailable, match="expected a device that draws or computes"):
        chosen_family(flags)


@pytest.mark.parametrize(
    ("types", "allowed", "wishes", "index"),
    [
        (DISCRETE, 0b1111, SEEN, 2),
        (DISCRETE, 0b1011, SEEN, 1),
        (DISCRETE, 0b1111, NEAR, 0),
        (DISCRETE, 0b0110, NEAR, 1),
        (MOBILE, 0b11, SEEN, 1),
    ],
)
def test_memory_is_the_best_that_is_allowed(
    types: list[int], allowed: int, wishes: tuple[int, ...], index: int
) -> None:
    assert chosen_type(types, allowed, wishes) == index


def test_memory_that_nobody_sees_is_none_to_read() -> None:
    with pytest.raises(VulkanFailure, match="vkAllocateMemory gave VK_ERROR_OUT_OF_DEVICE_MEMORY"):
        chosen_type(DISCRETE, 0b0001, SEEN)
