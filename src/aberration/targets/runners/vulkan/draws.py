"""The calls that draw or dispatch, and the buffer from which they take indices and numbers."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

import vulkan as vk

from aberration.core.inputs import Inputs
from aberration.targets.runners.areas import INDICES, areas_of, draw_numbers
from aberration.targets.runners.vulkan.binding import FFI, LIBRARY, Handle
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.memory import MappedBuffer

_NUMBERS_AT: Final = 64
_BYTES: Final = 128
_ONE_DRAW: Final = 1


class Draws:
    """Records the drawing or dispatch of one test after the other."""

    def __init__(self, device: VulkanDevice) -> None:
        usage = vk.VK_BUFFER_USAGE_INDEX_BUFFER_BIT | vk.VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT
        self._numbers: Final = MappedBuffer(device, _BYTES, usage)
        self._numbers.view[: len(INDICES)] = INDICES

    def record(self, buffer: Handle, inputs: Inputs) -> None:
        """Draw the areas of the inputs in the ways that they want."""
        if "SetViewportLate" in inputs.ways:
            viewport = {"width": inputs.width, "height": inputs.height, "maxDepth": 1}
            LIBRARY.vkCmdSetViewport(buffer, 0, 1, FFI.new("VkViewport *", viewport))
        if "DrawIndexed" in inputs.ways:
            index_type = vk.VK_INDEX_TYPE_UINT16
            LIBRARY.vkCmdBindIndexBuffer(buffer, self._numbers.handle, 0, index_type)
        for area in areas_of(inputs):
            rectangle = {
                "offset": {"x": area.x, "y": area.y},
                "extent": {"width": area.width, "height": area.height},
            }
            LIBRARY.vkCmdSetScissor(buffer, 0, 1, FFI.new("VkRect2D *", rectangle))
            self._draw(buffer, inputs.ways)

    def record_dispatch(self, buffer: Handle, inputs: Inputs) -> None:
        """Dispatch the workgroups of the inputs in the ways that they want."""
        if "DispatchInParts" in inputs.ways:
            for base, count in parts_of(inputs.groups):
                LIBRARY.vkCmdDispatchBase(buffer, *base, *count)
        elif "DispatchIndirect" in inputs.ways:
            self._write(inputs.groups)
            LIBRARY.vkCmdDispatchIndirect(buffer, self._numbers.handle, _NUMBERS_AT)
        else:
            LIBRARY.vkCmdDispatch(buffer, *inputs.groups)

    def close(self) -> None:
        """Destroy the buffer."""
        self._numbers.close()

    def _draw(self, buffer: Handle, ways: Sequence[str]) -> None:
        indexed, numbers = "DrawIndexed" in ways, draw_numbers(ways)
        if "DrawIndirect" not in ways:
            draw = LIBRARY.vkCmdDrawIndexed if indexed else LIBRARY.vkCmdDraw
            draw(buffer, *numbers)
            return
        self._write(numbers)
        draw = LIBRARY.vkCmdDrawIndexedIndirect if indexed else LIBRARY.vkCmdDrawIndirect
        draw(buffer, self._numbers.handle, _NUMBERS_AT, _ONE_DRAW, 0)

    def _write(self, numbers: Sequence[int]) -> None:
        data = struct.pack(f"<{len(numbers)}I", *numbers)
        self._numbers.view[_NUMBERS_AT : _NUMBERS_AT + len(data)] = data
        self._numbers.show()


Groups = tuple[int, int, int]


def parts_of(groups: Groups) -> list[tuple[Groups, Groups]]:
    """Return first workgroup and number of both parts of a dispatch, cut along its longest side;
    of one workgroup the whole.
    """
    axis = max(range(3), key=lambda at: groups[at])
    first = groups[axis] // 2
    cuts = [(0, first), (first, groups[axis] - first)] if first else [(0, groups[axis])]
    parts = []
    for start, count in cuts:
        base, size = [0, 0, 0], list(groups)
        base[axis], size[axis] = start, count
        parts.append(((base[0], base[1], base[2]), (size[0], size[1], size[2])))
    return parts
