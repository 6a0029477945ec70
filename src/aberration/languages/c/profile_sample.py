"""What was seen at one place of a running program, and what two observers agree about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, TypeAlias

import msgspec

STATES: Final = 32
"""How many distinct joint values of a probe's expressions are kept."""
VALUES: Final = 16
"""How many distinct values of one expression are kept."""
RELATED: Final = 12
"""How many of the first expressions are compared with each other once there are more states
than are kept.
"""
LESS: Final = 1
EQUAL: Final = 2
GREATER: Final = 4

State: TypeAlias = tuple[int, ...]
Relation: TypeAlias = tuple[int, int, int]


class ProfileSample(msgspec.Struct, frozen=True):
    """What one probe saw. Values are mathematical: those of an unsigned expression are never
    negative.

    `count` is how often control came there. `states` are the distinct joint values of all
    expressions, sorted; `values`, by expression, its distinct values, sorted; each is None where
    there were too many to keep (`STATES`, `VALUES`), or, for `states`, where two observers
    disagree. `ranges` are, by expression, the least and the greatest value, (0, -1) where control
    never came. `relations` are triples (i, j, mask) for i < j among the first `RELATED`
    expressions, only where `states` is None: `LESS`, `EQUAL`, `GREATER` say how expression i ever
    compared with j.
    """

    count: int
    states: tuple[State, ...] | None
    values: tuple[tuple[int, ...] | None, ...]
    ranges: tuple[tuple[int, int], ...]
    relations: tuple[Relation, ...] = ()


class Agreement(msgspec.Struct, frozen=True):
    """What two observers both saw of those expressions of a probe, by their index, that they
    agree about.
    """

    seen: ProfileSample
    kept: tuple[int, ...]


def agreement_of(first: ProfileSample, second: ProfileSample) -> Agreement | None:
    """Return what both saw, or None when control came there more often for one of them.

    An expression stays when both saw the same set of values, or the same range where there were too
    many. Differences between compilers that evaluate operands in opposite orders come from values
    that C does not specify.
    """
    if first.count != second.count or len(first.ranges) != len(second.ranges):
        return None
    kept = tuple(
        index
        for index in range(len(first.ranges))
        if first.values[index] == second.values[index]
        and first.ranges[index] == second.ranges[index]
    )
    states = _common_states(first, second, kept)
    seen = ProfileSample(
        count=first.count,
        states=states,
        values=tuple(first.values[index] for index in kept),
        ranges=tuple(first.ranges[index] for index in kept),
        relations=() if states is not None else _all_relations(first, second, kept),
    )
    return Agreement(seen, kept)


def relate(states: Iterable[State], width: int) -> tuple[Relation, ...]:
    """Return how the first expressions of these states compare with each other."""
    rows = list(states)
    if not rows:
        return ()
    pairs = combinations(range(min(width, RELATED)), 2)
    return tuple((i, j, _mask((row[i], row[j]) for row in rows)) for i, j in pairs)


def _mask(pairs: Iterable[tuple[int, int]]) -> int:
    mask = 0
    for left, right in pairs:
        mask |= EQUAL if left == right else LESS if left < right else GREATER
    return mask


def _common_states(
    first: ProfileSample, second: ProfileSample, kept: Sequence[int]
) -> tuple[State, ...] | None:
    if first.states is None or second.states is None:
        return None
    one, other = (
        sorted({tuple(row[i] for i in kept) for row in rows})
        for rows in (first.states, second.states)
    )
    return tuple(one) if one == other else None


def _all_relations(
    first: ProfileSample, second: ProfileSample, kept: Sequence[int]
) -> tuple[Relation, ...]:
    """Return the union of both observers' relations between the expressions that were kept, by
    their new index.
    """
    place = {old: new for new, old in enumerate(kept)}
    masks: dict[tuple[int, int], int] = {}
    for i, j, mask in (*_relations(first), *_relations(second)):
        if i in place and j in place:
            pair = place[i], place[j]
            masks[pair] = masks.get(pair, 0) | mask
    return tuple((i, j, masks[i, j]) for i, j in sorted(masks))


def _relations(seen: ProfileSample) -> tuple[Relation, ...]:
    return seen.relations if seen.states is None else relate(seen.states, len(seen.ranges))
