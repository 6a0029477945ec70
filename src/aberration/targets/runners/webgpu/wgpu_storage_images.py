"""The calls of wgpu that make the storage textures of a program, and read them back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from aberration.targets.runners.webgpu.prepare import row_bytes, tight_rows
from aberration.targets.runners.webgpu.storage_images import StoredSlot

_READS_SINCE: Final = 27
"""The first version here that has `readonly_and_readwrite_storage_textures`."""


def refusal_of_images(slots: Sequence[StoredSlot], version: int, *, opengl: bool) -> str:
    """Return why a version of wgpu does not take these storage textures, or nothing. On OpenGL it
    binds the first layer of one in three dimensions, and what is written to others is lost.
    """
    if any(one.access != "write-only" for one in slots) and version < _READS_SINCE:
        return f"naga {version} lacks storage textures that are read"
    if opengl and any(one.dimension == "3d" for one in slots):
        return "wgpu on OpenGL binds one layer of a storage texture in three dimensions"
    return ""


def stored_layout(one: StoredSlot, visibility: object) -> dict[str, object]:
    """Return what a layout of bind groups says of a storage texture."""
    kind = {"access": one.access, "format": one.format, "view_dimension": one.view}
    return {"binding": one.binding, "visibility": visibility, "storage_texture": kind}


def stored_texture(wgpu: Any, device: Any, one: StoredSlot) -> Any:
    """Return a texture with the texels of before the run."""
    usages, image = wgpu.TextureUsage, one.slot.image
    texture = device.create_texture(
        size=image.size,
        format=one.format,
        dimension=one.dimension,
        usage=usages.STORAGE_BINDING | usages.COPY_SRC | usages.COPY_DST,
    )
    device.queue.write_texture(
        {"texture": texture, "mip_level": 0, "origin": (0, 0, 0)},
        one.slot.data,
        {"offset": 0, "bytes_per_row": one.row_bytes, "rows_per_image": image.size[1]},
        image.size,
    )
    return texture


def copy_of_texture(wgpu: Any, device: Any, encoder: Any, one: StoredSlot, texture: Any) -> Any:
    """Return a buffer that a texture is copied to, which is recorded."""
    usages, size = wgpu.BufferUsage, one.slot.image.size
    pitch = row_bytes(one.row_bytes, 1)
    copy = device.create_buffer(
        size=pitch * size[1] * size[2], usage=usages.COPY_DST | usages.MAP_READ
    )
    encoder.copy_texture_to_buffer(
        {"texture": texture, "mip_level": 0, "origin": (0, 0, 0)},
        {"buffer": copy, "offset": 0, "bytes_per_row": pitch, "rows_per_image": size[1]},
        size,
    )
    return copy


def texels_in(one: StoredSlot, data: memoryview) -> bytes:
    """Return all texels, of what a buffer has."""
    return tight_rows(data, row_bytes(one.row_bytes, 1), one.row_bytes)
