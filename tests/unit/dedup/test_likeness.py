"""How much alike two small programs are."""

from __future__ import annotations

import pytest

from aberration.dedup.likeness import SAME, SIMILAR, likeness

SHIFT = frozenset((">> of int", "uint from int"))


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (SHIFT, 1.0),
        (frozenset((">> of int",)), 1 / 1.25),
        (frozenset((">> of int", "float from int")), 1 / 1.5),
        (frozenset((">> of int", "uint from int", "- of int")), 1.25 / 2.25),
        (frozenset(("uint from int", "- of int")), 0.25 / 2.25),
        (frozenset(("- of int",)), 0.0),
    ],
)
def test_what_only_carries_a_value_counts_a_quarter(other: frozenset[str], expected: float) -> None:
    assert likeness(SHIFT, other) == likeness(other, SHIFT) == pytest.approx(expected)


def test_nothing_is_like_nothing() -> None:
    assert likeness(frozenset(), frozenset()) == 0.0
    assert 0.0 < SIMILAR < SAME <= 1.0
