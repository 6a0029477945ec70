"""Which mutations a variant gets: program points are drawn among those profiled, and at each a kind
that fits, by weight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from aberration.core.rng import Rng

from .bodies import Names
from .draft import Draft, Point
from .environment import Environment
from .mutation import Mutation, Site
from .profile import Profile
from .weighted import weighted_order

Kind = type[Mutation]
MOST: Final = 64
"""Mutations of one generation."""
_SWARM: Final = 0.25
_NEVER_RUN: Final = 24
_FLOATS: Final = 8


class Plan(msgspec.Struct, frozen=True):
    """How one generation is drawn: the kinds with their weights, and the share of program points
    that get a mutation.
    """

    weights: Mapping[Kind, int]
    density: float


def draw_plan(rng: Rng, weights: Mapping[Kind, int]) -> Plan:
    """Return a plan that leaves some kinds out (swarm testing), so that others show what they
    can do alone.
    """
    kept = {kind: weight for kind, weight in weights.items() if not rng.chance(_SWARM)}
    return Plan(kept or weights, rng.uniform(0.2, 0.8))


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
    return made


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
    point = draft.point(key)
    if point is None:
        return None
    site = Site(number, point, environment, names_at(draft, point, rng))
    live = environment is not None
    weights = {kind: weight for kind, weight in plan.weights.items() if kind.live is live}
    for kind in weighted_order(rng, weights):
        mutation = kind.draw(site, rng)
        if mutation is not None:
            return mutation
    return None


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
