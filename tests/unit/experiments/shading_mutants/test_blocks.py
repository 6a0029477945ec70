"""Mutants in blocks of tests."""

from __future__ import annotations

from experiments.shading_mutants.blocks import BLOCK, compared, in_blocks


def test_a_mutant_counts_once_in_each_whole_block() -> None:
    sights = [(1, "a"), (BLOCK, "a"), (BLOCK, "b"), (BLOCK + 1, "a"), (2 * BLOCK + 1, "c")]
    assert in_blocks(2 * BLOCK + 5, sights) == [2, 1]
    assert in_blocks(3 * BLOCK, sights) == [2, 1, 1]
    assert in_blocks(BLOCK - 1, sights) == []


def test_blocks_are_compared_with_those_of_another_setting() -> None:
    assert compared([1, 2], None) == "1.5"
    assert compared([], [1]) == "0.0"
    assert compared([1, 2, 1, 2], [1, 2, 1, 2]) == "1.5 (1.0000)"
    # One of the 70 ways to divide eight values, either way.
    assert compared([1, 2, 3, 4], [5, 6, 7, 8]) == "2.5 (0.0286)"
