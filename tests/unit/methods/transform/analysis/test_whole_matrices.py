from __future__ import annotations

import pytest

from aberration.core.rng import Rng
from aberration.methods.transform.analysis.whole_matrices import Rows, inverse, norm, transpose


@pytest.mark.parametrize(
    ("rows", "back"),
    [
        (((1, 0), (0, 1)), ((1, 0), (0, 1))),
        (((0, 1), (1, 0)), ((0, 1), (1, 0))),
        (((1, 2), (0, 1)), ((1, -2), (0, 1))),
        (((2, 1), (1, 1)), ((1, -1), (-1, 2))),
        (((0, 0, 1), (1, 0, 3), (0, -1, 0)), ((-3, 1, 0), (0, 0, -1), (1, 0, 0))),
        (((2, 0), (0, 1)), None),
        (((1, 1), (1, 1)), None),
        (((1, 0), (0, 1, 0)), None),
        (((1, 0, 0), (0, 1, 0)), None),
    ],
)
def test_inverses(rows: Rows, back: Rows | None) -> None:
    assert inverse(rows) == back


def test_a_matrix_times_its_inverse_changes_nothing() -> None:
    rng = Rng.of(1, "matrices")
    found = 0
    for _ in range(600):
        rows = tuple(tuple(rng.below(5) - 2 for _ in range(3)) for _ in range(3))
        back = inverse(rows)
        if back is None:
            continue
        found += 1
        product = [
            [sum(a * b for a, b in zip(row, column, strict=True)) for column in transpose(back)]
            for row in rows
        ]
        assert product == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert found > 20


def test_norms_and_columns() -> None:
    rows = ((1, -2), (3, 0))
    assert norm(rows) == 3
    assert norm(((1, -3), (3, 0))) == 4
    assert transpose(rows) == ((1, 3), (-2, 0))
