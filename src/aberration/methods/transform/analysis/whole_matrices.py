"""Square matrices of integers with an inverse of integers."""

from __future__ import annotations

from typing import Final

Rows = tuple[tuple[int, ...], ...]
SIZES: Final = (2, 3, 4)


def inverse(rows: Rows) -> Rows | None:
    """Return the inverse of a square matrix, given by rows; None if there is none of integers.

    There is one if the determinant is 1 or -1: the inverse is the adjugate, divided by it.
    """
    places = range(len(rows))
    if any(len(row) != len(rows) for row in rows):
        return None
    whole = _determinant(rows)
    if abs(whole) != 1:
        return None
    return tuple(
        tuple(_sign(i + k) * whole * _determinant(_minor(rows, k, i)) for k in places)
        for i in places
    )


def _determinant(rows: Rows) -> int:
    """Return it by expansion along the first row."""
    if not rows:
        return 1
    return sum(
        _sign(k) * each * _determinant(_minor(rows, 0, k)) for k, each in enumerate(rows[0]) if each
    )


def _minor(rows: Rows, i: int, k: int) -> Rows:
    """Return what is left without row `i` and column `k`."""
    return tuple(row[:k] + row[k + 1 :] for row in rows[:i] + rows[i + 1 :])


def _sign(place: int) -> int:
    return -1 if place & 1 else 1


def norm(rows: Rows) -> int:
    """Return the largest sum of distances from zero in a row: so many times larger may a
    vector's parts become.
    """
    return max(sum(map(abs, row)) for row in rows)


def transpose(rows: Rows) -> Rows:
    """Return the matrix with columns for rows."""
    return tuple(zip(*rows, strict=True))
