"""How many mutants the tests of a setting show, block by block, and whether another shows more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from experiments.transform_questions.ranks import mann_whitney

BLOCK: Final = 10
"""Tests whose mutants are counted together, each once."""


def in_blocks(tests: int, sights: Iterable[tuple[int, str]]) -> list[int]:
    """Return how many different mutants were shown in each whole block of tests, which are counted
    from 1.
    """
    seen: list[set[str]] = [set() for _ in range(tests // BLOCK)]
    for test, mutant in sights:
        if test <= BLOCK * len(seen):
            seen[(test - 1) // BLOCK].add(mutant)
    return [len(names) for names in seen]


def compared(blocks: Sequence[int], whole: Sequence[int] | None) -> str:
    """Return the mean of blocks, and p against those of another setting, if there is one."""
    mean = f"{sum(blocks) / max(len(blocks), 1):.1f}"
    if whole is None or not blocks:
        return mean
    return f"{mean} ({mann_whitney(blocks, whole).p:.4f})"
