"""Values as cells, and back."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from aberration.languages.shading.interpret.native.cells import cells_of, value_at
from aberration.languages.shading.interpret.native.kinds import (
    FLOAT,
    INT,
    NOTHING,
    Kind,
    Many,
    Row,
    Unsupported,
)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (INT, -5),
        (FLOAT, -0.0),
        (Many(INT, 3), [1, 2**32 - 1, -(2**31)]),
        (Many(Many(FLOAT, 2), 2), [[0.5, 1.5], [-2.0, 3e38]]),
        (Row((INT, Many(FLOAT, 2), Row((INT, FLOAT)))), [7, [0.25, 0.5], [8, 9.0]]),
        (Row((INT, Many(INT, None))), [3, [5, 6, 7, 8]]),
        (Many(Row((INT, FLOAT)), None), [[1, 2.0], [3, 4.0]]),
        (Many(INT, None), []),
    ],
)
def test_cells_hold_values(kind: Kind, value: Any) -> None:
    data = cells_of(kind, value)
    assert value_at(kind, memoryview(data)) == (value, len(data))


def test_a_list_whose_size_only_a_run_knows_begins_with_it() -> None:
    assert cells_of(Many(INT, None), [5, 6]) == struct.pack("<3q", 2, 5, 6)


def test_nothing_is_a_zero() -> None:
    assert cells_of(Row((INT, FLOAT)), [None, None]) == bytes(16)


def test_what_has_no_cells_is_refused() -> None:
    with pytest.raises(Unsupported):
        cells_of(NOTHING, 1)
    with pytest.raises(Unsupported):
        value_at(NOTHING, memoryview(b""))
