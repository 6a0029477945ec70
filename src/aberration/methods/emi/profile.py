"""The profile of a program: which program points run, and which values the places in scope have
there.

First all program points are counted, then values are asked for at a sample of those that run. Only
what two compilers of opposite evaluation orders agree about is kept: a quarter of csmith's programs
have intermediate values that C leaves open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.rng import Rng
from aberration.languages.c.expressions import Read
from aberration.languages.c.integers import INT, BinaryOperator, common
from aberration.languages.c.probes import DoesNotEnd, Probe, Profilers, Run, call_text
from aberration.languages.c.profile_sample import Agreement, ProfileSample
from aberration.languages.c.source import Place

from .draft import Draft, Point, fact_text
from .environment import Alias, Environment, Loose, Related

LIVE: Final = 64
DEAD: Final = 48
_LOCALS: Final = 12
_GLOBALS: Final = 14
_POINTERS: Final = 3
_ALIASES: Final = 4
_OPERATORS: Final[dict[int, BinaryOperator]] = {1: "<", 2: "==", 4: ">", 3: "<=", 6: ">=", 5: "!="}
"""By the mask of what was seen: less 1, equal 2, greater 4."""


class Profile(msgspec.Struct, frozen=True):
    """`environments` of the program points that run and were looked at, by key; keys of program
    points that never run; the run itself.
    """

    run: Run
    environments: dict[str, Environment]
    dead: tuple[str, ...]
    live: int


class _Watched(msgspec.Struct, frozen=True):
    """What is probed at a program point: reads, and which of them are places or facts about
    pointers.
    """

    reads: tuple[Read, ...]
    places: dict[str, Place]
    aliases: dict[str, Alias]


def profile(
    draft: Draft, keys: Sequence[str], rng: Rng, profilers: Profilers, inputs: Inputs, live: int
) -> Profile:
    """Run the program of a draft and return what was seen; raise `BadInput` where fewer than
    `live` program points run.
    """
    counts = _counts(draft, keys, profilers, inputs)
    ran = [key for key in keys if counts.get(key)]
    if len(ran) < live:
        raise BadInput(f"expected {live} places that run, but {len(ran)} of {len(keys)} do")
    never = [key for key in keys if not counts.get(key)]
    sample = _in_order(keys, rng.shuffled(ran)[:LIVE])
    dead = _in_order(keys, rng.shuffled(never)[:DEAD])
    watched = {key: _watch(draft, key, rng) for key in sample}
    probes = [_probe(key, watched[key].reads) for key in sample] + [Probe(key) for key in dead]
    confirmed = profilers.observe(_with_calls(draft, probes), probes, inputs)
    seen = confirmed.seen
    environments = {
        key: _environment(key, watched[key], seen[key])
        for key in sample
        if key in seen and seen[key].seen.count
    }
    confirmed_dead = tuple(key for key in dead if key in seen and not seen[key].seen.count)
    return Profile(confirmed.run, environments, confirmed_dead, len(ran))


def _counts(
    draft: Draft, keys: Sequence[str], profilers: Profilers, inputs: Inputs
) -> dict[str, int]:
    """Return how often each program point runs, by the first profiler that runs the program: the
    fast one, where it can.
    """
    probes = [Probe(key) for key in keys]
    text = _with_calls(draft, probes)
    reasons = []
    for profiler in (*profilers.others, profilers.first):
        try:
            return {
                key: seen.count for key, seen in profiler.observe(text, probes, inputs).seen.items()
            }
        except DoesNotEnd:
            raise
        except BadInput as error:
            reasons.append(error.message)
    raise BadInput(f"the program cannot be profiled: {reasons[-1]}")


def _with_calls(draft: Draft, probes: Sequence[Probe]) -> bytes:
    return draft.render(
        {probe.key: f"{call_text(number, probe)}\n" for number, probe in enumerate(probes)}
    )


def _probe(key: str, reads: Sequence[Read]) -> Probe:
    return Probe(key, tuple(read.text for read in reads), tuple(read.type for read in reads))


def _in_order(keys: Sequence[str], chosen: Sequence[str]) -> list[str]:
    kept = set(chosen)
    return [key for key in keys if key in kept]


def _watch(draft: Draft, key: str, rng: Rng) -> _Watched:
    point = draft.point(key)
    if point is None:
        return _Watched((), {}, {})
    scope = draft.scope(point)
    near = [*point.added, *(place for place in scope.places if place.storage != "global")][:_LOCALS]
    far = rng.shuffled([place for place in scope.places if place.storage == "global"])[:_GLOBALS]
    places = {place.text: place for place in (*near, *far)}
    nulls, aliases = _pointer_facts(draft, point, rng)
    reads = [Read(place.text, place.type) for place in places.values()]
    return _Watched((*reads, *(Read(text, INT) for text in (*nulls, *aliases))), places, aliases)


def _pointer_facts(draft: Draft, point: Point, rng: Rng) -> tuple[list[str], dict[str, Alias]]:
    """Return expressions about some pointers: which may be null, and which may point to an object
    of their type.

    Where a pointer may point past an object, or to one that is gone, an equal address proves
    nothing.
    """
    scope = draft.scope(point)
    pointers = rng.shuffled(scope.pointers)
    nulls = [
        fact_text(pointer.text, "0") for pointer in pointers[:_POINTERS] if not pointer.may_dangle
    ]
    if draft.source.pointer_arithmetic:
        return nulls, {}
    pairs = [
        Alias(pointer, entry.place)
        for pointer in pointers
        if not pointer.may_dangle
        for entry in scope.addressed
        if entry.place is not None and entry.place.writable and entry.type == pointer.pointee
    ]
    # Scalars before parts of larger objects: pointers mostly point to them.
    aliases = sorted(rng.shuffled(pairs), key=lambda alias: not alias.place.text.isidentifier())
    return nulls, {
        fact_text(alias.pointer.text, alias.place.text): alias for alias in aliases[:_ALIASES]
    }


def _environment(key: str, watched: _Watched, agreement: Agreement) -> Environment:
    seen = agreement.seen
    reads = tuple(watched.reads[at] for at in agreement.kept)
    facts = {read.text for read, values in zip(reads, seen.values, strict=True) if values == (1,)}
    places = [watched.places[read.text] for read in reads if read.text in watched.places]
    return Environment(
        key=key,
        reads=reads,
        states=seen.states,
        values=seen.values,
        loose=_loose(reads, seen) if seen.states is None else (),
        related=_relations_of(reads, seen) if seen.states is None else (),
        targets=tuple(place for place in places if place.writable),
        aliases=tuple(alias for text, alias in watched.aliases.items() if text in facts),
    )


def _loose(reads: Sequence[Read], seen: ProfileSample) -> tuple[Loose, ...]:
    rows = zip(reads, seen.values, seen.ranges, strict=True)
    return tuple(Loose(read, *limits) for read, values, limits in rows if values is None)


def _relations_of(reads: Sequence[Read], seen: ProfileSample) -> tuple[Related, ...]:
    """Return the orders that always held, of pairs whose conversion to a common type changes no
    value seen.
    """
    return tuple(
        Related(reads[i], _OPERATORS[mask], reads[j])
        for i, j, mask in seen.relations
        if mask in _OPERATORS and all(_fits(reads, seen, at, i, j) for at in (i, j))
    )


def _fits(reads: Sequence[Read], seen: ProfileSample, at: int, i: int, j: int) -> bool:
    kind = common(reads[i].type, reads[j].type)
    low, high = seen.ranges[at]
    return kind.low <= low and high <= kind.high
