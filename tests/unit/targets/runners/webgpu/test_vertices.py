"""How attributes are bound in WebGPU, and the fragment stage that draws what is handed on."""

from __future__ import annotations

import struct

import pytest

from aberration.core.attributes import Attribute, attribute_bytes
from aberration.core.inputs import Inputs
from aberration.core.setters import ScalarType
from aberration.targets.runners.webgpu.interface import VertexInput, VertexStage
from aberration.targets.runners.webgpu.vertices import OtherStage, Points, VertexField, points_of

SIZE = (3, 2)
GIVEN = (Attribute("a", 4, "float", 3, 1, 5), Attribute("n", 2, "uint", 1, 1, 6))
INPUTS = Inputs(width=3, height=2, attributes=GIVEN)


def stage(
    location: int, numbers: ScalarType = "float", count: int = 3, how: str = "flat"
) -> VertexStage:
    return VertexStage((VertexInput("x", location, (numbers, count)),), how)


def points(inputs: Inputs, wanted: VertexStage) -> Points:
    found = points_of(wanted, inputs)
    assert isinstance(found, Points), found
    return found


def test_each_attribute_has_a_buffer_of_its_own() -> None:
    found = points(INPUTS, stage(4))
    assert found.count == 6
    assert [(one.stride, one.fields) for one in found.buffers] == [
        (4, (VertexField(2, "uint32", 0),)),
        (12, (VertexField(4, "float32x3", 0),)),
    ]
    assert [one.data for one in found.buffers] == [
        attribute_bytes(GIVEN[1], SIZE),
        attribute_bytes(GIVEN[0], SIZE),
    ]


def test_more_attributes_than_buffers_share_them() -> None:
    given = tuple(
        Attribute(f"a{k}", k, "int" if k else "float", 1 + k % 4, 1, k) for k in range(10)
    )
    found = points(Inputs(width=3, height=2, attributes=given), VertexStage((), "flat"))
    assert len(found.buffers) == 8
    first, last = found.buffers[0], found.buffers[7]
    assert first.stride == 4 + 4
    assert first.fields == (VertexField(0, "float32", 0), VertexField(8, "sint32", 4))
    assert last.fields == (VertexField(7, "sint32x4", 0),)
    columns = (attribute_bytes(given[0], SIZE), attribute_bytes(given[8], SIZE))
    words = zip(*(struct.unpack("<6I", column) for column in columns), strict=True)
    assert first.data == struct.pack("<12I", *(word for pair in words for word in pair))


@pytest.mark.parametrize("how", ["flat", "flat, first", "flat, either"])
def test_the_fragment_stage_takes_the_colour_as_it_is_handed_on(how: str) -> None:
    other = points(INPUTS, stage(4, how=how)).other
    assert f"@location(0) @interpolate({how}) colour" in other.text
    assert (other.entry_point, other.is_vertex, other.paired) == ("main", False, False)


def test_a_pair_has_a_fragment_stage_of_its_own() -> None:
    other = OtherStage("theirs", "paint", paired=True)
    found = points_of(stage(4, how=""), INPUTS, other)
    assert isinstance(found, Points)
    assert found.other == other


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (None, "no aberration_result is handed on"),
        (stage(4, how=""), "no aberration_result is handed on"),
        (stage(4, how="linear, center"), "no aberration_result is handed on"),
        (stage(3), "the vertex input 'x' is at a location without an attribute"),
        (stage(4, count=4), "'x' is of another type than its attribute, 3 of float"),
        (stage(2, "int", 1), "'x' is of another type than its attribute, 1 of uint"),
        (
            VertexStage((VertexInput("x", 4, None),), "flat"),
            "'x' is of another type than its attribute",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_name(wanted: VertexStage | None, message: str) -> None:
    told = points_of(wanted, INPUTS)
    assert isinstance(told, str)
    assert message in told
