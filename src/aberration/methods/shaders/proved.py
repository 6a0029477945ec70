"""What is proved of SPIR-V modules that methods make, and the claim that follows from it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.caches import remember
from aberration.core.comparison import quantise
from aberration.core.errors import BadInput
from aberration.core.oracle import Expected
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.core.tiles import spread_tiles
from aberration.languages.spirv.interpret.probes import Probe
from aberration.languages.spirv.interpret.proof import Budget, Proof, prove

BUDGET: Final = Budget(steps=50_000_000, whole_steps=50_000_000)
"""Instructions over all invocations that a driver on a processor does in some tenths of a
second.
"""
ANSWERS: Final = ("defined", "partly")
"""What a proof says of a program whose result is known."""
_KEPT: Final = 32
_ACROSS: Final = 4
"""Tiles that are drawn of a large image, in a row and in a column."""
_SIDE: Final = 8


class Proofs:
    """Proofs of programs; the last few are kept."""

    def __init__(self) -> None:
        self._known: Final[dict[tuple[str, tuple[Probe, ...]], Proof]] = {}

    def of(self, program: Program, probes: tuple[Probe, ...] = ()) -> Proof:
        """Return what is proved of a program, and what probes of it see; raise `BadInput` where
        that is no test.
        """
        found = self.any_of(program, probes)
        if found.answer not in ANSWERS or not found.compared:
            raise BadInput(f"it is no test: {_reason(found)}", where=program.name)
        return found

    def any_of(self, program: Program, probes: tuple[Probe, ...] = ()) -> Proof:
        """Return what is proved of a program, whether that is a test or not."""
        key = program.digest, probes
        if key not in self._known:
            remember(self._known, key, prove(program, BUDGET, probes), _KEPT)
        return self._known[key]


def in_tiles(program: Program) -> Program:
    """Return a module that draws some tiles of a large image, and whole quads of any."""
    if program.stage != "fragment" or program.is_pair:
        return program
    inputs = program.inputs
    width, height = (max(side - side % 2, 2) for side in (inputs.width, inputs.height))
    tiles = spread_tiles(width, height, _ACROSS, _SIDE) or inputs.tiles
    return replace(program, inputs=replace(inputs, width=width, height=height, tiles=tiles))


def claim_of(found: Proof) -> Expected:
    """Return the claim that a program gives what is proved of it."""
    assert found.outcome is not None
    shown = quantise(found.outcome) if isinstance(found.outcome, Image) else found.outcome
    return Expected(shown, may_refuse=True, limits=found.limits)


def _reason(found: Proof) -> str:
    if found.answer == "undefined":
        return f"it does what is undefined: {found.trap}"
    if found.answer == "refused":
        return f"its result is not known: {found.reason}"
    if found.answer == "too-long":
        return f"it is too much work: {found.trap or found.reason}"
    return "nothing of its result is known"
