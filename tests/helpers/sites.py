"""Sites of a kind of step, gathered on one program after another until there are enough: what
passes happen to do in some run decides nothing, so that a new pass cannot take them away.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest
from experiments.transform_soundness.gathering import Gatherer, Variant

from aberration.campaign.known_results import drawn_in_tiles
from aberration.core.program import Program
from aberration.languages.spirv.module import Module
from aberration.methods.transform.known_ranges import KnownRanges, Range
from aberration.methods.transform.transformation import Transformation

SITES: Final = (4, pytest.param(16, marks=pytest.mark.slow))
"""So many sites of each kind are looked at, and so many in the long tests."""

_OF_IMAGES: Final = re.compile(r"Image|Sampl|Texel|Gather|Lod")


class _RangesInTiles(KnownRanges):
    """Executes a few tiles of an image: these variants are looked at, and not run."""

    def learn(self, module: Module, seed: Program, told: dict[int, Range] | None = None) -> None:
        super().learn(module, drawn_in_tiles(seed, 4, 4), told)


class _Remembering(Gatherer):
    """Makes the same variants once: several tests look at those of a kind."""

    def __init__(self) -> None:
        super().__init__()
        self._ranges = _RangesInTiles()
        self._known: dict[tuple[type[Transformation], int], list[Variant]] = {}

    def gather(self, kind: type[Transformation], wanted: int) -> list[Variant]:
        key = kind, wanted
        if key not in self._known:
            self._known[key] = super().gather(kind, wanted)
        return self._known[key]

    def order(self, kind: type[Transformation]) -> list[Program]:
        """Return only programs with images for a kind that is about these: few have any, and to
        look through all the others takes ten seconds.
        """
        programs = super().order(kind)
        return (
            [program for program in programs if _has_images(program)]
            if _OF_IMAGES.search(kind.__name__)
            else programs
        )


def _has_images(program: Program) -> bool:
    return bool(program.inputs.textures or program.inputs.storage_images)


@cache
def gatherer() -> Gatherer:
    """Return what makes the variants of all tests: it runs each program once."""
    return _Remembering()
