"""Constants, skewed to where compilers go wrong ("Program reconditioning", 2.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from aberration.core.rng import Rng

_BAND: Final = 2**28
_INT_SPECIAL: Final = (0, -1, 1, 2, -2, 2**31 - 1, -(2**31))
_UINT_SPECIAL: Final = (0, 1, 2, 2**32 - 1)


def _high_int(rng: Rng) -> int:
    offset = rng.below(_BAND)
    return -(2**31) + offset if rng.chance(0.5) else 2**31 - 1 - offset


_INT: Final[Mapping[str, Callable[[Rng], int]]] = {
    "small": lambda rng: rng.below(256) - 128,
    "high": _high_int,
    "full": lambda rng: rng.bits() - 2**31,
    "special": lambda rng: rng.choose(_INT_SPECIAL),
}
_UINT: Final[Mapping[str, Callable[[Rng], int]]] = {
    "small": lambda rng: rng.below(128),
    "high": lambda rng: 2 * (2**31 - 1 - rng.below(_BAND)),
    "full": lambda rng: rng.bits(),
    "special": lambda rng: rng.choose(_UINT_SPECIAL),
}


def int_value(rng: Rng, kinds: tuple[str, ...]) -> int:
    """Return a signed integer of 32 bits; `kinds` are those of `settings.LITERALS` in use."""
    return _INT[rng.choose(kinds)](rng)


def uint_value(rng: Rng, kinds: tuple[str, ...]) -> int:
    """Return an unsigned integer of 32 bits."""
    return _UINT[rng.choose(kinds)](rng)


def float_value(rng: Rng) -> float:
    """Return a whole number within 256, some of them divided by a small power of two; never 0.

    They are what the rule `exact-floats` lets variables hold, and 0 would come with two signs.
    """
    whole = rng.below(255) + 1
    value = whole / (2 << rng.below(3)) if rng.chance(0.125) else float(whole)
    return -value if rng.chance(0.5) else value
