"""Which mutations a variant of a module gets: places are drawn among those profiled, and at each a
kind that fits, by weight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place

from ..weighted import draw_places, first_that_fits, without_some
from .draft import IDS, Draft
from .mutation import Mutation, Site
from .profile import Profile

Kind = type[Mutation]
MOST: Final = 32


class Plan(msgspec.Struct, frozen=True):
    """The kinds with their weights, and the share of places that get a mutation."""

    weights: Mapping[Kind, int]
    density: float


def draw_plan(rng: Rng, weights: Mapping[Kind, int]) -> Plan:
    """Return a plan that leaves some kinds out (swarm testing)."""
    return Plan(without_some(rng, weights), rng.uniform(0.1, 0.5))


def mutate(seed: Module, draft: Draft, profile: Profile, plan: Plan, rng: Rng) -> list[Mutation]:
    """Draw mutations and apply them to the draft; `seed` is its module as it was."""
    made: list[Mutation] = []
    shares = (plan.density, plan.density)
    for place in draw_places(rng, plan.weights, [*profile.environments], profile.dead, shares):
        first = seed.bound + IDS * len(made)
        mutation = _draw_at(seed, place, profile, plan, rng, first)
        if mutation is not None and mutation.is_applicable(draft):
            mutation.apply(draft)
            made.append(mutation)
        if len(made) >= MOST:
            break
    return made


def _draw_at(
    seed: Module, place: Place, profile: Profile, plan: Plan, rng: Rng, first: int
) -> Mutation | None:
    """Return a mutation of the first kind that fits, kinds in random order by weight."""
    anchor = place.find(seed)
    if anchor is None:
        return None
    site = Site(first, seed, place, anchor, profile.environments.get(place))
    live = site.environment is not None
    return first_that_fits(rng, plan.weights, lambda kind: kind.draw(site, rng), live=live)
