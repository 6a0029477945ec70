"""A statement that never runs is taken away (Orion)."""

from __future__ import annotations

from typing import ClassVar

from aberration.core.rng import Rng
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.mutation import Mutation, Site
from aberration.methods.emi.shading.points import Point


class DeleteDead(Mutation, frozen=True):
    """Precondition: no invocation ever comes to the point; the statement declares nothing and gives
    no result.
    Effect: the statement is left out.
    """

    live: ClassVar[bool] = False

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        return cls(site.number, site.point.key) if _may_go(site.point) else None

    def _fits(self, draft: Draft, point: Point) -> bool:
        return _may_go(point) and not draft.is_deleted(point)

    def _edit(self, draft: Draft, point: Point) -> None:
        draft.delete(point)


def _may_go(point: Point) -> bool:
    """A jump may be what ends a loop, as the checker of WGSL wants."""
    return not (point.declares or point.returns or point.leaves or point.waits)
