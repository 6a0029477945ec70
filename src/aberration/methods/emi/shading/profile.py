"""What our interpreter sees when the seed runs: which points it comes to, and what variables hold
there, over all invocations.

Where floats are rounded, the program runs several times, each time with another legal rounding; a
dispatch runs in two orders of its invocations. What any invocation does not see each time is not
known: so nothing rests on how a driver rounds, or on which invocation comes first at a counter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.program import DRAWN
from aberration.core.rng import Rng
from aberration.languages.shading.interpret.fast import Colour
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.probes import PointLog, Probes, State
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Endless, Refused, Trap

from .environment import Environment
from .expressions import Read
from .places import Object, Place, discrete, object_of, places_at
from .points import Point, Seed

LIVE: Final = 96
"""Points whose states are recorded, of those that may be reached."""
_NEAR: Final = 16
_FAR: Final = 8
"""Places of each: the innermost ones, and some of the others."""
_FAR_APART: Final = 1.5 / 255.0
_MOST_MOVED: Final = 0.02
"""So far apart are colours, and of so many pixels, that an image hangs on rounding."""
_ROUNDINGS: Final = (0, 1, 5)
"""Other roundings by number: two that go one way throughout, and a random one."""


class Profile(msgspec.Struct, frozen=True):
    """What is known at each point that runs, and the points that nothing ever comes to."""

    environments: dict[str, Environment]
    dead: tuple[str, ...]


def profile(seed: Seed, inputs: Inputs, options: Options, rng: Rng) -> Profile:
    """Run a seed; raise `BadInput` where its result hangs on how floats are rounded, or it cannot
    be run.
    """
    chosen = _in_order(list(seed.points), rng.shuffled(list(seed.points))[:LIVE])
    watched = {key: _watch(seed, seed.points[key], rng) for key in chosen}
    runs = [_run(seed, inputs, options, watched)]
    if seed.stage == "compute" and runs[0].invocations > 1:
        runs.append(_run(seed, inputs, replace(options, order="reverse"), watched))
    if runs[0].inexact:
        runs += [
            _run(seed, inputs, replace(options, rounding=number), watched) for number in _ROUNDINGS
        ]
        _require_steady(runs)
    environments: dict[str, Environment] = {}
    dead: list[str] = []
    for key in chosen:
        point = seed.points[key]
        logs = [run.probes.logs[id(point.statement)] for run in runs]
        if len({(log.count, log.sums[-1]) for log in logs}) > 1:
            continue
        if logs[0].count:
            environments[key] = _environment(seed, point, watched[key], logs, runs[0].invocations)
        else:
            dead.append(key)
    return Profile(environments, tuple(dead))


class _Run(msgspec.Struct, frozen=True, eq=False):
    """`colours` are those of all pixels of an image."""

    probes: Probes
    inexact: bool
    invocations: int
    colours: Sequence[Colour | None]


def _require_steady(runs: Sequence[_Run]) -> None:
    """Raise `BadInput` where other roundings give another image: no driver could be blamed."""
    moved = sum(
        any(one is not other and _is_far(one, other) for other in others)
        for one, *others in zip(*(run.colours for run in runs), strict=True)
    )
    if moved > _MOST_MOVED * len(runs[0].colours):
        raise BadInput(
            f"its result hangs on how floats are rounded: {moved} of {len(runs[0].colours)} pixels"
        )


def _is_far(one: Colour | None, other: Colour | None) -> bool:
    if one is None or other is None:
        return one is not other
    return any(
        abs(min(max(a, 0.0), 1.0) - min(max(b, 0.0), 1.0)) > _FAR_APART
        for a, b in zip(one, other, strict=True)
    )


def _run(
    seed: Seed, inputs: Inputs, options: Options, watched: Mapping[str, Sequence[Place]]
) -> _Run:
    wanted = {
        id(seed.points[key].statement): [place.probed for place in places]
        for key, places in watched.items()
    }
    probes = Probes(wanted)
    draws = seed.stage in DRAWN
    asked = replace(options, path="python")
    try:
        interpreter = Interpreter(seed.shader, seed.stage, inputs, asked, probes)
        found = _colours(interpreter, inputs) if draws else interpreter.dispatch()
    except Refused as error:
        raise BadInput(f"it cannot be profiled: {error}") from None
    if isinstance(found, Trap | Endless):
        raise BadInput(f"rounded in another legal way it does what is undefined: {found}")
    count = inputs.width * inputs.height if draws else interpreter.invocations
    colours = found if isinstance(found, list) else ()
    return _Run(probes, bool(interpreter.inexact), max(count, 1), colours)


def _colours(interpreter: Interpreter, inputs: Inputs) -> list[Colour | None] | Trap | Endless:
    """Return the colours of all pixels, or what the first one met that has none.

    They make no image of bytes where floats are rounded otherwise.
    """
    made: list[Colour | None] = []
    for y in range(inputs.height):
        for x in range(inputs.width):
            found = interpreter.pixel(x, y)
            if isinstance(found, Trap | Endless):
                return found
            made.append(found)
    return made


def _in_order(keys: Sequence[str], chosen: Sequence[str]) -> list[str]:
    kept = set(chosen)
    return [key for key in keys if key in kept]


def _watch(seed: Seed, point: Point, rng: Rng) -> list[Place]:
    places = places_at(seed, point)
    far = places[_NEAR:]
    return [*places[:_NEAR], *rng.shuffled(far)[:_FAR]]


def _environment(
    seed: Seed, point: Point, places: Sequence[Place], logs: Sequence[PointLog], invocations: int
) -> Environment:
    """Return what all runs have in common."""
    with_value = [_has_value(logs, k) for k in range(len(places))]
    kept = [
        k
        for k, place in enumerate(places)
        if with_value[k] and discrete(place.kind) and _agree(logs, k)
    ]
    reads = tuple(
        Read(places[k].text, kind) for k in kept if (kind := discrete(places[k].kind)) is not None
    )
    known = {place.text for k, place in enumerate(places) if with_value[k]}
    return Environment(
        key=point.key,
        reads=reads,
        states=_states(logs, kept),
        limits=tuple(_limits(logs[0], k) for k in kept),
        uniform=frozenset(places[k].text for k in kept if places[k].uniform),
        targets=_targets(seed, point, places, known),
        turns=-(-logs[0].count // invocations),
    )


def _has_value(logs: Sequence[PointLog], k: int) -> bool:
    """Whether a place has a value whenever control comes there."""
    return all(
        log.low[k] is not None
        if log.states is None
        else all(state[k] is not None for state in log.states)
        for log in logs
    )


def _agree(logs: Sequence[PointLog], k: int) -> bool:
    """Whether each invocation sees the same in a place, each time."""
    return len({log.sums[k] for log in logs}) == 1


def _states(logs: Sequence[PointLog], kept: Sequence[int]) -> tuple[tuple[int, ...], ...] | None:
    """Return all states of these places that any run saw, None where there were too many."""
    found: dict[tuple[int, ...], None] = {}
    for log in logs:
        if log.states is None:
            return None
        found.update(dict.fromkeys(_part(state, kept) for state in log.states))
    return tuple(found)


def _part(state: State, kept: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(value) for k in kept if (value := state[k]) is not None)


def _limits(log: PointLog, k: int) -> tuple[int, int]:
    if log.states is None:
        low, high = log.low[k], log.high[k]
        assert low is not None
        assert high is not None
        return int(low), int(high)
    values = [int(value) for state in log.states if (value := state[k]) is not None]
    return min(values), max(values)


def _targets(
    seed: Seed, point: Point, places: Sequence[Place], known: set[str]
) -> tuple[Object, ...]:
    """Return the objects that may be changed and restored: they have a value there."""
    whole = dict.fromkeys(place.probed.name for place in places if place.writable)
    found = [one for name in whole if (one := object_of(seed, point, name)) is not None]
    parts = [
        Object(place.text, place.kind, 1, place.kind)
        for place in places
        if place.writable and place.probed.path
    ]
    return tuple(one for one in (*found, *parts) if known.issuperset(one.scalars))
