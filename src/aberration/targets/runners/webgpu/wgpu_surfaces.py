"""What wgpu draws into: a texture for each attachment, and the buffers that they are copied
to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image, join_images
from aberration.targets.runners.attachments import Plane, depth_of
from aberration.targets.runners.webgpu.attachments import FORMATS
from aberration.targets.runners.webgpu.prepare import row_bytes, tight_rows


class Surfaces:
    """The textures of one size; their planes have no gaps between their locations."""

    def __init__(
        self, wgpu: Any, device: Any, planes: tuple[Plane, ...], size: tuple[int, int]
    ) -> None:
        self.planes: Final = planes
        self.size: Final = size
        textures, buffers = wgpu.TextureUsage, wgpu.BufferUsage
        usage = textures.RENDER_ATTACHMENT | textures.COPY_SRC
        self._textures: Final = [
            device.create_texture(size=(*size, 1), format=FORMATS[one.kind], usage=usage)
            for one in planes
        ]
        self._readbacks: Final = [
            device.create_buffer(
                size=row_bytes(size[0], one.bytes_of_pixel) * size[1],
                usage=buffers.COPY_DST | buffers.MAP_READ,
            )
            for one in planes
        ]

    def attachments(self) -> dict[str, Any]:
        """Return what a render pass is told: all begin as zeros."""
        views = [one.create_view() for one in self._textures]
        colours = [
            {
                "view": view,
                "resolve_target": None,
                "clear_value": (0, 0, 0, 0),
                "load_op": "clear",
                "store_op": "store",
            }
            for plane, view in zip(self.planes, views, strict=True)
            if not plane.is_depth
        ]
        if depth_of(self.planes) is None:
            return {"color_attachments": colours}
        depth = {
            "view": views[-1],
            "depth_clear_value": 0.0,
            "depth_load_op": "clear",
            "depth_store_op": "store",
        }
        return {"color_attachments": colours, "depth_stencil_attachment": depth}

    def copy(self, encoder: Any, inputs: Inputs) -> None:
        """Record the copies of what was drawn."""
        pairs = zip(self.planes, self._textures, self._readbacks, strict=True)
        for plane, texture, readback in pairs:
            width, height = self._size_of_copy(plane, inputs)
            encoder.copy_texture_to_buffer(
                {"texture": texture, "mip_level": 0, "origin": (0, 0, 0)},
                {
                    "buffer": readback,
                    "offset": 0,
                    "bytes_per_row": row_bytes(width, plane.bytes_of_pixel),
                    "rows_per_image": height,
                },
                (width, height, 1),
            )

    def fetch(self, read: Callable[[Any], memoryview], inputs: Inputs) -> Image:
        """Return what was copied; `read` gives the bytes of a buffer."""
        width, height = inputs.width, inputs.height
        images = []
        for plane, readback in zip(self.planes, self._readbacks, strict=True):
            pitch = row_bytes(self._size_of_copy(plane, inputs)[0], plane.bytes_of_pixel)
            rows = read(readback)[: pitch * height]
            tight = tight_rows(rows, pitch, width * plane.bytes_of_pixel)
            images.append(plane.image(width, height, tight))
        return join_images(images)

    def _size_of_copy(self, plane: Plane, inputs: Inputs) -> tuple[int, int]:
        """Return the size of what is copied: depths only as a whole (WebGPU, "Depth-stencil
        formats": copies).
        """
        return self.size if plane.is_depth else (inputs.width, inputs.height)

    def close(self) -> None:
        """Destroy all of it."""
        for one in (*self._textures, *self._readbacks):
            one.destroy()
