"""Which tests are reduced, and for which mutants."""

from __future__ import annotations

from experiments.fuse_shaders.measure import Row, Sight
from experiments.fuse_shaders.reducing import chosen, summary
from experiments.fuse_shaders.settings import ALL
from experiments.fuse_shaders.sorting import Reduction

SIGHTS = [
    Sight(test, "average", setting, mutant)
    for test, setting, mutant in (
        (1, ALL, "late"),
        (2, "parts alone", "early"),
        (3, ALL, "early"),
        (4, ALL, "early"),
        (6, ALL, "once"),
        (9, ALL, "late"),
        (9, ALL, "early"),
    )
]
ROW = Row("essl", {"average": 9}, SIGHTS)


def test_each_mutant_has_the_first_tests_that_show_it() -> None:
    assert chosen(ROW, 2, 0) == {1: ["late"], 9: ["late"], 3: ["early"], 4: ["early"], 6: ["once"]}
    assert chosen(ROW, 1, 0) == {1: ["late"], 3: ["early"], 6: ["once"]}


def test_of_a_few_mutants_those_with_the_earliest_last_test_are_taken() -> None:
    assert chosen(ROW, 2, 1) == {3: ["early"], 4: ["early"]}
    assert set(chosen(ROW, 2, 9)) == {1, 3, 4, 9}, "a mutant that one test shows is left out"


def test_medians_are_of_parts() -> None:
    one = Reduction(
        "essl", "late", 1, (40, 60), 4, (8, 4), ("Interleave",), "average", 30, 2.0,
        "fragment", {}, {}, "",
    )  # fmt: skip
    text = summary([one])
    assert "a part has 6.0 lines (at most 8; before 50.0)" in text
    assert "0 need no step; left: {'Interleave': 1}" in text
