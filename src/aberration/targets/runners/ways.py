"""Which ways to drive a program a runner has; programs that want others are refused, unasked."""

from __future__ import annotations

from typing import Final

from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.targets.runner import Runner

_NONE: Final[frozenset[str]] = frozenset()


def unknown_ways(runner: Runner, program: Program) -> Rejected | None:
    """Return the refusal of a program that wants to be driven in ways that a runner does not have:
    those are in its attribute `ways`, and without one it has only the plainest.
    """
    if not program.inputs.ways:
        return None
    known: frozenset[str] = getattr(runner, "ways", _NONE)
    missing = [way for way in program.inputs.ways if way not in known]
    if not missing:
        return None
    return Rejected(f"it is not driven in this way here: {missing[0]}", unasked=True)
