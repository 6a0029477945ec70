"""The Vulkan loader's side: an instance of the drivers that the environment names, and their
physical devices.
"""

from __future__ import annotations

import re
from typing import Final

import vulkan as vk

from aberration.core.errors import TargetUnavailable
from aberration.targets.answers import DeviceDescription
from aberration.targets.runners.vulkan.binding import (
    FFI,
    LIBRARY,
    NULL,
    Handle,
    Structs,
    VulkanFailure,
    create,
)

_API: Final = (1 << 22) | (3 << 12)
OLDEST_API: Final = (1, 1)
_PORTABILITY: Final = "VK_KHR_portability_enumeration"
_ENUMERATE_PORTABILITY: Final = 1
"""With both, the loader shows devices of drivers that lack parts of Vulkan, such as MoltenVK."""
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)+")


class Physical:
    """One physical device with what it says of itself."""

    def __init__(self, handle: Handle) -> None:
        self.handle = handle
        self._identity = FFI.new(
            "VkPhysicalDeviceIDProperties *",
            {"sType": vk.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES},
        )
        self._driver = FFI.new(
            "VkPhysicalDeviceDriverProperties *",
            {
                "sType": vk.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES,
                "pNext": self._identity,
            },
        )
        kind = vk.VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2
        self._properties = FFI.new(
            "VkPhysicalDeviceProperties2 *", {"sType": kind, "pNext": self._driver}
        )
        LIBRARY.vkGetPhysicalDeviceProperties2(handle, self._properties)

    def limit(self, name: str) -> int:
        """Return a limit by the name of its field in `VkPhysicalDeviceLimits`."""
        return int(getattr(self._properties.properties.limits, name))

    def limits(self, name: str) -> tuple[int, ...]:
        """Return a limit that is an array."""
        return tuple(int(value) for value in getattr(self._properties.properties.limits, name))

    @property
    def api(self) -> tuple[int, int]:
        """Return the version of Vulkan that the device has."""
        version = int(self._properties.properties.apiVersion)
        return version >> 22 & 0x7F, version >> 12 & 0x3FF

    def queue_flags(self) -> list[int]:
        """Return what the queues of each family can do, as `VkQueueFlags`."""
        count = FFI.new("uint32_t *")
        LIBRARY.vkGetPhysicalDeviceQueueFamilyProperties(self.handle, count, NULL)
        found = FFI.new("VkQueueFamilyProperties[]", max(1, count[0]))
        LIBRARY.vkGetPhysicalDeviceQueueFamilyProperties(self.handle, count, found)
        return [int(found[family].queueFlags) for family in range(count[0])]

    def extensions(self) -> frozenset[str]:
        """Return the names of the device's extensions."""
        count = FFI.new("uint32_t *")
        LIBRARY.vkEnumerateDeviceExtensionProperties(self.handle, NULL, count, NULL)
        found = FFI.new("VkExtensionProperties[]", max(1, count[0]))
        LIBRARY.vkEnumerateDeviceExtensionProperties(self.handle, NULL, count, found)
        return frozenset(_text(found[place].extensionName) for place in range(count[0]))

    @property
    def name(self) -> str:
        """Return the device's name."""
        return _text(self._properties.properties.deviceName)

    @property
    def version(self) -> str:
        """Return the device's name, the driver's name and its version in its own words."""
        return f"{self.name}, {_text(self._driver.driverName)} {self._driver_info}"

    @property
    def software(self) -> bool:
        """True for a device that is this machine's processor."""
        return bool(self._properties.properties.deviceType == vk.VK_PHYSICAL_DEVICE_TYPE_CPU)

    @property
    def uuid(self) -> str:
        """Return the device's UUID, in hexadecimal digits."""
        return bytes(self._identity.deviceUUID).hex()

    @property
    def obstacle(self) -> str:
        """Return why no program may run on it, or nothing."""
        if self.api >= OLDEST_API:
            return ""
        return (
            f"it is a device of Vulkan {_version_text(self.api)}, and modules of Vulkan "
            f"{_version_text(OLDEST_API)} are tested"
        )

    @property
    def as_device(self) -> DeviceDescription:
        """Return the device as a record."""
        number = _NUMBER.search(self._driver_info) or _NUMBER.search(self._dotted_version)
        driver = _text(self._driver.driverName)
        return DeviceDescription(
            self.name, self.version, number[0] if number else "0", driver, self.software, self.uuid
        )

    @property
    def _driver_info(self) -> str:
        return _text(self._driver.driverInfo) or self._dotted_version

    @property
    def _dotted_version(self) -> str:
        version = int(self._properties.properties.driverVersion)
        return f"{version >> 22}.{version >> 12 & 0x3FF}.{version & 0xFFF}"


class Instance:
    """An instance of the loader; raises `TargetUnavailable` where no driver comes up."""

    def __init__(self) -> None:
        structs = Structs()
        application = structs.make("VkApplicationInfo", apiVersion=_API)
        wanted = [
            structs.text(name.encode())
            for name in (_PORTABILITY,)
            if name in _instance_extensions()
        ]
        info = structs.make(
            "VkInstanceCreateInfo",
            flags=_ENUMERATE_PORTABILITY if wanted else 0,
            pApplicationInfo=application,
            enabledExtensionCount=len(wanted),
            ppEnabledExtensionNames=structs.array("char *", wanted),
        )
        try:
            self.handle = create("vkCreateInstance", "VkInstance", info, NULL)
        except VulkanFailure as failure:
            raise TargetUnavailable(f"expected a Vulkan driver, but {failure}") from None

    def devices(self) -> list[Physical]:
        """Return the physical devices, in the loader's order."""
        count = FFI.new("uint32_t *")
        LIBRARY.vkEnumeratePhysicalDevices(self.handle, count, NULL)
        found = FFI.new("VkPhysicalDevice[]", max(1, count[0]))
        LIBRARY.vkEnumeratePhysicalDevices(self.handle, count, found)
        return [Physical(found[place]) for place in range(count[0])]

    def device(self, wanted: str, uuid: str = "") -> Physical:
        """Return the device of this UUID, else the first one, after a look at its name: a fall-back
        fakes agreement.

        `wanted` must be part of what it says of itself.
        """
        devices = self.devices()
        if not devices:
            raise TargetUnavailable(
                f"expected a Vulkan device named like {wanted!r}, but there is none"
            )
        fitting = [device for device in devices if device.uuid == uuid] if uuid else devices[:1]
        if not fitting or wanted not in fitting[0].version:
            came = " and ".join(repr(device.version) for device in fitting or devices)
            raise TargetUnavailable(
                f"expected a Vulkan device named like {wanted!r}, but {came} came"
            )
        obstacle = fitting[0].obstacle
        if obstacle:
            raise TargetUnavailable(f"{fitting[0].version}: {obstacle}")
        return fitting[0]

    def close(self) -> None:
        """Destroy the instance."""
        LIBRARY.vkDestroyInstance(self.handle, NULL)


def _instance_extensions() -> frozenset[str]:
    count = FFI.new("uint32_t *")
    LIBRARY.vkEnumerateInstanceExtensionProperties(NULL, count, NULL)
    found = FFI.new("VkExtensionProperties[]", max(1, count[0]))
    LIBRARY.vkEnumerateInstanceExtensionProperties(NULL, count, found)
    return frozenset(_text(found[place].extensionName) for place in range(count[0]))


def _version_text(version: tuple[int, int]) -> str:
    return ".".join(str(number) for number in version)


def _text(characters: Handle) -> str:
    raw: bytes = FFI.string(characters)
    return raw.decode("utf-8", "replace")
