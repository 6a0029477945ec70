"""Attachments of WebGPU and WebGL: what their formats are called, and which of them
a program can have.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from aberration.core.attachments import DEPTH
from aberration.core.outcome import PixelFormat
from aberration.targets.runners.attachments import CHANNELS, Plane, Stored, depth_of, locations_of

FORMATS: Final[Mapping[tuple[PixelFormat, Stored], str]] = MappingProxyType(
    {
        ("rgba8", 1): "r8unorm",
        ("rgba8", 2): "rg8unorm",
        ("rgba8", 4): "rgba8unorm",
        ("rgba32f", 1): "r32float",
        ("rgba32f", 2): "rg32float",
        ("rgba32f", 4): "rgba32float",
        ("rgba32i", 1): "r32sint",
        ("rgba32i", 2): "rg32sint",
        ("rgba32i", 4): "rgba32sint",
        ("rgba32ui", 1): "r32uint",
        ("rgba32ui", 2): "rg32uint",
        ("rgba32ui", 4): "rgba32uint",
        ("d32f", 1): "depth32float",
    }
)
"""WebGPU's words, by what a plane is of."""
_WEBGL: Final[Mapping[PixelFormat, tuple[str, str, int]]] = MappingProxyType(
    {
        "rgba8": ("8", "f", 1),
        "rgba32f": ("32F", "f", 4),
        "rgba32i": ("32I", "i", 4),
        "rgba32ui": ("32UI", "ui", 4),
    }
)
"""The end of WebGL's word, the letter of its calls, and the bytes of a number."""
_LETTERS: Final[Mapping[Stored, str]] = MappingProxyType({1: "R", 2: "RG", 4: "RGBA"})
_MOST_BYTES: Final = 32
"""`maxColorAttachmentBytesPerSample` of every device."""
_BYTES_OF_RGBA8: Final = 8
"""What a pixel of rgba8unorm counts (WebGPU, "Plain color formats": render target pixel byte
cost)."""


def webgpu_targets(planes: tuple[Plane, ...]) -> list[dict[str, object] | None]:
    """Return what `webgpu_device.mjs` is told of attachments, by location."""
    return [_target(one) for one in locations_of(planes)]


def webgpu_depth(planes: tuple[Plane, ...]) -> dict[str, object] | None:
    """Return what `webgpu_device.mjs` is told of the attachment for depths, if there is one."""
    return _target(depth_of(planes))


def _target(one: Plane | None) -> dict[str, object] | None:
    return None if one is None else {"format": FORMATS[one.kind], "pixelBytes": one.bytes_of_pixel}


def webgl_targets(planes: tuple[Plane, ...]) -> list[dict[str, object] | None]:
    """Return what `webgl_device.mjs` is told of attachments, in the order of their locations."""
    found: list[dict[str, object] | None] = []
    for one in planes:
        ending, letter, size = _WEBGL[one.pixels]
        name = f"{_LETTERS[one.stored]}{ending}"
        found.append({"location": one.location, "format": name, "letter": letter, "bytes": size})
    return found


def unfit_planes(planes: Sequence[Plane], outputs: Collection[int]) -> str:
    """Return why no device of WebGPU draws into attachments, or nothing. Types are the API's to
    compare.
    """
    missing = [one.location for one in planes if one.location not in outputs]
    if DEPTH in missing:
        return "no output goes to the depth, or in a way that we cannot see"
    if missing:
        return f"no output goes to attachment {missing[0]}, or in a way that we cannot see"
    if any(one.channels < one.stored for one in planes):
        return "an attachment of three channels, of which WebGPU has no format"
    if _cost(planes) > _MOST_BYTES:
        return f"attachments of more than {_MOST_BYTES} bytes a pixel"
    return ""


def _cost(planes: Sequence[Plane]) -> int:
    """Return what a pixel counts ("Calculating color attachment bytes per sample")."""
    total = 0
    for one in planes:
        if one.is_depth:
            continue
        if one.pixels == "rgba8":
            total += _BYTES_OF_RGBA8 if one.stored == CHANNELS else one.stored
            continue
        total = -(-total // CHANNELS) * CHANNELS + one.bytes_of_pixel
    return total
