"""A loop that runs, changes an object differently on each turn, and restores it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.shading.tree import Binary, For, Increment, Name
from aberration.methods.emi.shading.change import (
    Shown,
    after_store,
    draw_object,
    draw_shown,
    shown_places,
    shown_statements,
    value_kind,
)
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.expressions import (
    Number,
    Read,
    Tree,
    evaluate,
    number_tree,
    places_in,
    with_reads,
)
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutation import Mutation, Site, checks, variable_name
from aberration.methods.emi.shading.places import Object
from aberration.methods.emi.shading.points import Point
from aberration.methods.emi.shading.synthesis import Term, Workbench, expression

from .true_block import plain_block

MOST_TURNS = 5
MOST_IN_ALL = 96
"""Turns of all trips of an invocation to the point: far below what a driver stops after."""
_TRIES = 4


class LoopBlock(Mutation, frozen=True):
    """Precondition: the object has a value and may be written; what is stored is defined on each of
    `turns` turns from every state known.
    Effect: a counted loop that stores the value, which may read the object and the counter, again
    and again; a use that would be on no turn; then the object is restored.
    """

    turns: int
    object: Object
    value: Tree
    shown: Shown | None
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        known = site.environment
        object_ = draw_object(known, rng) if known is not None else None
        if known is None or object_ is None:
            return None
        wanted = [one.place for one in known.reads if one.place == object_.place]
        bench = Workbench.on(known, rng, wanted)
        turns = rng.between(1, MOST_TURNS)
        if bench is None or turns * known.turns > MOST_IN_ALL:
            return None
        for _ in range(_TRIES):
            made = _value(bench, object_, turns, _counter(site.number))
            if made is not None:
                value, states = made
                shown = draw_shown(bench, states, object_) if rng.chance(0.7) else None
                known_here = bench.knowledge()
                return cls(site.number, site.point.key, turns, object_, value, shown, known_here)
        return None

    def places(self) -> tuple[str, ...]:
        named = (self.object.place, *places_in(self.value), *shown_places(self.shown))
        return (*named, *self.knowledge.places)

    def own_names(self) -> frozenset[str]:
        return frozenset((_counter(self.number).place,))

    def smaller(self) -> Iterator[Mutation]:
        if self.turns == 1 and self.shown is None:
            start: dict[str, Tree] = {_counter(self.number).place: Number(0, "int")}
            value = with_reads(self.value, start)
            yield plain_block(self.number, self.point, self.object, value, None, self.knowledge)
        if self.shown is not None:
            yield replace(self, shown=None)
        if self.turns > 1:
            yield replace(self, turns=1)
            yield replace(self, turns=self.turns - 1)

    def _edit(self, draft: Draft, point: Point) -> None:
        saved, counter = variable_name(self.number), Name(name=_counter(self.number).place)
        body = draft.block(
            draft.store(self.object, self.value), *shown_statements(self.shown, draft)
        )
        loop = For(
            init=draft.declare(counter.name, "int", number_tree(0, "int")),
            condition=Binary(op="<", left=counter, right=number_tree(self.turns, "int")),
            step=Increment(op="++", target=counter),
            body=body,
        )
        draft.insert(
            point,
            draft.block(
                *checks(draft, self.knowledge),
                draft.save(saved, self.object),
                loop,
                draft.restore(self.object, saved),
            ),
        )


def _counter(number: int) -> Read:
    return Read(f"live_{number}_i", "int")


def _value(
    bench: Workbench, object_: Object, turns: int, counter: Read
) -> tuple[Tree, list[Term]] | None:
    """Return a value that is defined on all turns, and the terms in the states right after each
    store; None where the one that was drawn is undefined.
    """
    first = [*bench.terms, Term(counter, (0,) * bench.count)]
    value = expression(bench.rng, first, value_kind(object_), bench.count).tree
    current, seen = list(bench.terms), list[list[Term]]()
    for turn in range(turns):
        current = [term for term in current if term.tree != counter]
        current.append(Term(counter, (turn,) * bench.count))
        columns = {term.tree.place: term.values for term in current if isinstance(term.tree, Read)}
        stored = evaluate(value, columns, bench.count)
        if stored is None:
            return None
        current = after_store(current, object_, Term(value, tuple(stored)))
        seen.append(current)
    return value, _together(seen)


def _together(seen: Sequence[Sequence[Term]]) -> list[Term]:
    """Return the terms that are known after each turn, with their values after all of them."""
    last = seen[-1]
    made = []
    for term in last:
        columns = [next((t.values for t in turn if t.tree == term.tree), None) for turn in seen]
        values = [column for column in columns if column is not None]
        if len(values) == len(seen):
            made.append(Term(term.tree, tuple(value for column in values for value in column)))
    return made
