"""Statements are put where control never comes (Athena)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.methods.emi.shading.bodies import (
    Jump,
    NeverRun,
    draw_body,
    fits,
    places_of,
    smaller_bodies,
    trees,
)
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.mutation import Mutation, Site
from aberration.methods.emi.shading.points import Point


class InsertDead(Mutation, frozen=True):
    """Precondition: no invocation ever comes to the point.
    Effect: statements that need not be defined stand there.
    """

    live: ClassVar[bool] = False

    body: tuple[NeverRun, ...]

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        # What comes behind a jump could not be reached, which some compilers refuse.
        drawn = draw_body(site.seed, site.point, rng, 4)
        body = tuple(one for one in drawn if not isinstance(one, Jump))
        return cls(site.number, site.point.key, body) if body else None

    def places(self) -> tuple[str, ...]:
        return places_of(self.body)

    def smaller(self) -> Iterator[Mutation]:
        for body in smaller_bodies(self.body):
            yield replace(self, body=body)

    def _fits(self, draft: Draft, point: Point) -> bool:
        return fits(draft, point, self.body)

    def _edit(self, draft: Draft, point: Point) -> None:
        draft.insert(point, draft.never_first(*trees(draft, point, self.body)))
