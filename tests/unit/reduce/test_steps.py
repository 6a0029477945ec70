"""Delta debugging over the steps of a recipe."""

import math

import msgspec
import pytest
from helpers.toy import ToyMethod, add, toy_case, words_of
from hypothesis import given
from hypothesis import strategies as st

from aberration.core.errors import BadInput
from aberration.core.method import Replay
from aberration.core.recipe import Recipe, TestCase
from aberration.reduce.steps import drop_steps, search_steps


class Reduction(msgspec.Struct):
    """What is left, after so many attempts; `complete` when no single step can go."""

    case: TestCase
    attempts: int
    complete: bool


def reduce_words(
    case: TestCase, needed: set[str], limit: int = 1000
) -> tuple[Reduction, list[TestCase]]:
    kept: list[TestCase] = []
    search = search_steps(
        case, lambda one: needed <= set(words_of(one)), kept.append, limit, lambda: False
    )
    drop_steps(search, ToyMethod())
    complete = not search.is_over or not search.best.recipe.steps
    return Reduction(search.best, search.tests, complete), kept


@given(st.sets(st.integers(0, 59), max_size=5))
def test_leaves_exactly_the_steps_that_matter(needed: set[int]) -> None:
    case = toy_case(*(add(f"w{number}") for number in range(60)))
    reduction, _ = reduce_words(case, {f"w{number}" for number in needed})
    assert words_of(reduction.case) == [f"w{number}" for number in sorted(needed)]
    assert reduction.complete


def test_keeps_the_steps_that_a_needed_one_needs() -> None:
    case = toy_case(add("a"), add("b", "a"), add("x"), add("c", "b"), add("y"))
    reduction, _ = reduce_words(case, {"c"})
    assert words_of(reduction.case) == ["a", "b", "c"]


def test_needs_few_attempts() -> None:
    case = toy_case(*(add(f"w{number}") for number in range(300)))
    reduction, _ = reduce_words(case, {"w7", "w250"})
    assert reduction.attempts <= 2 * 2 * math.ceil(math.log2(300)) + 2 * 4


def test_tells_of_each_smaller_case() -> None:
    case = toy_case(*(add(f"w{number}") for number in range(8)))
    reduction, kept = reduce_words(case, {"w3"})
    sizes = [len(smaller.recipe.steps) for smaller in kept]
    assert sizes == sorted(sizes, reverse=True)
    assert kept[-1] == reduction.case


@pytest.mark.parametrize("limit", [0, 1, 5])
def test_stops_at_the_limit_with_the_best_so_far(limit: int) -> None:
    case = toy_case(*(add(f"w{number}") for number in range(40)))
    reduction, _ = reduce_words(case, {"w3", "w30"}, limit)
    assert reduction.attempts == limit
    assert not reduction.complete
    assert {"w3", "w30"} <= set(words_of(reduction.case))


def test_an_empty_sequence_is_minimal() -> None:
    reduction, _ = reduce_words(toy_case(), set())
    assert (reduction.attempts, reduction.complete) == (0, True)


class Choosy(ToyMethod):
    """Refuses a recipe without its first word, as the second stage of a pipeline may."""

    def replay(self, recipe: Recipe) -> Replay:
        replayed = super().replay(recipe)
        if "w0" not in words_of(replayed.case):
            raise BadInput("the relation needs w0")
        return replayed


def test_what_cannot_be_made_any_more_is_not_taken() -> None:
    case = toy_case(*(add(f"w{number}") for number in range(9)))
    kept: list[TestCase] = []
    search = search_steps(case, lambda one: "w5" in words_of(one), kept.append, 99, lambda: False)
    drop_steps(search, Choosy())
    assert words_of(search.best) == ["w0", "w5"]
