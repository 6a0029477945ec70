"""The test of Mann and Whitney (1947): are the numbers of one sample larger than those of another?

Exact, ties included: under the null hypothesis every division of the pooled values into two samples
of these sizes is equally likely, and the divisions are counted by their sum of ranks; equal values
share the mean of their ranks.
"""

from collections.abc import Sequence
from itertools import groupby

import msgspec


class Ranked(msgspec.Struct, frozen=True):
    """`u` counts the pairs in which the first sample's value is larger, a tie as half a pair;
    `pairs` are all of them.

    `larger` is the chance of such an `u` or a larger one if the samples do not differ, `smaller`
    that of such an `u` or a smaller one.
    """

    u: float
    pairs: int
    larger: float
    smaller: float

    @property
    def p(self) -> float:
        """Return the chance of samples that differ as much or more, either way, if there is no
        difference.
        """
        return min(1.0, 2 * min(self.larger, self.smaller))

    @property
    def share(self) -> float:
        """Return the chance that a value of the first sample is larger than one of the second
        (0.5: no difference).
        """
        return self.u / self.pairs


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> Ranked:
    """Compare two samples, neither of them empty."""
    if not first or not second:
        raise ValueError(
            f"expected two samples with values, but {len(first)} and {len(second)} values came"
        )
    doubled = doubled_ranks([*first, *second])
    observed = sum(doubled[: len(first)])
    counts = _counts(doubled, len(first))
    total = sum(counts.values())
    least = len(first) * (len(first) + 1)
    return Ranked(
        u=(observed - least) / 2,
        pairs=len(first) * len(second),
        larger=sum(ways for ranks, ways in counts.items() if ranks >= observed) / total,
        smaller=sum(ways for ranks, ways in counts.items() if ranks <= observed) / total,
    )


def doubled_ranks(values: Sequence[float]) -> list[int]:
    """Return twice the rank of each value, which is an integer for means of ranks as well."""
    order = sorted(range(len(values)), key=lambda at: values[at])
    ranks = [0] * len(values)
    below = 0
    for _, tied in groupby(order, key=lambda at: values[at]):
        places = list(tied)
        for at in places:
            ranks[at] = 2 * below + len(places) + 1
        below += len(places)
    return ranks


def _counts(ranks: Sequence[int], size: int) -> dict[int, int]:
    """Return how many choices of `size` of the ranks have each sum."""
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(size))]
    for rank in ranks:
        for taken in range(size, 0, -1):
            for total, count in ways[taken - 1].items():
                ways[taken][total + rank] = ways[taken].get(total + rank, 0) + count
    return ways[size]
