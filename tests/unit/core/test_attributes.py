"""Attributes of vertices: their values, and what a file says of them."""

from __future__ import annotations

import struct

import pytest

from aberration.core.attributes import (
    Attribute,
    LocationClash,
    attribute_at,
    attribute_bytes,
    attribute_terms,
    attribute_value,
    location_clash,
    read_attribute,
    value_text,
)
from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs, read_inputs, write_inputs
from aberration.core.setters import ScalarType

SIZE = (8, 4)


def test_values_are_functions_of_vertex_component_column_and_number() -> None:
    whole = Attribute("a", 0, "int", 2, 1, 3)
    assert attribute_value(whole, 5, SIZE, 0, 1) == (5 * 37 + 59 + 3 * 71) % 257
    floats = Attribute("a", 0, "float", 3, 4, 3)
    found = (5 * 37 + 2 * 59 + 3 * 101 + 3 * 71) % 257
    assert attribute_value(floats, 5, SIZE, 3, 2) == (found - 128) / 64


def test_the_place_of_a_vertex_is_the_middle_of_its_pixel() -> None:
    place = Attribute("p", 0, "float", 2, place=True)
    values = [attribute_value(place, 9, SIZE, 0, component) for component in (0, 1)]
    assert values == [3 / 8 - 1, 3 / 4 - 1]
    thirds = attribute_value(place, 0, (3, 3), 0, 0)
    assert thirds == struct.unpack("<f", struct.pack("<f", 1 / 3 - 1))[0]


@pytest.mark.parametrize(("numbers", "letter"), [("float", "f"), ("int", "i"), ("uint", "I")])
def test_a_column_of_all_vertices_lies_without_gaps(numbers: str, letter: str) -> None:
    attribute = read_attribute(
        "a",
        {
            "func": {"float": "glVertexAttrib3f"}.get(
                numbers, f"glVertexAttribI3{'i' if numbers == 'int' else 'ui'}"
            ),
            "attribute": 7,
            "columns": 2,
        },
        "x.json",
    )
    wanted = [
        attribute_value(attribute, vertex, SIZE, 1, component)
        for vertex in range(32)
        for component in range(3)
    ]
    assert list(struct.unpack(f"<96{letter}", attribute_bytes(attribute, SIZE, 1))) == wanted


def test_what_is_written_is_read_again() -> None:
    given = Inputs(
        attributes=(
            Attribute("position", 0, "float", 3, 1, 4),
            Attribute("bones", 1, "uint", 4, 1, 5),
            Attribute("instance", 2, "float", 4, 4, 6),
            Attribute("aberration_place", 6, "float", 2, place=True),
        )
    )
    assert read_inputs(write_inputs(given), "x.json") == given


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"func": "glUniform3f", "attribute": 1}, "glVertexAttrib3f"),
        ({"func": "glVertexAttrib5f", "attribute": 1}, "glVertexAttrib3f"),
        ({"func": "glVertexAttrib3f", "attribute": 257}, "below 257"),
        ({"func": "glVertexAttrib3f", "attribute": "DEFAULT"}, "below 257"),
        ({"func": "glVertexAttrib3f", "attribute": "PLACE"}, "glVertexAttrib2f for 'PLACE'"),
        ({"func": "glVertexAttrib3f", "attribute": 1, "location": 16}, "below 16"),
        ({"func": "glVertexAttrib3f", "attribute": 1, "binding": 0}, "'binding' came"),
    ],
)
def test_what_a_file_may_not_say(entry: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match="attribute 'a'") as told:
        read_attribute("a", entry, "x.json")
    assert message in str(told.value)


def test_a_value_is_a_factor_times_the_vertex_and_a_summand() -> None:
    whole = Attribute("a", 0, "uint", 4, 3, 200)
    for column, component in ((0, 0), (2, 3)):
        factor, first = attribute_terms(whole, column, component)
        values = [attribute_value(whole, vertex, SIZE, column, component) for vertex in range(300)]
        assert values == [(factor * vertex + first) % 257 for vertex in range(300)]


@pytest.mark.parametrize("numbers", ["float", "int", "uint"])
def test_the_text_of_a_value_is_that_value(numbers: ScalarType) -> None:
    attribute = Attribute("a", 0, numbers, 4, 3, 200)
    for column, component in ((0, 0), (2, 3)):
        text = value_text(attribute, column, component, "vertex + 1")
        told = [eval(text, {"vertex": vertex}) for vertex in range(300)]
        wanted = [
            attribute_value(attribute, vertex + 1, SIZE, column, component) for vertex in range(300)
        ]
        assert told == wanted


def test_attributes_that_share_a_location_or_need_too_many_clash() -> None:
    matrix = Attribute("m", 1, columns=2)
    other = Attribute("b", 2)
    assert location_clash((matrix, Attribute("a", 3), Attribute("z", 15))) is None
    assert location_clash((matrix, other)) == LocationClash(other, 2, "m")
    last = Attribute("m", 15, columns=2)
    assert location_clash((last,)) == LocationClash(last, 16)


def test_the_attribute_at_a_location_is_the_only_one_there() -> None:
    matrix = Attribute("m", 1, columns=2)
    given = (matrix, Attribute("a", 2))
    assert [attribute_at(given, location) for location in (0, 1, 2, 3)] == [
        None,
        matrix,
        None,
        None,
    ]
