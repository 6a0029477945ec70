"""Storage buffers: where their fields land, and what is wrong with others."""

from __future__ import annotations

import struct
from typing import Final

import pytest
from helpers.fitted import COMPUTE, fit

from aberration.campaign.loading.fit import Fitted
from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer


def compute(given: str | None) -> Fitted:
    return fit(given, COMPUTE, "compute")


def buffers(*entries: tuple[int, list[tuple[str, list[float]]]], groups: str = "") -> str:
    listed = [
        f'{{"binding": {binding}, "fields": ['
        + ", ".join(f'{{"type": "{kind}", "data": {data}}}' for kind, data in fields)
        + "]}"
        for binding, fields in entries
    ]
    return f'{{"$compute": {{{groups}"buffers": [{", ".join(listed)}]}}}}'


FEW: Final[tuple[int, list[tuple[str, list[float]]]]] = (2, [("uint", [1, 2, 3, 4])])


def test_fields_lie_where_the_members_do() -> None:
    row: list[tuple[str, list[float]]] = [("int", [7]), ("float", [1, 2, 3, 4]), ("float", [5, 6])]
    for kind in ("float", "vec4"):
        row[1] = (kind, row[1][1])
        first, second = compute(buffers((1, row), FEW)).program.inputs.buffers
        assert first.data == struct.pack("<i12x4f2f", 7, 1, 2, 3, 4, 5, 6)
        assert first.fields == (("int", 1), ("uint", 3), ("float", 6))
        assert second.data == struct.pack("<4I", 1, 2, 3, 4)


def test_fields_that_are_no_members_lie_one_behind_the_other() -> None:
    words: list[tuple[str, list[float]]] = [
        ("int", [7]),
        ("uint", [0, 0, 0]),
        ("float", [1, 2, 3, 4, 5]),
    ]
    first = compute(buffers((1, words), FEW)).program.inputs.buffers[0]
    assert first == Buffer(
        1, struct.pack("<4i5f", 7, 0, 0, 0, 1, 2, 3, 4, 5), (("int", 1), ("uint", 3), ("float", 5))
    )


def test_buffers_that_nobody_gives_are_zeros_of_their_size() -> None:
    found = compute('{"$compute": {"num_groups": [3, 1, 1]}}')
    first, second = found.program.inputs.buffers
    assert first == Buffer(1, bytes(32 + 4 * 12), (("int", 1), ("uint", 3), ("float", 16)))
    assert second == Buffer(2, bytes(16), (("uint", 4),))
    assert found.notes == (
        (
            "nothing gives the buffer Data (binding 1) = 80 bytes of zeros; the buffer Few "
            "(binding 2) = 16 bytes of zeros"
        ),
    )


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (
            [(0, [("int", [1])])],
            "no storage block of the shader is at binding 0: it has Data at binding 1, Few at b",
        ),
        (
            [(2, [("uint", [1, 2])])],
            "expected 4 numbers (16 bytes) for the block Few at binding 2, but 2 numbers (8 by",
        ),
        (
            [(2, [("uint", [1] * 5)])],
            "for the block Few at binding 2, but 5 numbers (20 bytes) came",
        ),
        (
            [(2, [("float", [1.0] * 4)])],
            "expected a uint at byte 0 of the block Few at binding 2, but a number of type f",
        ),
        (
            [(1, [("int", [1] * 9)])],
            "expected a float at byte 16 of the block Data at binding 1, but a number of type in",
        ),
        ([FEW, FEW], "two buffers are at binding 2"),
        ([(2, [("vec3", [1, 2])])], "expected 3 numbers for each vec3, but 2 came"),
        (
            [(2, [("quad", [1])])],
            "expected a field of type int, uint, float, bool, or a vector or matrix of these",
        ),
    ],
)
def test_buffers_of_another_shape_are_errors(
    entries: list[tuple[int, list[tuple[str, list[float]]]]], message: str
) -> None:
    with pytest.raises(BadInput) as caught:
        compute(buffers(*entries))
    assert message in caught.value.message
    assert caught.value.where == "x.json:1"
