"""What a pipeline is told of the vertices of a program."""

from __future__ import annotations

from typing import Any

import pytest
import vulkan as vk

from aberration.core.attributes import Attribute
from aberration.core.setters import ScalarType
from aberration.targets.runners.vertex_stage import Column, FedColumn
from aberration.targets.runners.vulkan.binding import Structs
from aberration.targets.runners.vulkan.vertices import vertex_input


def fed(numbers: ScalarType, given: int, asked: int, location: int = 3) -> FedColumn:
    attribute = Attribute("given", location, numbers, given)
    return FedColumn(Column(location, numbers, asked), attribute, 0)


@pytest.mark.parametrize(
    ("column", "stride", "format_"),
    [
        (fed("float", 4, 2), 16, vk.VK_FORMAT_R32G32B32A32_SFLOAT),
        (fed("float", 3, 3), 12, vk.VK_FORMAT_R32G32B32_SFLOAT),
        (fed("int", 2, 2), 8, vk.VK_FORMAT_R32G32_SINT),
        (fed("uint", 1, 1), 4, vk.VK_FORMAT_R32_UINT),
    ],
)
def test_a_column_has_a_binding_of_its_own(column: FedColumn, stride: int, format_: int) -> None:
    structs = Structs()
    state: Any = vertex_input(structs, (fed("float", 1, 1, 0), column))
    assert state.vertexBindingDescriptionCount == state.vertexAttributeDescriptionCount == 2
    binding, attribute = (
        state.pVertexBindingDescriptions[1],
        state.pVertexAttributeDescriptions[1],
    )
    assert (binding.binding, binding.stride, binding.inputRate) == (1, stride, 0)
    assert (attribute.binding, attribute.location, attribute.offset) == (1, 3, 0)
    assert attribute.format == format_


def test_a_program_without_attributes() -> None:
    state: Any = vertex_input(Structs(), ())
    assert state.vertexBindingDescriptionCount == state.vertexAttributeDescriptionCount == 0
