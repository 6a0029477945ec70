"""What the options of a recipe say, and the chances that both kinds of fusion share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aberration.core.errors import BadInput
from aberration.core.rng import Rng

from .records.registry import STEP_TYPES

BRANCHES: Final = 50
"""Of a hundred programs so many let the first part run in a branch, where that can be."""
_LARGEST_WEIGHT: Final = 256
NO_STEPS: Final = "none"


def draw_weight(rng: Rng) -> str:
    """Return a weight at which both parts count."""
    return str(rng.between(1, _LARGEST_WEIGHT - 1))


def weight_of(options: Mapping[str, str]) -> int:
    """Return the weight of a recipe; raise `BadInput` for what is none."""
    text = options.get("weight", "128")
    if not text.isdecimal() or int(text) > _LARGEST_WEIGHT:
        raise BadInput(f"expected a weight from 0 to {_LARGEST_WEIGHT}, but {text!r} came")
    return int(text)


def kinds_of(options: Mapping[str, str]) -> frozenset[str]:
    """Return the kinds of steps that may be drawn: those that the option `steps` names, with
    spaces between them, none for `none`, and all without it; raise `BadInput` for what is no kind.
    """
    text = options.get("steps", "")
    if text in ("", NO_STEPS):
        return frozenset() if text else STEP_TYPES
    wanted = frozenset(text.split())
    if not wanted <= STEP_TYPES:
        raise BadInput(
            f"expected kinds of steps of a fusion ({', '.join(sorted(STEP_TYPES))}) or "
            f"{NO_STEPS!r}, but {text!r} came"
        )
    return wanted
