"""Sites: what a mutation may name at a program point, and all else that it is drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.core.rng import Rng
from aberration.languages.c.source import Source

from .bodies import Names
from .draft import Draft, Point
from .environment import Environment
from .mutation import Site

_NEVER_RUN: Final = 24
_FLOATS: Final = 8


def site_at(
    draft: Draft,
    key: str,
    environment: Environment | None,
    donors: Sequence[Source],
    rng: Rng,
    number: int,
) -> Site | None:
    """Return the site at a program point; None where that is not there any more."""
    point = draft.point(key)
    if point is None:
        return None
    names = names_at(draft, point, rng)
    return Site(number, point, environment, names, draft.source, tuple(donors))


def names_at(draft: Draft, point: Point, rng: Rng) -> Names:
    """Return what never-run code may use at a program point: the nearest places, and some of
    the others.
    """
    scope, program_point, source = draft.scope(point), point.program_point, draft.source
    near, far = draft.known.never_run(program_point)
    chosen = [*near[:_NEVER_RUN], *(rng.choose(far) for _ in range(_NEVER_RUN) if far)]
    return Names(
        places=tuple({place.text: place for place in chosen}.values()),
        arrays=scope.arrays,
        pointers=scope.pointers,
        callees=source.functions[program_point.function].callees,
        prints=source.prints,
        in_loop=program_point.in_loop,
        in_breakable=program_point.in_breakable,
        floats=scope.floats[:_FLOATS],
    )
