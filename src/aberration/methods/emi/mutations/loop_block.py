"""A loop that runs, changes an object differently on each trip, and restores it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Expression, Literal, Read, reads, render
from aberration.languages.c.integers import INT
from aberration.methods.emi.change import (
    Object,
    Shown,
    after_store,
    distinct,
    show,
    shown_names,
    shown_text,
    shown_with,
    variable_names,
    with_store,
)
from aberration.methods.emi.draft import Draft, Point
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutation import Mutation, Site, check_text
from aberration.methods.emi.synthesis import Term, evaluate_term, expression, with_reads
from aberration.methods.emi.workbench import Workbench

from .true_block import plain_block

MOST_TRIPS = 8
_TRIES = 4


class LoopBlock(Mutation, frozen=True):
    """Precondition: the object may be written, and the value is defined on each of `trips` trips
    from every state known.
    Effect: a counted loop that stores the value, which may read the object and the counter, again
    and again; what is shown would be on no trip; then the object is restored.
    """

    trips: int
    object: Object
    value: Expression
    shown: Shown | None
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        targets = site.environment.targets if site.environment is not None else ()
        chosen = distinct(targets, rng, 1)
        bench = Workbench.on(site, rng, [chosen[0].text]) if chosen else None
        if bench is None:
            return None
        object_, trips = Object.of(chosen[0]), rng.between(1, MOST_TRIPS)
        for _ in range(_TRIES):
            made = _value(bench, object_, trips, _counter(site.number))
            if made is not None:
                value, states = made
                shown = show(bench, states, object_) if rng.chance(0.7) else None
                return cls(
                    site.number, site.point.key, trips, object_, value, shown, bench.knowledge()
                )
        return None

    def names(self) -> Sequence[str]:
        counter = _counter(self.number).text
        used = shown_names(self.shown)
        named = (self.object.text, *reads(self.value), *used, *self.knowledge.names)
        return [name for name in named if name != counter]

    def smaller(self) -> Iterator[Mutation]:
        start: dict[str, Expression] = {_counter(self.number).text: Literal(0, INT)}
        value, shown = with_reads(self.value, start), shown_with(self.shown, start)
        yield plain_block(self, self.object, value, shown, self.knowledge)
        if self.shown is not None:
            yield msgspec.structs.replace(self, shown=None)
        if self.trips > 1:
            yield msgspec.structs.replace(self, trips=1)
            yield msgspec.structs.replace(self, trips=self.trips - 1)

    def _edit(self, draft: Draft, point: Point) -> None:
        backup, counter = next(variable_names(self.number)), _counter(self.number).text
        target = self.object.text
        shown = shown_text(self.shown, draft)
        loop = f"for ({counter} = 0; {counter} < {self.trips}; {counter}++)"
        draft.insert(
            point,
            [
                f"{{ {check_text(draft, self.knowledge)}{self.object.declared} {backup} = "
                f"{target}; int {counter}; "
                f"{loop} {{ {target} = {render(self.value)}; {shown} }} {target} = {backup}; }}\n"
            ],
        )


def _counter(number: int) -> Read:
    return Read(f"live_{number}_i", INT)


def _value(
    bench: Workbench, object_: Object, trips: int, counter: Read
) -> tuple[Expression, list[Term]] | None:
    """Return a value that is defined on all trips, and the terms in the states right after each
    store.
    """
    first = [*bench.terms, Term(counter, [0] * bench.count, INT)]
    value = expression(bench.rng, first, bench.count).expression
    simulated = simulate(bench.terms, object_, value, trips, counter)
    return None if simulated is None else (value, simulated)


def simulate(
    terms: Sequence[Term], object_: Object, value: Expression, trips: int, counter: Read
) -> list[Term] | None:
    """Return the terms in all states right after a store, those of all trips behind each other;
    None if undefined.
    """
    current = list(terms)
    seen: list[list[Term]] = []
    for trip in range(trips):
        count = len(terms[0].values)
        current = with_store(current, Term(counter, [trip] * count, INT))
        stored_term = evaluate_term(value, current, count)
        if stored_term is None:
            return None
        current = with_store(current, after_store(stored_term, object_))
        seen.append(sorted(current, key=lambda term: str(term.expression)))
    return [
        Term(
            column[0].expression,
            [value for term in column for value in term.values],
            column[0].type,
        )
        for column in zip(*seen, strict=True)
    ]
