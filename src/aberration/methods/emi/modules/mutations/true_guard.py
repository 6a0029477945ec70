"""A condition that is always true around instructions that run (TG of Hermes)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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
from aberration.methods.emi.modules.regions import let_out, region_from
from aberration.methods.emi.shading.expressions import Tree
from aberration.methods.emi.shading.knowledge import Knowledge
from aberration.methods.emi.shading.synthesis import Workbench

MOST: Final = 12
"""Instructions that one guard is put around."""


class TrueGuard(Mutation, frozen=True):
    """Precondition: whenever an invocation comes to the place, the predicate has the value of the
    choice; the instruction there waits for no other invocation, and what it gives may come out
    through an OpPhi.
    Effect: up to `most` instructions from there on, as many as may, stand on the side of a
    selection that is always taken; OpPhis with a zero for the other side are used instead of what
    they give. `never`, if any, is what stands on that side.
    """

    choice: Choice
    most: int
    never: Body | None
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        bench, most = Workbench.on(site.environment, rng), rng.between(1, MOST)
        if bench is None or not region_from(site.module, site.anchor, most):
            return None
        never = None
        if rng.chance(0.6):
            never = draw_body(site.module, site.anchor, rng, bench.environment.reads)
        choice = draw_choice(bench, rng.chance(0.75))
        return cls(site.first, site.point, choice, most, never, bench.knowledge())

    def trees(self) -> tuple[Tree, ...]:
        inside = () if self.never is None else trees_of(self.never)
        return (self.choice.predicate, *inside)

    def smaller(self) -> Iterator[Mutation]:
        if self.never is not None:
            yield replace(self, never=None)
            for body in smaller_bodies(self.never):
                yield replace(self, never=body)
        if self.most > 1:
            yield replace(self, most=1)
            yield replace(self, most=self.most - 1)
        for choice in smaller_choices(self.choice, self.knowledge):
            yield replace(self, choice=choice)

    def _fits(self, draft: Draft, anchor: Instruction) -> bool:
        if not region_from(draft.module, anchor, self.most):
            return False
        return self.never is None or fits(draft, anchor, self.never)

    def _edit(self, draft: Draft, anchor: Instruction) -> None:
        module = draft.module
        last = region_from(module, anchor, self.most)[-1]
        condition = draft.condition(anchor, self.choice)
        beside = None if self.never is None else instructions_of(draft, anchor, self.never)
        inner = module.split(anchor, draft.fresh())
        (before,) = module.predecessors(inner)
        after = module.split(inner.instructions[module.position(last) + 1], draft.fresh())
        never = None if beside is None else draft.block(before, beside, after.id)
        other = after.id if never is None else never.id
        draft.branch(before, after.id, condition, self.choice, inner.id, other)
        comes = before if never is None else never
        let_out(draft, inner, comes.id if after in module.successors(comes) else 0, after)
