"""What an execution of a seed program with its inputs says about its integers and booleans.

A range that is learnt holds in every variant: transformations keep what the original's ids stand
for. It is only learnt of values that are the same on every implementation, over all invocations,
and only if all of them can be executed within a number of steps that is fixed.
"""

from __future__ import annotations

from typing import Final

from aberration.core.program import Program
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.module import Module

Range = tuple[int, int]
MOST_INSTRUCTIONS: Final = 4000
"""Modules with more are not executed: that takes too long to prepare."""
MOST_SEEDS: Final = 256
"""Seeds of which the ranges are kept."""


class KnownRanges:
    """The ranges of seeds, each learnt once."""

    def __init__(self) -> None:
        self._known: dict[str, dict[int, Range]] = {}

    def learn(self, module: Module, seed: Program, given: dict[int, Range] | None = None) -> None:
        """Record the ranges of a seed's ids in its module; they are those `given`, if
        any are.
        """
        known = self._known.get(seed.digest)
        if known is None:
            if len(self._known) >= MOST_SEEDS:
                self._known.clear()
            known = self._known[seed.digest] = find_ranges(module, seed, given)
        for value_id in sorted(known):
            module.facts.ranges.add(value_id, *known[value_id])


def find_ranges(
    module: Module, seed: Program, given: dict[int, Range] | None = None
) -> dict[int, Range]:
    """Return the ranges of a seed's ids; none if that would take too long, or the seed cannot
    be executed.
    """
    if sum(len(block.instructions) for block in module.blocks) > MOST_INSTRUCTIONS:
        return {}
    return prove(seed).ranges if given is None else given
