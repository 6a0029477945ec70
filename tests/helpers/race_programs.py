"""Random programs of accesses, memory barriers and barriers, and an oracle that compares all
pairs of accesses.
"""

from __future__ import annotations

import random
from typing import Final

import msgspec

LANES: Final = 4
_CELLS: Final = 2
_KINDS: Final = ("read", "write", "atomic")


class Step(msgspec.Struct, frozen=True):
    """`kind`: an access of a cell, "fence", "barrier" or "storageBarrier". `lane`: who does it,
    -1 for all.
    """

    kind: str
    lane: int = -1
    cell: int = 0


class Event(msgspec.Struct, frozen=True):
    """An access. `phase`: how many barriers came before; `at`: where in the program."""

    kind: str
    lane: int
    cell: int
    phase: int
    at: int


# ---- programs


def program(seed: int, *, barriers: tuple[str, ...], fences: str) -> list[Step]:
    """Return a program; `fences`: "none", "all" (each is of all lanes) or "some"."""
    made = random.Random(seed)
    steps = []
    for _ in range(made.randint(4, 18)):
        drawn = made.random()
        if drawn < 0.35:
            steps.append(Step(made.choice(barriers)))
        elif drawn < 0.7 and fences != "none":
            steps.append(
                Step(
                    "fence", -1 if fences == "all" or made.random() < 0.5 else made.randrange(LANES)
                )
            )
        else:
            lane = -1 if made.random() < 0.05 else made.randrange(LANES)
            steps.append(Step(made.choice(_KINDS), lane, made.randrange(_CELLS)))
    return steps


# ---- the oracle


def lanes_of(step: Step) -> range | tuple[int, ...]:
    return range(LANES) if step.lane < 0 else (step.lane,)


def _events(steps: list[Step]) -> tuple[list[Event], list[Event]]:
    """Return accesses and fences."""
    accesses: list[Event] = []
    fences: list[Event] = []
    phase = 0
    for at, step in enumerate(steps):
        if "arrier" in step.kind:
            phase += 1
            continue
        for lane in lanes_of(step):
            event = Event(step.kind, lane, step.cell, phase, at)
            (fences if step.kind == "fence" else accesses).append(event)
    return accesses, fences


def is_race(steps: list[Step], orders: str) -> bool:
    """Whether two accesses of a cell race; `orders`: the barrier that orders all, if there is
    one.
    """
    accesses, fences = _events(steps)
    return any(
        one.cell == other.cell
        and one.lane != other.lane
        and not (one.kind == other.kind and one.kind in ("read", "atomic"))
        and not _is_ordered(steps, one, other, fences, orders)
        for one in accesses
        for other in accesses
        if one.at <= other.at
    )


def _is_ordered(
    steps: list[Step], one: Event, other: Event, fences: list[Event], orders: str
) -> bool:
    if any(step.kind == orders for step in steps[one.at : other.at]):
        return True
    done = [
        fence
        for fence in fences
        if fence.lane == one.lane and fence.at > one.at and fence.phase < other.phase
    ]
    met = [fence for fence in fences if fence.lane == other.lane and fence.at < other.at]
    return any(second.phase >= first.phase for first in done for second in met)
