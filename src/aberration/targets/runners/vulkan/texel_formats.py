"""What Vulkan calls the formats of storage images and of texel buffers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import vulkan as vk

from aberration.core.storage_images import TexelFormat

FORMATS: Final[Mapping[TexelFormat, int]] = MappingProxyType(
    {
        "r32i": vk.VK_FORMAT_R32_SINT,
        "r32ui": vk.VK_FORMAT_R32_UINT,
        "r32f": vk.VK_FORMAT_R32_SFLOAT,
        "rgba32i": vk.VK_FORMAT_R32G32B32A32_SINT,
        "rgba32ui": vk.VK_FORMAT_R32G32B32A32_UINT,
        "rgba32f": vk.VK_FORMAT_R32G32B32A32_SFLOAT,
    }
)
"""Every device stores and loads these, in images and buffers (Vulkan 1.3, "Required Format
Support").
"""
