"""Random order and choice by weight, for the kinds of mutations of any language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Protocol, TypeVar

from aberration.core.rng import Rng


class _Lives(Protocol):
    live: ClassVar[bool]


T = TypeVar("T")
P = TypeVar("P")
M = TypeVar("M", bound=_Lives)
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


def draw_places(
    rng: Rng,
    weights: Mapping[type[M], int],
    live: Sequence[P],
    dead: Sequence[P],
    shares: tuple[float, float],
) -> list[P]:
    """Return places in random order, for the kinds that are wanted; one that runs may come twice.
    `shares` are those of the places that run and of those that never do.
    """
    of_live, of_dead = shares
    places: list[P] = []
    if any(kind.live for kind in weights):
        places += [place for place in live if rng.chance(of_live)]
        places += [place for place in live if rng.chance(of_live / 3)]
    if any(not kind.live for kind in weights):
        places += [place for place in dead if rng.chance(of_dead)]
    return rng.shuffled(places)


def first_that_fits(
    rng: Rng,
    weights: Mapping[type[M], int],
    draw: Callable[[type[M]], M | None],
    *,
    live: bool,
) -> M | None:
    """Return a mutation of the first kind that fits, kinds in random order by weight."""
    fitting = {kind: weight for kind, weight in weights.items() if kind.live is live}
    drawn = (draw(kind) for kind in weighted_order(rng, fitting))
    return next((mutation for mutation in drawn if mutation is not None), None)
