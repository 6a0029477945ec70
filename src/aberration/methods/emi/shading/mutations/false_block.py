"""A block whose condition is never true (FCB of Hermes)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.shading.tree import If, While
from aberration.methods.emi.shading.bodies import (
    NeverRun,
    draw_body,
    fits,
    places_of,
    smaller_bodies,
    trees,
)
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.expressions import Tree, places_in
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.mutation import Mutation, Site, checks
from aberration.methods.emi.shading.points import Point
from aberration.methods.emi.shading.synthesis import Workbench, smaller_predicates


class FalseBlock(Mutation, frozen=True):
    """Precondition: the predicate is false whenever an invocation comes to the point.
    Effect: `if` or `while` with that predicate around statements that never run.
    """

    word: Literal["if", "while"]
    predicate: Tree
    body: tuple[NeverRun, ...]
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        bench = Workbench.on(site.environment, rng)
        if bench is None or site.environment is None:
            return None
        body = draw_body(site.seed, site.point, rng, known=site.environment.reads)
        if not body:
            return None
        # Where a workgroup, or the point of a pair, leaves lanes of a vector idle, llvmpipe runs
        # its loops on these too, with values of which no profile says anything.
        is_alone = site.seed.stage != "fragment" or site.seed.is_pair
        loops = not is_alone and rng.chance(0.25)
        word: Literal["if", "while"] = "while" if loops else "if"
        predicate = bench.predicate(False)
        return cls(site.number, site.point.key, word, predicate, body, bench.knowledge())

    def places(self) -> tuple[str, ...]:
        return (*places_in(self.predicate), *places_of(self.body), *self.knowledge.places)

    def smaller(self) -> Iterator[Mutation]:
        if self.word == "while":
            yield replace(self, word="if")
        for body in smaller_bodies(self.body):
            yield replace(self, body=body)
        for predicate in smaller_predicates(self.predicate, self.knowledge, False):
            yield replace(self, predicate=predicate)

    def _fits(self, draft: Draft, point: Point) -> bool:
        return fits(draft, point, self.body)

    def _edit(self, draft: Draft, point: Point) -> None:
        body = draft.never_first(*trees(draft, point, self.body))
        condition = draft.tree(self.predicate)
        if self.word == "if":
            guarded: If | While = If(condition=condition, then=body)
        else:
            guarded = While(condition=condition, body=body)
        draft.insert(point, *checks(draft, self.knowledge), guarded)
