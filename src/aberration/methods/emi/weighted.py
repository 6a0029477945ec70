"""Random order by weight, for the kinds of mutations of any language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from aberration.core.rng import Rng

T = TypeVar("T")


def weighted_order(rng: Rng, weights: Mapping[T, int]) -> list[T]:
    """Return all of them in random order, those of more weight earlier."""
    rest, order = dict(weights), list[T]()
    while rest:
        ticket = rng.below(sum(rest.values()))
        for one, weight in list(rest.items()):
            ticket -= weight
            if ticket < 0:
                order.append(one)
                del rest[one]
                break
    return order
