"""Planted bugs are found soon, and their tests become small; the whole table is
`experiments/mutants`.
"""

from pathlib import Path

import pytest
from experiments.mutants.hunt import Hunted, hunt
from helpers.sampling import one_in

from aberration.targets.mutants.catalogue import MUTANTS

TESTS = 300
FEW = ("mutant-dead-break", "mutant-inlined-result", "mutant-moved-phi")
EVERY = tuple(f"mutant-{mutant.name}" for mutant in MUTANTS)
LONGEST = 5
"""Median length of a reduced sequence, supporting steps not counted."""


def median(lengths: tuple[int, ...]) -> int:
    return sorted(lengths)[(len(lengths) - 1) // 2]


@pytest.mark.parametrize("name", one_in(3, FEW))
def test_a_planted_bug_is_found_and_reduced(name: str) -> None:
    found = hunt(name, TESTS, 1, seed=2)
    assert found.first is not None
    assert found.reports >= 1
    assert median(found.lengths) <= LONGEST


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_every_planted_bug_is_found_with_few_duplicates() -> None:
    everyone: list[Hunted] = [hunt(name, TESTS, 5, seed=1) for name in EVERY]
    assert [found.mutant for found in everyone if found.first is None] == []
    assert median(tuple(length for found in everyone for length in found.lengths)) <= LONGEST
    reports = sum(found.reports for found in everyone)
    assert reports - len(everyone) <= 0.4 * reports


@pytest.mark.parametrize("page", ["experiments/mutants/README.md", "docs/targets.md"])
def test_each_table_has_every_mutant(page: str) -> None:
    table = (Path(__file__).parents[2] / page).read_text()
    assert [name for name in EVERY if f"`{name}`" not in table] == []
