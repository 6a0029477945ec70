"""A store that never runs is taken away (Orion)."""

from __future__ import annotations

from typing import ClassVar

from aberration.core.rng import Rng
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpStore
from aberration.methods.emi.modules.draft import Draft
from aberration.methods.emi.modules.mutation import Mutation, Site


class DeleteDead(Mutation, frozen=True):
    """Precondition: no invocation ever comes to the place; a store stands there.
    Effect: the store is left out.
    """

    live: ClassVar[bool] = False

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        return cls(site.first, site.point) if site.anchor.op == OpStore else None

    def _fits(self, draft: Draft, anchor: Instruction) -> bool:
        return anchor.op == OpStore

    def _edit(self, draft: Draft, anchor: Instruction) -> None:
        draft.module.remove(anchor)
