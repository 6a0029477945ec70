"""What is known at a point, and the views of it that a mutation is made from."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final, Literal, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from aberration.core.rng import Rng

from ..wanted import check_names, wanted_names
from .expressions import Columns, Read, Value
from .places import Object

KnowledgeKind = Literal[
    "literals", "uniform", "constant", "values", "pair", "expression", "range", "order", "bits"
]
"""What a predicate may rest on: nothing, as it compares literals alone; a uniform; another place
that always holds the same; one that was seen with few values; two places in the states that they
were seen in together; an expression over these; the ends of a place's range; an order of two places
that always held; bits that were always the same.
"""
KNOWLEDGE: Final[tuple[KnowledgeKind, ...]] = get_args(KnowledgeKind)
MOST_ROWS: Final = 48
_MOST_READS: Final = 4
K = TypeVar("K", bound=Hashable)


class Environment(msgspec.Struct, frozen=True):
    """The profile at one point, over all invocations.

    `states` are all the joint values of `reads` that were seen, None where there were too many;
    `limits` the least and the greatest value of each; `uniform` the places that are the same for
    all invocations by the language's rules; `turns` how often an invocation comes there, on
    average; `usable` what predicates there may rest on: literals always may.
    """

    key: str
    reads: tuple[Read, ...]
    states: tuple[tuple[int, ...], ...] | None
    limits: tuple[tuple[int, int], ...]
    uniform: frozenset[str]
    targets: tuple[Object, ...]
    turns: int
    usable: frozenset[KnowledgeKind] = frozenset(KNOWLEDGE)

    @property
    def columns(self) -> Columns:
        """Return the values by place, none where there were too many states."""
        return columns_of(self.reads, self.states or ())


class View(msgspec.Struct, frozen=True):
    """A few places and all states that they may be in together."""

    reads: tuple[Read, ...]
    rows: tuple[tuple[int, ...], ...]

    @property
    def columns(self) -> Columns:
        """Return the values by place."""
        return columns_of(self.reads, self.rows)


def columns_of(reads: Sequence[Read], rows: Sequence[tuple[int, ...]]) -> dict[str, list[Value]]:
    """Return the values of each place in all states, of which each is a row."""
    return {
        read.place: [bool(row[at]) if read.kind == "bool" else row[at] for row in rows]
        for at, read in enumerate(reads)
    }


def view_of(
    environment: Environment,
    rng: Rng,
    wanted: Sequence[str] = (),
    only: frozenset[str] | None = None,
) -> View | None:
    """Return a view of some places, the `wanted` ones among them, and none but `only` these; None
    where the wanted ones have too many states.
    """
    texts = [read.place for read in environment.reads]
    if any(name not in texts for name in wanted):
        return None
    first = [texts.index(name) for name in wanted]
    others = [k for k, text in enumerate(texts) if only is None or text in only]
    drawn = rng.shuffled(others)[: rng.between(1, _MOST_READS)]
    chosen: list[int] = []
    rows: dict[tuple[int, ...], None] = {(): None}
    for at in dict.fromkeys([*first, *drawn]):
        wider = _rows(environment, [*chosen, at])
        if wider is not None:
            chosen, rows = [*chosen, at], wider
        elif at in first:
            return None
    return View(tuple(environment.reads[at] for at in chosen), tuple(rows))


def _rows(environment: Environment, chosen: Sequence[int]) -> dict[tuple[int, ...], None] | None:
    if environment.states is None:
        ends = [environment.limits[at] for at in chosen]
        if any(low != high for low, high in ends):
            return None
        return {tuple(low for low, _ in ends): None}
    rows: dict[tuple[int, ...], None] = {}
    for state in environment.states:
        rows[tuple(state[at] for at in chosen)] = None
        if len(rows) > MOST_ROWS:
            return None
    return rows


def with_knowledge(
    environments: Mapping[K, Environment], options: Mapping[str, str]
) -> dict[K, Environment]:
    """Return what is known where only the kinds of knowledge that the option `knowledge` names may
    be used, all of them where it names none; raise `BadInput` for one that there is not.
    """
    names = wanted_names(options, "knowledge")
    check_names(names, KNOWLEDGE, "knowledge", "knowledge")
    if not names:
        return dict(environments)
    usable = frozenset(kind for kind in KNOWLEDGE if kind in names)
    return {key: replace(known, usable=usable) for key, known in environments.items()}
