"""Stores are put where control never comes (Athena)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

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
from aberration.methods.emi.modules.draft import Draft
from aberration.methods.emi.modules.mutation import Mutation, Site
from aberration.methods.emi.shading.expressions import Tree


class InsertDead(Mutation, frozen=True):
    """Precondition: no invocation ever comes to the place.
    Effect: stores that need not be defined stand there.
    """

    live: ClassVar[bool] = False

    body: Body

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        body = draw_body(site.module, site.anchor, rng, (), ends=False)
        return cls(site.first, site.point, body) if body.stores else None

    def trees(self) -> tuple[Tree, ...]:
        return trees_of(self.body)

    def smaller(self) -> Iterator[Mutation]:
        for body in smaller_bodies(self.body):
            yield replace(self, body=body)

    def _fits(self, draft: Draft, anchor: Instruction) -> bool:
        return not self.body.end and fits(draft, anchor, self.body)

    def _edit(self, draft: Draft, anchor: Instruction) -> None:
        draft.module.insert_before(anchor, *instructions_of(draft, anchor, self.body))
