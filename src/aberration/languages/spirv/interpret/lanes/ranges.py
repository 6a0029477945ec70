"""The smallest and largest values of traced scalars, and the work that this may take."""

from __future__ import annotations

from typing import Final

import numpy as np

from .integers import Lanes

UNLIMITED: Final = 1 << 62


class TooMuch(Exception):
    """Raised when more work is done than was allowed."""


class Ranges:
    """`found` has (low, high) by id; `left` is the number of instructions that all lanes together may still enter."""

    def __init__(self) -> None:
        self.found: dict[int, tuple[int, int]] = {}
        self.left = UNLIMITED

    def work(self, instructions: int) -> None:
        """Count instructions before they are executed, one for all lanes; raise `TooMuch` at the limit."""
        self.left -= instructions
        if self.left < 0:
            raise TooMuch

    def note(self, value_id: int, mask: Lanes, value: Lanes) -> None:
        """Enter a value in the lanes of a mask, one of which is set."""
        known = self.found.get(value_id)
        if known is not None and _within(value, known):
            return
        if value.ndim:
            value = value[mask]
        low, high = _bounds(value)
        if known is not None:
            low, high = min(low, known[0]), max(high, known[1])
        self.found[value_id] = low, high


def _within(value: Lanes, known: tuple[int, int]) -> bool:
    """Say whether a value tells nothing new in any lane, whether in the mask or not: that is asked at less cost."""
    low, high = _bounds(value)
    return known[0] <= low and high <= known[1]


def _bounds(value: Lanes) -> tuple[int, int]:
    if value.dtype == np.bool_:
        return int(np.logical_and.reduce(value, None)), int(np.logical_or.reduce(value, None))
    return int(np.minimum.reduce(value, None)), int(np.maximum.reduce(value, None))
