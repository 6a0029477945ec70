"""A block that runs, changes objects and restores them (TCB of Hermes)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal as Choice

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Expression, Literal, Unary, reads, render
from aberration.languages.c.integers import INT
from aberration.languages.c.source import Place
from aberration.methods.emi.change import (
    Object,
    Shown,
    after_store,
    distinct,
    show,
    shown_names,
    shown_text,
    variable_names,
    with_store,
)
from aberration.methods.emi.draft import Draft, Inner, Part, Point
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutation import Mutation, Site, check_text, never_text
from aberration.methods.emi.predicates import smaller_predicates
from aberration.methods.emi.statements import Print, end_name
from aberration.methods.emi.synthesis import expression
from aberration.methods.emi.workbench import Workbench

from .false_block import plain_guard

Form = Choice["if", "goto"]
MOST = 3


class Change(msgspec.Struct, frozen=True):
    """An object of the block: what its backup begins with, and what is stored into it."""

    object: Object
    initial: Expression
    value: Expression
    shown: Shown | None

    def names(self) -> Sequence[str]:
        """Return the places that it names."""
        used = shown_names(self.shown)
        return (self.object.text, *reads(self.initial), *reads(self.value), *used)


class TrueBlock(Mutation, frozen=True):
    """Precondition: the predicate is true whenever control comes to the program point; the objects
    are distinct and may be written; the values are defined, each with those stored before it.
    Effect: backups; inside `if (predicate)`, or where no `goto` leads past, each object is saved,
    changed and never printed; then all are restored.
    """

    predicate: Expression
    changes: tuple[Change, ...]
    knowledge: Knowledge
    form: Form = "if"

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        bench = Workbench.on(site, rng)
        if bench is None:
            return None
        places = distinct(bench.environment.targets, rng, rng.between(1, MOST))
        if not places:
            return None
        predicate = bench.predicates.make(True)
        changes = _changes(bench, places)
        form: Form = "goto" if rng.chance(0.12) else "if"
        return cls(site.number, site.point.key, predicate, changes, bench.knowledge(), form)

    def names(self) -> Sequence[str]:
        changed = (name for change in self.changes for name in change.names())
        return (*reads(self.predicate), *changed, *self.knowledge.names)

    def smaller(self) -> Iterator[Mutation]:
        shown = next((Print(change.shown.value) for change in self.changes if change.shown), None)
        yield plain_guard(
            self, Unary("!", self.predicate), (shown,) if shown else (), self.knowledge
        )
        if self.form == "goto":
            yield msgspec.structs.replace(self, form="if")
        for predicate in smaller_predicates(self.predicate, self.knowledge, True):
            yield msgspec.structs.replace(self, predicate=predicate)
        if len(self.changes) > 1:
            yield msgspec.structs.replace(self, changes=self.changes[:-1])
        for at, change in enumerate(self.changes):
            if change.shown is not None:
                bare = msgspec.structs.replace(change, shown=None)
                yield msgspec.structs.replace(
                    self, changes=(*self.changes[:at], bare, *self.changes[at + 1 :])
                )

    def _edit(self, draft: Draft, point: Point) -> None:
        backups = list(zip(self.changes, variable_names(self.number), strict=False))
        head = " ".join(
            f"{change.object.declared} {name} = {render(change.initial)};"
            for change, name in backups
        )
        opening, closing = self._branch(never_text(draft))
        parts: list[Part] = [f"{{ {check_text(draft, self.knowledge)}{head} {opening}"]
        for at, (change, name) in enumerate(backups):
            shown = shown_text(change.shown, draft)
            stores = (
                f"{name} = {change.object.text}; {change.object.text} = {render(change.value)}; "
            )
            parts += [stores, Inner(f"{self.number}.{at}"), f"{shown} "]
        restored = " ".join(f"{change.object.text} = {name};" for change, name in reversed(backups))
        parts += [f"{closing}{restored} }}\n"]
        added = tuple(
            _backup(change.object, name) for change, name in backups if not change.object.bits
        )
        draft.insert(point, parts, added)

    def _branch(self, never: str) -> tuple[str, str]:
        """Return what stands before and after the stores; `never` aborts in checking mode."""
        predicate, end = render(self.predicate), end_name(self.number)
        if self.form == "goto":
            return f"if (!{predicate}) {{ {never}goto {end}; }} {{ ", f"}} {end}: ; "
        return f"if ({predicate}) {{ ", f"}} else {{ {never}}} " if never else "} "


def plain_block(
    like: Mutation, object_: Object, value: Expression, shown: Shown | None, knowledge: Knowledge
) -> TrueBlock:
    """Return a block that only does what another one does at heart, for a reducer to try in its
    place.
    """
    change = Change(object_, Literal(0, INT), value, shown)
    return TrueBlock(like.number, like.program_point, Literal(1, INT), (change,), knowledge)


def _changes(bench: Workbench, places: Sequence[Place]) -> tuple[Change, ...]:
    rng, changes = bench.rng, []
    terms = list(bench.terms)
    for place in places:
        object_ = Object.of(place)
        value = expression(rng, terms, bench.count)
        initial = expression(rng, bench.terms, bench.count)
        terms = with_store(terms, after_store(value, object_))
        shown = show(bench, terms, object_) if rng.chance(0.7) else None
        changes.append(Change(object_, initial.expression, value.expression, shown))
    return tuple(changes)


def _backup(object_: Object, name: str) -> Place:
    """Return the backup as a place of its own; that of a bit-field would be of another type: it
    is wider.
    """
    return Place(
        name, object_.type, object_.declared, "local", name, writable=False, addressable=False
    )
