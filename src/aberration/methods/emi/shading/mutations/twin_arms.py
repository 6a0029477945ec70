"""A statement that runs, in both arms of a branch that some invocations take and others do not."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.shading.tree import Block, If, Statement
from aberration.languages.shading.tree.walk import walk
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.expressions import Apply, Tree, places_in
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutation import Mutation, Site
from aberration.methods.emi.shading.points import Point
from aberration.methods.emi.shading.synthesis import (
    Workbench,
    constant,
    expression,
    random_constant,
)

_LARGEST = 160


class TwinArms(Mutation, frozen=True):
    """Precondition: the statement declares nothing and does not wait for other invocations; the
    predicate is defined in every state known.
    Effect: `if (predicate) { statement } else { statement }`: it does not matter which arm an
    invocation takes.
    """

    predicate: Tree
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        bench = Workbench.on(site.environment, rng)
        if bench is None or not _may_stand_twice(site.point):
            return None
        return cls(site.number, site.point.key, _mixed_predicate(bench), bench.knowledge())

    def places(self) -> tuple[str, ...]:
        return (*places_in(self.predicate), *self.knowledge.places)

    def smaller(self) -> Iterator[Mutation]:
        for read in self.knowledge.reads:
            if read.kind == "bool" and read != self.predicate:
                yield replace(self, predicate=read)

    def _fits(self, draft: Draft, point: Point) -> bool:
        return _may_stand_twice(point) and not draft.is_deleted(point)

    def _edit(self, draft: Draft, point: Point) -> None:
        condition = draft.tree(self.predicate)

        def twice(statement: Statement) -> Statement:
            arm = statement if isinstance(statement, Block) else Block(statements=(statement,))
            return If(condition, arm, arm)

        draft.wrap(point, twice)


def _may_stand_twice(point: Point) -> bool:
    if point.declares or point.waits:
        return False
    return sum(1 for _ in walk(point.statement)) <= _LARGEST


def _mixed_predicate(bench: Workbench) -> Tree:
    """Return a predicate that is true in some states and false in others, if there is one."""
    rng = bench.rng
    found: Tree = random_constant(rng, "bool", 1).tree
    for _ in range(6):
        made = expression(rng, bench.terms, "bool", bench.count)
        values = [term for term in bench.terms if term.kind != "bool"]
        if values and rng.chance(0.6):
            term = rng.choose(values)
            middle = sorted(term.values)[len(term.values) // 2]
            against = constant(int(middle), term.kind, bench.count)
            tree: Tree = Apply("<", (term.tree, against.tree))
            mixed = len({value < middle for value in term.values}) > 1
        else:
            tree, mixed = made.tree, len(set(made.values)) > 1
        found = tree
        if mixed:
            break
    return found
