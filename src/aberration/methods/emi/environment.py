"""What the profile says about a program point, and the views of it that a mutation is
synthesised from.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Read
from aberration.languages.c.integers import BinaryOperator
from aberration.languages.c.source import Place, Pointer

from .knowledge import Columns, columns_of

MOST_READ: Final = 6
MOST_ROWS: Final = 64
"""A cartesian product of value sets is made up to this size; it loses correlations, but is
sound.
"""


class Loose(msgspec.Struct, frozen=True):
    """A place of which only the least and the greatest value are known."""

    read: Read
    low: int
    high: int


class Related(msgspec.Struct, frozen=True):
    """Two places of which only the order is known: `operator` always held between them."""

    left: Read
    operator: BinaryOperator
    right: Read


class Alias(msgspec.Struct, frozen=True):
    """A pointer that always pointed to a place at this program point."""

    pointer: Pointer
    place: Place


class Environment(msgspec.Struct, frozen=True):
    """The profile at one program point.

    `states` are all the joint values of `reads` that were seen, None where there were too many;
    `values` by read are the distinct values, None where there were too many.
    """

    key: str
    reads: tuple[Read, ...]
    states: tuple[tuple[int, ...], ...] | None
    values: tuple[tuple[int, ...] | None, ...]
    loose: tuple[Loose, ...] = ()
    related: tuple[Related, ...] = ()
    targets: tuple[Place, ...] = ()
    aliases: tuple[Alias, ...] = ()


class View(msgspec.Struct, frozen=True):
    """A few places and all states that they may be in together."""

    reads: tuple[Read, ...]
    rows: tuple[tuple[int, ...], ...]

    @property
    def columns(self) -> Columns:
        """Return the values by place."""
        return columns_of(self.reads, self.rows)


def view_of(environment: Environment, rng: Rng, wanted: Sequence[str] = ()) -> View | None:
    """Return a view of some places, the `wanted` ones among them; None if these have too many
    values.
    """
    texts = [read.text for read in environment.reads]
    if any(name not in texts for name in wanted):
        return None
    first = [texts.index(name) for name in wanted]
    drawn = [rng.below(len(texts)) for _ in range(rng.between(2, MOST_READ) - len(first)) if texts]
    chosen = list(dict.fromkeys([*first, *drawn]))
    if environment.states is not None:
        rows = dict.fromkeys(tuple(state[at] for at in chosen) for state in environment.states)
        return View(tuple(environment.reads[at] for at in chosen), tuple(rows))
    return _product(environment, chosen, len(first))


def _product(environment: Environment, chosen: Sequence[int], needed: int) -> View | None:
    kept: list[int] = []
    sets: list[tuple[int, ...]] = []
    size = 1
    for place, at in enumerate(chosen):
        values = environment.values[at]
        if values is not None and size * len(values) <= MOST_ROWS:
            kept.append(at)
            sets.append(values)
            size *= len(values)
        elif place < needed:
            return None
    return View(tuple(environment.reads[at] for at in kept), tuple(product(*sets)))
