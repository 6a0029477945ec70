"""A block that runs, changes variables and restores them (TCB of Hermes)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.spirv.instruction import Instruction
from aberration.methods.emi.modules.changes import (
    Change,
    change_fits,
    draw_shown,
    kind_of_variable,
    make_change,
    restore,
    save,
    trees_of_change,
    value_kind,
    variables_at,
)
from aberration.methods.emi.modules.choices import draw_choice, smaller_choices
from aberration.methods.emi.modules.draft import Choice, Draft
from aberration.methods.emi.modules.ids import load_of
from aberration.methods.emi.modules.mutation import Mutation, Site
from aberration.methods.emi.shading.expressions import Kind, Tree
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.synthesis import Term, Workbench, as_kind, expression

MOST: Final = 3


class TrueBlock(Mutation, frozen=True):
    """Precondition: whenever an invocation comes to the place, the predicate has the value of the
    choice; the variables are distinct, of the function or the invocation, and hold a value; what is
    stored is defined in every state known.
    Effect: the variables are saved; on the side of a selection that is always taken each is
    changed, and used where nothing ever comes; then all are restored.
    """

    choice: Choice
    changes: tuple[Change, ...]
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        bench, variables = (
            Workbench.on(site.environment, rng),
            variables_at(site.module, site.anchor),
        )
        if bench is None or not variables:
            return None
        chosen = rng.shuffled(variables)[: rng.between(1, MOST)]
        choice = draw_choice(bench, rng.chance(0.75))
        changes = _changes(bench, site, chosen)
        return cls(site.first, site.point, choice, changes, bench.knowledge())

    def trees(self) -> tuple[Tree, ...]:
        inside = (tree for change in self.changes for tree in trees_of_change(change))
        return (self.choice.predicate, *inside)

    def smaller(self) -> Iterator[Mutation]:
        if len(self.changes) > 1:
            yield replace(self, changes=self.changes[:1])
            yield replace(self, changes=self.changes[:-1])
        for at, change in enumerate(self.changes):
            if change.shown is not None:
                bare = replace(change, shown=None)
                yield replace(self, changes=(*self.changes[:at], bare, *self.changes[at + 1 :]))
        for choice in smaller_choices(self.choice, self.knowledge):
            yield replace(self, choice=choice)

    def _fits(self, draft: Draft, anchor: Instruction) -> bool:
        if len({change.variable for change in self.changes}) < len(self.changes):
            return False
        own: dict[str, Kind] = {}
        return all(
            change_fits(draft, anchor, change, own, number)
            for number, change in enumerate(self.changes)
        )

    def _edit(self, draft: Draft, anchor: Instruction) -> None:
        module = draft.module
        variables = [change.variable for change in self.changes]
        saved = save(draft, anchor, variables)
        condition = draft.condition(anchor, self.choice)
        after = module.split(anchor, draft.fresh())
        (before,) = module.predecessors(after)
        live = draft.block(before, [], after.id)
        draft.branch(before, after.id, condition, self.choice, live.id, after.id)
        own: dict[str, int] = {}
        for number, change in enumerate(self.changes):
            live = make_change(draft, anchor, live, change, own, number)
        restore(draft, anchor, variables, saved)


def _changes(bench: Workbench, site: Site, variables: Sequence[int]) -> tuple[Change, ...]:
    rng, terms, module = bench.rng, list(bench.terms), site.module
    changes = []
    for number, variable in enumerate(variables):
        value = expression(rng, terms, value_kind(module, variable), bench.count)
        kind = kind_of_variable(module, variable)
        held = None if kind is None else as_kind(value, kind)
        if kind is not None and held is not None:
            terms.append(Term(load_of(number, kind), held.values))
        shown = None
        if rng.chance(0.7):
            shown = draw_shown(bench, module, site.anchor, variable, terms)
        changes.append(Change(variable, value.tree, shown))
    return tuple(changes)
