"""A block whose condition is never true (FCB of Hermes)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.spirv.instruction import Instruction
from aberration.methods.emi.modules.bodies import (
    Body,
    draw_body,
    fits,
    instructions_of,
    smaller_bodies,
    trees_of,
)
from aberration.methods.emi.modules.choices import draw_choice, smaller_choices
from aberration.methods.emi.modules.draft import Choice, Draft
from aberration.methods.emi.modules.mutation import Mutation, Site
from aberration.methods.emi.shading.expressions import Tree
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.synthesis import Workbench


class FalseBlock(Mutation, frozen=True):
    """Precondition: whenever an invocation comes to the place, the predicate has the value of the
    choice; the body may stand there.
    Effect: the block is split there; a selection by the predicate has the body on the side that
    nothing ever takes.
    """

    choice: Choice
    body: Body
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        bench = Workbench.on(site.environment, rng)
        if bench is None:
            return None
        body = draw_body(site.module, site.anchor, rng, bench.environment.reads)
        if body == Body():
            return None
        choice = draw_choice(bench, rng.chance(0.25))
        return cls(site.first, site.point, choice, body, bench.knowledge())

    def trees(self) -> tuple[Tree, ...]:
        return (self.choice.predicate, *trees_of(self.body))

    def smaller(self) -> Iterator[Mutation]:
        for body in smaller_bodies(self.body):
            yield replace(self, body=body)
        for choice in smaller_choices(self.choice, self.knowledge):
            yield replace(self, choice=choice)

    def _fits(self, draft: Draft, anchor: Instruction) -> bool:
        return fits(draft, anchor, self.body)

    def _edit(self, draft: Draft, anchor: Instruction) -> None:
        condition = draft.condition(anchor, self.choice)
        inside = instructions_of(draft, anchor, self.body)
        after = draft.module.split(anchor, draft.fresh())
        (before,) = draft.module.predecessors(after)
        never = draft.block(before, inside, after.id)
        draft.branch(before, after.id, condition, self.choice, after.id, never.id)
