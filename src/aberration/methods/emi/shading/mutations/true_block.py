"""A block that runs, changes objects and restores them (TCB of Hermes)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.shading.tree import If, Statement
from aberration.methods.emi.shading.change import (
    Shown,
    after_store,
    distinct_objects,
    draw_shown,
    shown_places,
    shown_statements,
    value_kind,
)
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.expressions import Number, Tree, places_in
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutation import Mutation, Site, checks, variable_name
from aberration.methods.emi.shading.places import Object
from aberration.methods.emi.shading.points import Point
from aberration.methods.emi.shading.synthesis import Workbench, expression, smaller_predicates

MOST = 3


class Change(msgspec.Struct, frozen=True):
    """An object of the block, what is stored into it, and a use."""

    object: Object
    value: Tree
    shown: Shown | None

    def places(self) -> tuple[str, ...]:
        """Return the places that it names."""
        return (self.object.place, *places_in(self.value), *shown_places(self.shown))


class TrueBlock(Mutation, frozen=True):
    """Precondition: the predicate is true whenever an invocation comes to the point; the objects
    are of distinct variables, which have a value and may be written; the values are defined, each
    with those stored before it.
    Effect: the objects are saved; inside `if (predicate)` each is changed, and used where nothing
    ever comes; then all are restored.
    """

    predicate: Tree
    changes: tuple[Change, ...]
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        bench = Workbench.on(site.environment, rng)
        if bench is None:
            return None
        objects = distinct_objects(bench.environment, rng, rng.between(1, MOST))
        if not objects:
            return None
        predicate = bench.predicate(True)
        changes = _changes(bench, objects)
        return cls(site.number, site.point.key, predicate, changes, bench.knowledge())

    def places(self) -> tuple[str, ...]:
        changed = (place for change in self.changes for place in change.places())
        return (*places_in(self.predicate), *changed, *self.knowledge.places)

    def smaller(self) -> Iterator[Mutation]:
        if len(self.changes) > 1:
            yield replace(self, changes=self.changes[:1])
            yield replace(self, changes=self.changes[:-1])
        if self.predicate != Number(1, "bool"):
            yield replace(self, predicate=Number(1, "bool"))
        for at, change in enumerate(self.changes):
            if change.shown is not None:
                bare = replace(change, shown=None)
                yield replace(self, changes=(*self.changes[:at], bare, *self.changes[at + 1 :]))
        for predicate in smaller_predicates(self.predicate, self.knowledge, True):
            yield replace(self, predicate=predicate)

    def _edit(self, draft: Draft, point: Point) -> None:
        names = [variable_name(self.number, at) for at in range(len(self.changes))]
        pairs = list(zip(names, self.changes, strict=True))
        saved = [draft.save(name, change.object) for name, change in pairs]
        inside: list[Statement] = []
        for change in self.changes:
            inside += (
                draft.store(change.object, change.value),
                *shown_statements(change.shown, draft),
            )
        otherwise = draft.block(draft.never()) if draft.checking else None
        guarded = If(draft.tree(self.predicate), draft.block(*inside), otherwise)
        restored = [draft.restore(change.object, name) for name, change in reversed(pairs)]
        tested = checks(draft, self.knowledge)
        draft.insert(point, draft.block(*tested, *saved, guarded, *restored))


def plain_block(
    number: int, point: str, object_: Object, value: Tree, shown: Shown | None, known: Knowledge
) -> TrueBlock:
    """Return a block that only does what another one does at heart, for a reducer to try in its
    place.
    """
    return TrueBlock(number, point, Number(1, "bool"), (Change(object_, value, shown),), known)


def _changes(bench: Workbench, objects: Sequence[Object]) -> tuple[Change, ...]:
    rng, terms = bench.rng, list(bench.terms)
    changes = []
    for object_ in objects:
        value = expression(rng, terms, value_kind(object_), bench.count)
        terms = after_store(terms, object_, value)
        shown = draw_shown(bench, terms, object_) if rng.chance(0.7) else None
        changes.append(Change(object_, value.tree, shown))
    return tuple(changes)
