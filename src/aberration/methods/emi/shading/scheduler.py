"""Which mutations a variant of a shader gets: points are drawn among those profiled, and at each a
kind that fits, by weight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from aberration.core.rng import Rng

from ..weighted import draw_places, first_that_fits, without_some
from .draft import Draft
from .mutation import Mutation, Site
from .profile import Profile
from .registry import WEIGHTS

Kind = type[Mutation]
MOST: Final = 40


class Plan(msgspec.Struct, frozen=True):
    """The kinds with their weights, and the share of points that get a mutation."""

    weights: Mapping[Kind, int]
    density: float


def draw_plan(rng: Rng, weights: Mapping[Kind, int]) -> Plan:
    """Return a plan that leaves some kinds out (swarm testing), the same ones whichever are
    wanted: so settings can be compared.
    """
    drawn = without_some(rng, WEIGHTS)
    kept = {kind: weight for kind, weight in weights.items() if kind in drawn}
    return Plan(kept or weights, rng.uniform(0.2, 0.8))


def mutate(draft: Draft, profile: Profile, plan: Plan, rng: Rng) -> list[Mutation]:
    """Draw mutations and apply them to the draft."""
    made: list[Mutation] = []
    shares = (plan.density, plan.density / 2)
    places = draw_places(rng, plan.weights, [*profile.environments], profile.dead, shares)
    base = rng.bits()
    for at, key in enumerate(places):
        # A generator for each place: how many numbers one takes does not move the next.
        mutation = _draw_at(draft, key, profile, plan, Rng.of(base, at), len(made))
        if mutation is not None and mutation.is_applicable(draft):
            mutation.apply(draft)
            made.append(mutation)
        if len(made) >= MOST:
            break
    return made


def _draw_at(
    draft: Draft, key: str, profile: Profile, plan: Plan, rng: Rng, number: int
) -> Mutation | None:
    """Return a mutation of the first kind that fits, kinds in random order by weight."""
    point = draft.point(key)
    if point is None:
        return None
    site = Site(number, draft.seed, point, profile.environments.get(key))
    live = site.environment is not None
    return first_that_fits(rng, plan.weights, lambda kind: kind.draw(site, rng), live=live)
