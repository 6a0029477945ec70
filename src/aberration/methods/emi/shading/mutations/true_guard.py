"""A condition that is always true around a statement that runs (TG of Hermes), or one always
false beside it; or a loop of one turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.shading.tree import (
    Binary,
    Block,
    For,
    If,
    Increment,
    Name,
    Statement,
)
from aberration.methods.emi.shading.bodies import (
    NeverRun,
    draw_body,
    fits,
    places_of,
    smaller_bodies,
    trees,
)
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.expressions import (
    Number,
    Tree,
    number_tree,
    places_in,
    root_name,
)
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutation import Mutation, Site, checks, variable_name
from aberration.methods.emi.shading.points import Point
from aberration.methods.emi.shading.synthesis import Workbench, smaller_predicates

Form = Literal["if", "else", "once"]


class TrueGuard(Mutation, frozen=True):
    """Precondition: the statement declares nothing and gives no result; the predicate is always
    true there (`if`) or always false (`else`). Where the statement waits for other invocations, the
    predicate reads uniforms alone. `once`: the statement neither waits nor leaves a loop or switch.
    Effect: `if (true) { statement } else { never }`, `if (false) { never } else { statement }`, or
    a loop of one turn around the statement.
    """

    form: Form
    predicate: Tree
    never: tuple[NeverRun, ...]
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        point = site.point
        only = uniform_places(site) if point.waits else None
        bench = Workbench.on(site.environment, rng, only=only)
        if bench is None or point.declares or point.returns:
            return None
        if rng.chance(0.12) and not point.leaves and not point.waits:
            return cls(site.number, point.key, "once", Number(1, "bool"), (), Knowledge())
        if point.waits and not bench.terms:
            return None
        form: Form = "if" if rng.chance(0.75) else "else"
        predicate = bench.predicate(form == "if")
        # Where something waits, no path beside it leaves the function.
        bare = point.waits or rng.chance(0.3)
        known = bench.environment.reads
        never = () if bare else draw_body(site.seed, point, rng, 2, known)
        made = cls(site.number, point.key, form, predicate, never, bench.knowledge())
        return made if only is None or only.issuperset(places_in(predicate)) else None

    def places(self) -> tuple[str, ...]:
        return (*places_in(self.predicate), *places_of(self.never), *self.knowledge.places)

    def smaller(self) -> Iterator[Mutation]:
        if self.never:
            yield replace(self, never=())
        for body in smaller_bodies(self.never):
            yield replace(self, never=body)
        for predicate in smaller_predicates(self.predicate, self.knowledge, self.form != "else"):
            yield replace(self, predicate=predicate)

    def _fits(self, draft: Draft, point: Point) -> bool:
        if point.declares or point.returns or draft.is_deleted(point):
            return False
        if self.form == "once" and (point.leaves or point.waits):
            return False
        if point.waits and not _all_uniform(draft, point, places_in(self.predicate)):
            return False
        return fits(draft, point, self.never)

    def _edit(self, draft: Draft, point: Point) -> None:
        never = draft.never_first(*trees(draft, point, self.never))
        condition = draft.tree(self.predicate)
        draft.insert(point, *checks(draft, self.knowledge))

        def guard(statement: Statement) -> Statement:
            inner = _in_braces(statement)
            if self.form == "if":
                return If(condition, inner, never if never.statements else None)
            if self.form == "else":
                return If(condition, never, inner)
            return self._loop(draft, inner)

        draft.wrap(point, guard)

    def _loop(self, draft: Draft, body: Block) -> Statement:
        counter = Name(name=variable_name(self.number))
        return For(
            init=draft.declare(counter.name, "int", number_tree(0, "int")),
            condition=Binary(op="<", left=counter, right=number_tree(1, "int")),
            step=Increment(op="++", target=counter),
            body=body,
        )


def uniform_places(site: Site) -> frozenset[str]:
    """Return the places that are known to be the same for all invocations by the language."""
    return site.environment.uniform if site.environment is not None else frozenset()


def _all_uniform(draft: Draft, point: Point, places: tuple[str, ...]) -> bool:
    """Whether all places are parts of uniforms."""
    found = [draft.seed.find(point, root_name(place)) for place in places]
    return all(one is not None and one.role == "uniform" for one in found)


def _in_braces(statement: Statement) -> Block:
    return statement if isinstance(statement, Block) else Block(statements=(statement,))
