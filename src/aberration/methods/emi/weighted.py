"""Random order and choice by weight, for the kinds of mutations of any language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from aberration.core.rng import Rng

T = TypeVar("T")
_LEFT_OUT: Final = 0.25


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


def without_some(rng: Rng, weights: Mapping[T, int]) -> Mapping[T, int]:
    """Return some of them with their weights, never none: what is left out lets others show what
    they can do alone (swarm testing).
    """
    kept = {kind: weight for kind, weight in weights.items() if not rng.chance(_LEFT_OUT)}
    return kept or weights
