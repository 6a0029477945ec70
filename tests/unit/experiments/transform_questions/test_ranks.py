"""The test of Mann and Whitney, held to published values, to symmetry, and to counting by hand."""

from itertools import combinations

import pytest
from experiments.transform_questions.ranks import doubled_ranks, mann_whitney


def by_enumeration(first: list[float], second: list[float]) -> float:
    """Return the chance of such a sum of ranks or a larger one, by trying every division."""
    ranks = doubled_ranks([*first, *second])
    observed = sum(ranks[: len(first)])
    sums = [
        sum(ranks[at] for at in chosen) for chosen in combinations(range(len(ranks)), len(first))
    ]
    return sum(total >= observed for total in sums) / len(sums)


def test_separate_samples_have_the_rarest_order() -> None:
    ranked = mann_whitney([4, 5, 6], [1, 2, 3])
    assert (ranked.u, ranked.pairs) == (9, 9)
    assert ranked.larger == pytest.approx(1 / 20)
    assert ranked.smaller == 1.0
    assert ranked.p == pytest.approx(0.1)
    assert ranked.share == 1.0


def test_critical_value_of_the_tables() -> None:
    """For samples of 5 and 5 the table (one-sided, 5 %) has U = 4 for the smaller one, that is
    21 for the larger.
    """
    at_limit = mann_whitney([4, 5.5, 8, 9, 10], [1, 2, 3, 6, 7])
    beyond = mann_whitney([4, 5.5, 6.5, 9, 10], [1, 2, 3, 6, 7])
    assert (at_limit.u, beyond.u) == (21, 20)
    assert at_limit.larger <= 0.05 < beyond.larger


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([3, 3, 5, 7], [3, 4, 4, 5]),
        ([1, 1, 1], [1, 1]),
        ([2], [1, 2, 3, 3]),
        ([0, 9, 9], [9, 0, 0, 4]),
    ],
)
def test_ties_are_counted_exactly(first: list[float], second: list[float]) -> None:
    assert mann_whitney(first, second).larger == pytest.approx(by_enumeration(first, second))


def test_it_is_symmetric() -> None:
    one, other = [3, 5, 5, 8, 9], [1, 5, 6, 7]
    there, back = mann_whitney(one, other), mann_whitney(other, one)
    assert there.u + back.u == there.pairs
    assert there.larger == pytest.approx(back.smaller)
    assert there.p == pytest.approx(back.p)


def test_equal_samples_tell_nothing() -> None:
    ranked = mann_whitney([2, 2, 2], [2, 2, 2])
    assert (ranked.share, ranked.larger, ranked.smaller, ranked.p) == (0.5, 1.0, 1.0, 1.0)


def test_tied_values_share_the_mean_of_their_ranks() -> None:
    assert doubled_ranks([5, 1, 5, 2]) == [7, 2, 7, 4]


def test_an_empty_sample_is_refused() -> None:
    with pytest.raises(ValueError, match="0 and 2 values came"):
        mann_whitney([], [1, 2])
