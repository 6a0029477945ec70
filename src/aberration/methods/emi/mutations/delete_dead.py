"""A statement that never runs is taken away (Orion)."""

from __future__ import annotations

from typing import ClassVar

from aberration.core.rng import Rng
from aberration.methods.emi.draft import Draft, Point
from aberration.methods.emi.mutation import Mutation, Site


class DeleteDead(Mutation, frozen=True):
    """Precondition: control never comes to the program point of the seed; the statement behind it
    declares nothing and has no label.
    Effect: an empty statement stands in its place.
    """

    live: ClassVar[bool] = False

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        point = site.point
        if point.is_inner or not point.program_point.statement.wrappable:
            return None
        return cls(site.number, point.key)

    def _fits(self, draft: Draft, point: Point) -> bool:
        return (
            not point.is_inner
            and point.program_point.statement.wrappable
            and not draft.is_replaced(point)
        )

    def _edit(self, draft: Draft, point: Point) -> None:
        draft.delete(point)
