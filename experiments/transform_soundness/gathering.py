"""Variants in which steps of one kind are among others, made on one program after another."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from inspect import isfunction
from typing import Final

import msgspec

from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import FuzzerPass
from aberration.methods.transform.known_ranges import KnownRanges
from aberration.methods.transform.method import parse_module
from aberration.methods.transform.pass_list import PASSES
from aberration.methods.transform.quick_rng import QuickRng
from aberration.methods.transform.scheduler import no_collector
from aberration.methods.transform.transformation import Transformation

from .seeds import all_donors, all_programs, newer

ROUNDS: Final = 2
OTHERS: Final = 16
"""In each round of a run, so many attempts of other passes come first, ..."""
OWN: Final = 8
ATTEMPTS: Final = 60
"""... then attempts of those that make the kind, until it was applied so often or so many were
made.
"""
SWEEPS: Final = 40
"""How often programs are taken, at most: all at first, then those in which the kind was applied
the last time.
"""
DONORS: Final = 4
NEWER: Final = 0.25
WITH_RANGES: Final = 0.5
"""Shares of runs on a program in a newer version, and of those in which ranges of values are
known.
"""
STRAY: Final = 0.25
"""Share of attempts by any pass where those of the kind's own are due."""


class Variant(msgspec.Struct, frozen=True):
    """A program, the steps that were applied to it, and the bytes after them."""

    program: Program
    steps: tuple[Transformation, ...]
    data: bytes

    def sites(self, kind: type[Transformation]) -> int:
        """Return how many steps of a kind it has."""
        return sum(type(step) is kind for step in self.steps)


class Gatherer:
    """Makes variants for one kind after another; what an execution of a program tells is learnt
    once.
    """

    def __init__(self) -> None:
        self._ranges: KnownRanges = KnownRanges()

    def gather(self, kind: type[Transformation], wanted: int) -> list[Variant]:
        """Return variants with `wanted` steps of a kind or a few more in all; fewer, if no more
        were found.
        """
        programs = first = self.order(kind)
        found: list[Variant] = []
        left = wanted
        for sweep in range(SWEEPS):
            fertile = []
            for program in programs:
                variant = self._variant(kind, program, Rng.of(sweep, kind.__name__, program.name))
                sites = variant.sites(kind)
                if not sites:
                    continue
                fertile.append(program)
                found.append(variant)
                left -= sites
                if left <= 0:
                    return found
            first = first if sweep else fertile
            programs = fertile or first
        return found

    def order(self, kind: type[Transformation]) -> list[Program]:
        """Return all programs in the order in which they are taken for a kind."""
        return Rng.of(0, "order", kind.__name__).shuffled(all_programs())

    def _variant(self, kind: type[Transformation], program: Program, rng: Rng) -> Variant:
        if rng.chance(NEWER):
            program = newer(program)
        with no_collector():
            module = parse_module(program)
            if rng.chance(WITH_RANGES):
                self._ranges.learn(module, program)
            donors = [rng.choose(all_donors()) for _ in range(DONORS)]
            draw = Draw(module, QuickRng(rng.bits() << 32 | rng.bits()), donors)
            _transform(draw, kind)
            data = module.to_bytes()
            module.clear()
        return Variant(program, tuple(draw.log), data)


@cache
def makers_of(kind: type[Transformation]) -> tuple[FuzzerPass, ...]:
    """Return the passes whose files name a kind, or else those with a helper that does; all
    passes, if none has.
    """
    named = [known for known in PASSES if _names(known.attempt.__module__, kind)]
    helped = [known for known in PASSES if any(_names(helper, kind) for helper in _helpers(known))]
    return tuple(named or helped or PASSES)


def _names(module: str, kind: type[Transformation]) -> bool:
    return any(value is kind for value in vars(sys.modules[module]).values())


def _helpers(known: FuzzerPass) -> set[str]:
    """Return the modules that a pass imports functions from; not what all passes draw with."""
    functions = [
        value for value in vars(sys.modules[known.attempt.__module__]).values() if isfunction(value)
    ]
    return {function.__module__ for function in functions} & set(sys.modules)


def _transform(draw: Draw, kind: type[Transformation]) -> None:
    """Let passes take turns: those that make the kind, those that recommend them, and any."""
    makers = makers_of(kind)
    names = {maker.name for maker in makers}
    recommending = [known for known in PASSES if names.intersection(known.followed_by)] or PASSES
    for _ in range(ROUNDS):
        _others(draw, recommending)
        _own(draw, kind, makers)
    _others(draw, recommending)


def _others(draw: Draw, recommending: Sequence[FuzzerPass]) -> None:
    for _ in range(OTHERS):
        _attempt(draw, draw.rng.choose(recommending if draw.rng.chance(0.5) else PASSES))


def _own(draw: Draw, kind: type[Transformation], makers: Sequence[FuzzerPass]) -> None:
    applied = 0
    for _ in range(ATTEMPTS):
        before = len(draw.log)
        _attempt(draw, draw.rng.choose(PASSES if draw.rng.chance(STRAY) else makers))
        applied += sum(type(step) is kind for step in draw.log[before:])
        if applied >= OWN:
            return


def _attempt(draw: Draw, known: FuzzerPass) -> None:
    draw.begin()
    proposed = known.attempt(draw)
    if proposed is not None:
        draw.apply(proposed)
