"""Statements are put where control never comes (Athena)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from aberration.core.rng import Rng
from aberration.methods.emi.bodies import body
from aberration.methods.emi.draft import Draft, Point
from aberration.methods.emi.mutation import Mutation, Site, never_text
from aberration.methods.emi.statements import Statement, names_in, render_body, smaller_body


class InsertDead(Mutation, frozen=True):
    """Precondition: control never comes to the program point.
    Effect: statements that need not be defined stand there.
    """

    live: ClassVar[bool] = False

    body: tuple[Statement, ...]

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        made = body(rng, site.names, 3, 4)
        return cls(site.number, site.point.key, made) if made else None

    def names(self) -> Sequence[str]:
        return list(names_in(self.body))

    def smaller(self) -> Iterator[Mutation]:
        for made in smaller_body(self.body):
            yield msgspec.structs.replace(self, body=made)

    def _edit(self, draft: Draft, point: Point) -> None:
        draft.insert(point, [f"{{ {never_text(draft)}{render_body(self.body, self.number)} }}\n"])
