"""Which mutations a variant gets: program points are drawn among those profiled, and at each a kind
that fits, by weight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.source import Source

from .draft import Draft
from .environment import Environment
from .guidance import draw_fragments
from .mutation import Mutation
from .mutations.insert_fragment import InsertFragment
from .profile import Profile
from .sites import site_at
from .weighted import weighted_order, without_some

Kind = type[Mutation]
MOST: Final = 64
"""Mutations of one generation."""


class Plan(msgspec.Struct, frozen=True):
    """How one generation is drawn: the kinds with their weights, and the share of program points
    that get a mutation; the programs whose statements are inserted, and whether these are chosen
    for the distance that they bring (`guidance`).
    """

    weights: Mapping[Kind, int]
    density: float
    donors: tuple[Source, ...] = ()
    guided: bool = False


def draw_plan(
    rng: Rng, weights: Mapping[Kind, int], donors: tuple[Source, ...] = (), guided: bool = False
) -> Plan:
    """Return a plan that leaves some kinds out (swarm testing), so that others show what they
    can do alone.
    """
    return Plan(without_some(rng, weights), rng.uniform(0.2, 0.8), donors, guided)


def mutate(draft: Draft, profile: Profile, plan: Plan, rng: Rng, first: int) -> list[Mutation]:
    """Draw mutations and apply them to the draft; they are numbered from `first` on."""
    made: list[Mutation] = []
    for key in _program_points(profile, plan, rng):
        mutation = _draw_at(draft, key, profile.environments.get(key), plan, rng, first + len(made))
        if mutation is not None and mutation.is_applicable(draft):
            mutation.apply(draft)
            made.append(mutation)
        if len(made) >= MOST:
            break
    return [*made, *_fragments(draft, profile, plan, rng, first + len(made))]


def _fragments(draft: Draft, profile: Profile, plan: Plan, rng: Rng, first: int) -> list[Mutation]:
    """Choose fragments where the plan is guided, and apply them to the draft."""
    if not plan.guided or InsertFragment not in plan.weights:
        return []
    made = draw_fragments(draft, profile.dead, plan.donors, rng, first)
    for mutation in made:
        mutation.apply(draft)
    return list(made)


def _program_points(profile: Profile, plan: Plan, rng: Rng) -> list[str]:
    """Return keys in random order; a program point may come twice."""
    keys: list[str] = []
    if any(kind.live for kind in plan.weights):
        live = rng.shuffled(list(profile.environments))
        keys += [key for key in live if rng.chance(plan.density)]
        keys += [key for key in live if rng.chance(plan.density / 4)]
    if any(not kind.live for kind in plan.weights):
        keys += [key for key in rng.shuffled(profile.dead) if rng.chance(plan.density / 2)]
    return rng.shuffled(keys)


def _draw_at(
    draft: Draft, key: str, environment: Environment | None, plan: Plan, rng: Rng, number: int
) -> Mutation | None:
    """Return a mutation of the first kind that fits, kinds in random order by weight."""
    site = site_at(draft, key, environment, plan.donors, rng, number)
    if site is None:
        return None
    live = environment is not None
    weights = {kind: weight for kind, weight in plan.weights.items() if kind.live is live}
    if plan.guided:
        weights.pop(InsertFragment, None)
    for kind in weighted_order(rng, weights):
        mutation = kind.draw(site, rng)
        if mutation is not None:
            return mutation
    return None
