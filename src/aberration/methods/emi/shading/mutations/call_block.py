"""A call, in code that runs, of a new function whose value is known; then what it changed is
restored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.shading.tree import Call, If, Name, Return
from aberration.methods.emi.shading.change import (
    Shown,
    after_store,
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
    kind_of,
    place_tree,
    with_reads,
)
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutation import Mutation, Site, checks, variable_name
from aberration.methods.emi.shading.places import Object
from aberration.methods.emi.shading.points import Point
from aberration.methods.emi.shading.synthesis import (
    Term,
    Workbench,
    expression,
    smaller_predicates,
)

from .true_block import plain_block

_ARGUMENTS = 3


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of the new function, which is given what a place holds."""

    name: str
    argument: Read


class CallBlock(Mutation, frozen=True):
    """Precondition: the object is a scalar that has a value and may be written; the function's
    value is defined for the arguments in every state known, and the guard in the function is true
    for them.
    Effect: a new function before the one around the point; a block that saves the object, gives it
    the function's value, and restores it.
    """

    object: Object
    parameters: tuple[Parameter, ...]
    guard: Tree
    value: Tree
    shown: Shown | None
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        bench = Workbench.on(site.environment, rng)
        if bench is None:
            return None
        targets = [
            one for one in bench.environment.targets if one.size == 1 and one.kind != "float"
        ]
        if not targets:
            return None
        object_ = rng.choose(targets)
        parameters, inside = _parameters(bench, site.number)
        value = expression(rng, inside, value_kind(object_), bench.count)
        guard = bench.later(inside).predicate(True)
        later = after_store(bench.terms, object_, value)
        shown = draw_shown(bench, later, object_) if rng.chance(0.7) else None
        return cls(
            site.number,
            site.point.key,
            object_,
            parameters,
            guard,
            value.tree,
            shown,
            bench.knowledge(),
        )

    def places(self) -> tuple[str, ...]:
        arguments = (one.argument.place for one in self.parameters)
        used = shown_places(self.shown)
        return (self.object.place, *arguments, *used, *self.knowledge.places)

    def smaller(self) -> Iterator[Mutation]:
        arguments: dict[str, Tree] = {one.name: one.argument for one in self.parameters}
        value = with_reads(self.value, arguments)
        yield plain_block(self.number, self.point, self.object, value, self.shown, self.knowledge)
        if self.shown is not None:
            yield replace(self, shown=None)
        if self.guard != Number(1, "bool"):
            yield replace(self, guard=Number(1, "bool"))
        for guard in smaller_predicates(self.guard, self._inside(), True):
            yield replace(self, guard=guard)

    def _inside(self) -> Knowledge:
        """Return what is known of the parameters."""
        names = {one.argument.place: one.name for one in self.parameters}
        kept = [at for at, read in enumerate(self.knowledge.reads) if read.place in names]
        reads = [self.knowledge.reads[at] for at in kept]
        return Knowledge(
            tuple(Read(names[read.place], read.kind) for read in reads),
            tuple(tuple(row[at] for at in kept) for row in self.knowledge.rows),
        )

    def _edit(self, draft: Draft, point: Point) -> None:
        name, saved = f"live_{self.number}", variable_name(self.number)
        kind = kind_of(self.value)
        guarded = If(draft.tree(self.guard), draft.block(Return(value=draft.tree(self.value))))
        fallen = Return(value=draft.tree(Number(0, kind)))
        never = [draft.never()] if draft.checking else []
        params = tuple((one.name, one.argument.kind) for one in self.parameters)
        body = draft.block(guarded, *never, fallen)
        draft.add_function(point, draft.function(name, kind, params, body))
        arguments = tuple(place_tree(one.argument.place) for one in self.parameters)
        call = Call(callee=Name(name=name), args=arguments)
        draft.insert(
            point,
            draft.block(
                *checks(draft, self.knowledge),
                draft.save(saved, self.object),
                draft.assign(place_tree(self.object.place), call),
                *shown_statements(self.shown, draft),
                draft.restore(self.object, saved),
            ),
        )


def _parameters(bench: Workbench, number: int) -> tuple[tuple[Parameter, ...], Sequence[Term]]:
    """Return parameters for some of the terms, and these terms as the function sees them."""
    parameters: list[Parameter] = []
    inside: list[Term] = []
    for at, term in enumerate(bench.terms[:_ARGUMENTS]):
        if isinstance(term.tree, Read):
            parameter = Parameter(f"live_{number}_a{at}", term.tree)
            parameters.append(parameter)
            inside.append(Term(Read(parameter.name, term.kind), term.values))
    return tuple(parameters), inside
