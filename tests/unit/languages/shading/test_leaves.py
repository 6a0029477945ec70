"""The scalars of values in memory, with their places."""

from __future__ import annotations

from aberration.languages.shading.leaves import leaves
from aberration.languages.shading.types import FLOAT, INT, Array, matrix, vector


def test_scalars_and_vectors() -> None:
    assert list(leaves(INT, "std140", 4)) == [(0, "int")]
    assert list(leaves(vector(FLOAT, 3), "std430", 12, 8)) == [(8, "float")], (
        "what lies beyond the size is left out"
    )


def test_columns_and_elements_lie_apart_as_the_layout_has_it() -> None:
    assert [at for at, _ in leaves(matrix(FLOAT, 2, 2), "std140", 64)] == [0, 4, 16, 20]
    assert [at for at, _ in leaves(matrix(FLOAT, 2, 2), "std430", 64)] == [0, 4, 8, 12]
    assert [at for at, _ in leaves(matrix(FLOAT, 2, 3), "std140", 64, row_major=True)] == [
        0,
        4,
        16,
        20,
        32,
        36,
    ]
    assert [at for at, _ in leaves(Array(INT, 3), "std140", 64)] == [0, 16, 32]


def test_an_array_without_a_length_ends_with_the_bytes() -> None:
    assert [at for at, _ in leaves(Array(INT, None), "std430", 13)] == [0, 4, 8]
