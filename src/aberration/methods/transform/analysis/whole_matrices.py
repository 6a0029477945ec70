"""Square matrices of integers with an inverse of integers."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

Rows = tuple[tuple[int, ...], ...]
SIZES: Final = (2, 3, 4)


def inverse(rows: Rows) -> Rows | None:
    """Return the inverse of a square matrix, given by rows; None if there is none of integers."""
    size = len(rows)
    if any(len(row) != size for row in rows):
        return None
    left = [
        [Fraction(each) for each in row] + [Fraction(int(i == k)) for k in range(size)] for i, row in enumerate(rows)
    ]
    for column in range(size):
        pivot = next((i for i in range(column, size) if left[i][column]), None)
        if pivot is None:
            return None
        left[column], left[pivot] = left[pivot], left[column]
        top = [each / left[column][column] for each in left[column]]
        left = [top if i == column else _less(row, top, row[column]) for i, row in enumerate(left)]
    found = [row[size:] for row in left]
    if any(each.denominator != 1 for row in found for each in row):
        return None
    return tuple(tuple(int(each) for each in row) for row in found)


def _less(row: list[Fraction], other: list[Fraction], factor: Fraction) -> list[Fraction]:
    return [each - factor * much for each, much in zip(row, other, strict=True)]


def norm(rows: Rows) -> int:
    """Return the largest sum of distances from zero in a row: so many times larger may a vector's parts become."""
    return max(sum(map(abs, row)) for row in rows)


def transposed(rows: Rows) -> Rows:
    """Return the matrix with columns for rows."""
    return tuple(zip(*rows, strict=True))
