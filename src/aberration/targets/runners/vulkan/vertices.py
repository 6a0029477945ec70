"""Programs for the vertex stage: one point for each pixel, and a buffer for each column of an
attribute (Vulkan 1.3, 22 "Fixed-Function Vertex Processing").
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import vulkan as vk

from aberration.core.attributes import attribute_bytes
from aberration.core.inputs import Inputs
from aberration.core.setters import ScalarType
from aberration.targets.runners.vertex_stage import FedColumn
from aberration.targets.runners.vulkan.binding import FFI, LIBRARY, Handle, Structs
from aberration.targets.runners.vulkan.device import VulkanDevice
from aberration.targets.runners.vulkan.memory import MappedBuffer

_KINDS: Final[Mapping[ScalarType, str]] = MappingProxyType(
    {"float": "SFLOAT", "int": "SINT", "uint": "UINT"}
)
_WORD: Final = 4


def vertex_input(structs: Structs, columns: Sequence[FedColumn]) -> Handle:
    """Return what a pipeline is told of vertices: column k of `columns` has binding k."""
    bindings = [
        {"binding": k, "stride": _WORD * fed.attribute.components} for k, fed in enumerate(columns)
    ]
    attributes = [
        {"location": fed.column.location, "binding": k, "format": _format(fed)}
        for k, fed in enumerate(columns)
    ]
    return structs.make(
        "VkPipelineVertexInputStateCreateInfo",
        vertexBindingDescriptionCount=len(bindings),
        pVertexBindingDescriptions=structs.array("VkVertexInputBindingDescription", bindings),
        vertexAttributeDescriptionCount=len(attributes),
        pVertexAttributeDescriptions=structs.array("VkVertexInputAttributeDescription", attributes),
    )


def _format(fed: FedColumn) -> int:
    attribute = fed.attribute
    channels = "".join(f"{letter}32" for letter in "RGBA"[: attribute.components])
    found: int = getattr(vk, f"VK_FORMAT_{channels}_{_KINDS[attribute.numbers]}")
    return found


@contextlib.contextmanager
def vertex_buffers(
    device: VulkanDevice, columns: Sequence[FedColumn], inputs: Inputs
) -> Iterator[tuple[Handle, ...]]:
    """Make the buffers of an image's vertices, one for each column."""
    with contextlib.ExitStack() as owned:
        made = []
        for fed in columns:
            data = attribute_bytes(fed.attribute, (inputs.width, inputs.height), fed.number)
            buffer = MappedBuffer(device, len(data), vk.VK_BUFFER_USAGE_VERTEX_BUFFER_BIT)
            owned.callback(buffer.close)
            buffer.view[:] = data
            buffer.show()
            made.append(buffer.handle)
        yield tuple(made)


def draw_points(buffer: Handle, buffers: Sequence[Handle], inputs: Inputs) -> None:
    """Record the drawing of a point for each pixel of an image."""
    extent = {"width": inputs.width, "height": inputs.height}
    LIBRARY.vkCmdSetScissor(buffer, 0, 1, FFI.new("VkRect2D *", {"extent": extent}))
    if buffers:
        handles = FFI.new("VkBuffer[]", list(buffers))
        offsets = FFI.new("VkDeviceSize[]", len(buffers))
        LIBRARY.vkCmdBindVertexBuffers(buffer, 0, len(buffers), handles, offsets)
    LIBRARY.vkCmdDraw(buffer, inputs.width * inputs.height, 1, 0, 0)
