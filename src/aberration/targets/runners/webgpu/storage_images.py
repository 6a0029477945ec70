"""Storage textures of a program in WebGPU: what the API calls them, and which ones it takes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.storage_images import WGSL_FORMATS, WORD, ImageShape
from aberration.languages.spirv.storage_images import DeclaredStorage
from aberration.targets.runners.interface import Interface
from aberration.targets.runners.storage_images import (
    ImageSlot,
    image_refusal,
    plan_storage_images,
)

_WORDS: Final[Mapping[str, str]] = MappingProxyType({of: word for word, of in WGSL_FORMATS.items()})
_VIEWS: Final[Mapping[ImageShape, str]] = MappingProxyType(
    {"2D": "2d", "3D": "3d", "2DArray": "2d-array"}
)
_READ_WRITE: Final = ("r32i", "r32ui", "r32f")
"""The formats that one texture may be read and written in (WebGPU, "Texture Format Capabilities").
"""
_Place = tuple[int, int]


class StoredSlot(msgspec.Struct, frozen=True):
    """A storage texture with its texels before the run; `access` is what the API calls how the
    shader uses it.
    """

    slot: ImageSlot
    access: str

    @property
    def descriptor_set(self) -> int:
        return self.slot.descriptor_set

    @property
    def binding(self) -> int:
        return self.slot.binding

    @property
    def format(self) -> str:
        """Return what the API calls the format."""
        return _WORDS[self.slot.image.format]

    @property
    def view(self) -> str:
        """Return what the API calls the dimension of its view."""
        return _VIEWS[self.slot.image.shape]

    @property
    def dimension(self) -> str:
        """Return what the API calls the dimension of the texture: arrays are flat ones."""
        return "3d" if self.slot.image.shape == "3D" else "2d"

    @property
    def row_bytes(self) -> int:
        """Return the bytes of a row of texels."""
        return self.slot.image.size[0] * self.slot.image.channels * WORD


def plan_stored(
    interface: Interface, inputs: Inputs, taken: Collection[_Place]
) -> tuple[tuple[StoredSlot, ...], str]:
    """Return what is bound for the storage textures of a shader, sorted by group and binding, and
    why they cannot be bound or nothing; `taken` are the places of other resources.
    """
    declared = {one.place: one for one in interface.stored}
    slots = tuple(
        StoredSlot(slot, _access(declared[slot.place]))
        for slot in plan_storage_images(interface, inputs)
    )
    reason = image_refusal(interface, inputs)
    for slot in slots:
        place = slot.slot.place
        if place in taken:
            reason = (
                reason or f"the storage texture at group {place[0]} binding {place[1]} is not alone"
            )
        if slot.access == "read-write" and slot.slot.image.format not in _READ_WRITE:
            reason = reason or f"a storage texture of {slot.format} that is read and written"
    return slots, reason


def _access(declared: DeclaredStorage) -> str:
    if declared.write_only:
        return "write-only"
    return "read-only" if declared.read_only else "read-write"
