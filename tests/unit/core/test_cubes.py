"""Which face a direction points to, and where on it: each row of table 8.19 of OpenGL 4.6."""

from __future__ import annotations

import math

import pytest

from aberration.core.cubes import LONGEST, SHORTEST, along_face, face_of

DIRECTIONS = [
    ((4.0, 1.0, 2.0), 0, (-2.0, -1.0)),
    ((-4.0, 1.0, 2.0), 1, (2.0, -1.0)),
    ((1.0, 4.0, 2.0), 2, (1.0, 2.0)),
    ((1.0, -4.0, 2.0), 3, (1.0, -2.0)),
    ((1.0, 2.0, 4.0), 4, (1.0, -2.0)),
    ((1.0, 2.0, -4.0), 5, (-1.0, -2.0)),
]


@pytest.mark.parametrize(("at", "face", "coordinates"), DIRECTIONS)
def test_the_largest_coordinate_says_the_face(
    at: tuple[float, ...], face: int, coordinates: tuple[float, float]
) -> None:
    assert face_of(at) == face
    found = tuple(along_face(at, axis) for axis in range(2))
    assert found == tuple(0.5 * one / 4 + 0.5 for one in coordinates)


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
def test_the_length_of_a_direction_does_not_count(scale: float) -> None:
    at = (-3.0 * scale, 1.0 * scale, 2.0 * scale)
    assert face_of(at) == 1
    assert along_face(at, 0) == pytest.approx(5 / 6)


@pytest.mark.parametrize("length", [0.0, SHORTEST / 2, 2 * LONGEST, float("inf"), float("nan")])
def test_what_is_no_direction_lies_nowhere(length: float) -> None:
    assert along_face((length, 0.0, 0.0), 0) == math.inf
