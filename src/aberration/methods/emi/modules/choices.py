"""Predicates that always have one value, drawn with what a selection by them asks of compilers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from aberration.core.rng import Rng
from aberration.languages.spirv.enums import SelectionControl

from ..shading.expressions import Number
from ..shading.knowledge import Knowledge
from ..shading.synthesis import Workbench, smaller_predicates
from .draft import Choice

_CONSTANT: Final = 0.1
"""The share of predicates that are plain constants."""
_CONTROLS: Final[tuple[Literal[0, 1, 2], ...]] = (0, 0, 0, 1, 2)
assert max(_CONTROLS) == SelectionControl.DONT_FLATTEN


def draw_choice(bench: Workbench, value: bool) -> Choice:
    """Return a choice by a predicate that has this value in every state known."""
    predicate = Number(int(value), "bool")
    if bench.rng.chance(_CONSTANT):
        return Choice(predicate, value, draw_control(bench.rng))
    return Choice(bench.predicate(value), value, draw_control(bench.rng))


def draw_control(rng: Rng) -> Literal[0, 1, 2]:
    """Return what a selection asks for: nothing, to be flattened, or not to be."""
    return rng.choose(_CONTROLS)


def smaller_choices(choice: Choice, knowledge: Knowledge) -> Iterator[Choice]:
    """Yield simpler choices of the same value, the simplest first."""
    plain = Number(int(choice.value), "bool")
    if choice.predicate != plain:
        yield replace(choice, predicate=plain)
    if choice.control:
        yield replace(choice, control=0)
    for predicate in smaller_predicates(choice.predicate, knowledge, choice.value):
        if predicate != plain:
            yield replace(choice, predicate=predicate)
