"""Which runners take programs for the vertex stage, and what is bound of their attributes."""

from __future__ import annotations

import pytest
from helpers.plain_runners import PlainRunner
from msgspec.structs import replace

from aberration.core.attributes import Attribute, attribute_bytes
from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.tiles import Tile
from aberration.targets.runners.vertices import BoundColumn, columns_of, unknown_vertices

PLACE = Attribute("place", 3, "float", 2, place=True)
MATRIX = Attribute("m", 1, "float", 3, 2, 9)
GIVEN = Inputs(width=5, height=2, attributes=(PLACE, MATRIX, Attribute("a", 0, "uint", 1, 1, 4)))


class TakingVertices(PlainRunner):
    """A runner that takes them."""

    vertices = True


class TakingPairs(TakingVertices):
    """A runner that takes pairs, too."""

    pairs = True


def program(inputs: Inputs = GIVEN) -> Program:
    return Program("glsl", "vertex", b"", inputs)


def refusal(inputs: Inputs) -> str:
    told = unknown_vertices(TakingVertices(), program(inputs))
    assert told is not None
    assert told.unasked
    return told.message


def test_a_runner_says_that_it_takes_them() -> None:
    assert unknown_vertices(TakingVertices(), program()) is None
    told = unknown_vertices(PlainRunner(), program())
    assert told is not None
    assert told.unasked
    assert told.message == "programs for the vertex stage are not taken here"
    assert unknown_vertices(PlainRunner(), Program("glsl", "fragment", b"", GIVEN)) is None


def test_a_runner_says_that_it_takes_pairs() -> None:
    pair = Program("glsl", "fragment", b"#version 330", GIVEN, companion=b"#version 330")
    assert unknown_vertices(TakingPairs(), pair) is None
    told = unknown_vertices(TakingVertices(), pair)
    assert told is not None
    assert told.unasked
    assert told.message == "pairs of a vertex and a fragment shader are not taken here"
    other = replace(pair, companion=b"#version 450")
    told = unknown_vertices(TakingPairs(), other)
    assert told is not None
    assert told.message == "the two stages of a pair are of different versions"
    driven = replace(pair, inputs=replace(GIVEN, ways=("DrawIndexed",)))
    assert unknown_vertices(TakingPairs(), driven) is not None


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (replace(GIVEN, tiles=(Tile(0, 0, 1, 1),)), "tiles, and a program for the vertex stage"),
        (replace(GIVEN, ways=("DrawIndexed",)), "DrawIndexed, and there is one way to drive"),
        (
            replace(GIVEN, attributes=(*GIVEN.attributes, Attribute("b", 2))),
            "the attributes 'm' and 'b' share location 2",
        ),
        (
            replace(GIVEN, attributes=(replace(MATRIX, location=15),)),
            "the attribute 'm' takes a location of 16 or more",
        ),
    ],
)
def test_what_cannot_be_bound_or_driven_is_refused(inputs: Inputs, message: str) -> None:
    assert message in refusal(inputs)


def test_columns_are_in_the_order_of_their_locations() -> None:
    size = (5, 2)
    assert columns_of(GIVEN) == (
        BoundColumn(0, "uint", 1, attribute_bytes(GIVEN.attributes[2], size)),
        BoundColumn(1, "float", 3, attribute_bytes(MATRIX, size, 0)),
        BoundColumn(2, "float", 3, attribute_bytes(MATRIX, size, 1)),
        BoundColumn(3, "float", 2, attribute_bytes(PLACE, size)),
    )


class TakingGeometry(TakingVertices):
    """A runner that takes programs for the geometry stage, too."""

    geometry = True


def test_a_runner_says_that_it_takes_geometry_shaders() -> None:
    geometry = replace(program(), stage="geometry")
    assert unknown_vertices(TakingGeometry(), geometry) is None
    told = unknown_vertices(TakingVertices(), geometry)
    assert told is not None
    assert told.unasked
    assert told.message == "programs for the geometry stage are not taken here"
    without = replace(geometry, inputs=replace(GIVEN, attributes=(MATRIX,)))
    told = unknown_vertices(TakingGeometry(), without)
    assert told is not None
    assert told.message == "no attribute says where the points lie that a geometry shader takes"
