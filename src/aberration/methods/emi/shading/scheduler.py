"""Which mutations a variant of a shader gets: points are drawn among those profiled, and at each a
kind that fits, by weight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from aberration.core.rng import Rng

from ..weighted import weighted_order, without_some
from .draft import Draft
from .mutation import Mutation, Site
from .profile import Profile

Kind = type[Mutation]
MOST: Final = 40


class Plan(msgspec.Struct, frozen=True):
    """The kinds with their weights, and the share of points that get a mutation."""

    weights: Mapping[Kind, int]
    density: float


def draw_plan(rng: Rng, weights: Mapping[Kind, int]) -> Plan:
    """Return a plan that leaves some kinds out (swarm testing)."""
    return Plan(without_some(rng, weights), rng.uniform(0.2, 0.8))


def mutate(draft: Draft, profile: Profile, plan: Plan, rng: Rng) -> list[Mutation]:
    """Draw mutations and apply them to the draft."""
    made: list[Mutation] = []
    for key in _keys(profile, plan, rng):
        mutation = _draw_at(draft, key, profile, plan, rng, len(made))
        if mutation is not None and mutation.is_applicable(draft):
            mutation.apply(draft)
            made.append(mutation)
        if len(made) >= MOST:
            break
    return made


def _keys(profile: Profile, plan: Plan, rng: Rng) -> list[str]:
    """Return keys in random order; a point may come twice."""
    keys: list[str] = []
    live = list(profile.environments)
    if any(kind.live for kind in plan.weights):
        keys += [key for key in live if rng.chance(plan.density)]
        keys += [key for key in live if rng.chance(plan.density / 3)]
    if any(not kind.live for kind in plan.weights):
        keys += [key for key in profile.dead if rng.chance(plan.density / 2)]
    return rng.shuffled(keys)


def _draw_at(
    draft: Draft, key: str, profile: Profile, plan: Plan, rng: Rng, number: int
) -> Mutation | None:
    """Return a mutation of the first kind that fits, kinds in random order by weight."""
    point = draft.point(key)
    if point is None:
        return None
    site = Site(number, draft.seed, point, profile.environments.get(key))
    live = site.environment is not None
    weights = {kind: weight for kind, weight in plan.weights.items() if kind.live is live}
    for kind in weighted_order(rng, weights):
        mutation = kind.draw(site, rng)
        if mutation is not None:
            return mutation
    return None
