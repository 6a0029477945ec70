"""One Vulkan device of one driver: instance, queue, limits, features."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

import vulkan as vk

from aberration.core.errors import TargetUnavailable
from aberration.targets.runners.vulkan.binding import (
    FFI,
    LIBRARY,
    NULL,
    Destroy,
    Handle,
    Structs,
    create,
)
from aberration.targets.runners.vulkan.features import DeviceFeatures, subgroup_features
from aberration.targets.runners.vulkan.instance import Instance

_COMPUTE: Final = vk.VK_QUEUE_COMPUTE_BIT
_GRAPHICS: Final = vk.VK_QUEUE_GRAPHICS_BIT
_PORTABILITY: Final = "VK_KHR_portability_subset"
"""An extension that a device which has it wants to be asked for (its specification,
VUID-VkDeviceCreateInfo-04451).
"""


class VulkanDevice:
    """Opens a device of the driver that the environment names; `wanted` and `uuid` as
    `Instance.device` takes them.
    """

    def __init__(self, wanted: str, uuid: str = "") -> None:
        self._owned = contextlib.ExitStack()
        instance = Instance()
        self._owned.callback(instance.close)
        self._described = instance.device(wanted, uuid)
        self.physical = self._described.handle
        self._features = DeviceFeatures(self._described)
        self.features = self._features.names | subgroup_features(self._described)
        self.family, self.draws = chosen_family(self._described.queue_flags())
        self.handle = self._make_device()
        queue = FFI.new("VkQueue *")
        LIBRARY.vkGetDeviceQueue(self.handle, self.family, 0, queue)
        self.queue: Handle = queue[0]

    def limit(self, name: str) -> int:
        """Return a limit by the name of its field in `VkPhysicalDeviceLimits`."""
        return self._described.limit(name)

    def limits(self, name: str) -> tuple[int, ...]:
        """Return a limit that is an array."""
        return self._described.limits(name)

    @property
    def api(self) -> tuple[int, int]:
        """Return the version of Vulkan that the device has."""
        return self._described.api

    def renders(self, image_format: int) -> bool:
        """Return whether images of a format can be drawn into, or keep depths."""
        known = FFI.new("VkFormatProperties *")
        LIBRARY.vkGetPhysicalDeviceFormatProperties(self.physical, image_format, known)
        wanted = vk.VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT
        if image_format == vk.VK_FORMAT_D32_SFLOAT:
            wanted = vk.VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT
        return bool(known.optimalTilingFeatures & wanted)

    @property
    def version(self) -> str:
        """Return the driver's name and version in its own words."""
        return self._described.version

    def own(self, destroy: Destroy, handle: Handle) -> Handle:
        """Have `handle` destroyed when the device is closed, latest first; return it."""
        self._owned.callback(destroy, self.handle, handle, NULL)
        return handle

    def wait_idle(self) -> None:
        """Wait until the device does nothing; a lost device is idle too."""
        LIBRARY.vkDeviceWaitIdle(self.handle)

    def close(self) -> None:
        """Destroy all that is owned, then the device and the instance."""
        self.wait_idle()
        self._owned.close()

    def _make_device(self) -> Handle:
        structs = Structs()
        queues = structs.array(
            "VkDeviceQueueCreateInfo",
            [
                structs.tagged_struct(
                    "VkDeviceQueueCreateInfo",
                    queueFamilyIndex=self.family,
                    queueCount=1,
                    pQueuePriorities=structs.array("float", [1.0]),
                )
            ],
        )
        wanted = [
            structs.text(name.encode())
            for name in (_PORTABILITY,)
            if name in self._described.extensions()
        ]
        info = structs.make(
            "VkDeviceCreateInfo",
            # All that there are: a shader may use what the device has, and the target says what
            # that is.
            pNext=self._features.chain(structs),
            queueCreateInfoCount=1,
            pQueueCreateInfos=queues,
            enabledExtensionCount=len(wanted),
            ppEnabledExtensionNames=structs.array("char *", wanted),
        )
        device = create("vkCreateDevice", "VkDevice", self.physical, info, NULL)
        self._owned.callback(LIBRARY.vkDestroyDevice, device, NULL)
        return device


def chosen_family(flags: Sequence[int]) -> tuple[int, bool]:
    """Return the queue family to use of those with these flags, and whether it can draw.

    One that does both, as a device that draws must have (Vulkan 1.3, 5.1); else the first that
    computes.
    """
    for wanted in (_GRAPHICS | _COMPUTE, _COMPUTE):
        for family, has in enumerate(flags):
            if has & wanted == wanted:
                return family, bool(wanted & _GRAPHICS)
    raise TargetUnavailable("expected a device that draws or computes, but it has no such queue")
