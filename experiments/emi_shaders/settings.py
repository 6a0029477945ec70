"""The settings of the ablation: which kinds of mutation there are, and what predicates rest on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from aberration.methods.emi.shading.environment import KNOWLEDGE
from aberration.methods.emi.shading.registry import BY_NAME

ALL: Final = "all"
SEEDS: Final = "seeds alone"
LIVE_CODE: Final = (
    "dangling-else",
    "doubled-arm",
    "early-test",
    "hoisted-exit-store",
    "last-return",
    "merged-guards",
    "narrow-range",
    "second-turn",
    "stale-copy",
    "sunk-store",
    "unmasked-test",
    "unmoved-bound",
)
"""The mutants that were planted for live code; the last two for what predicates rest on."""


def _alone(option: str, names: Sequence[str]) -> dict[str, dict[str, str]]:
    return {f"{name} only": {option: name} for name in names}


def _without(option: str, names: Sequence[str]) -> dict[str, dict[str, str]]:
    return {
        f"all but {name}": {option: ",".join(one for one in names if one != name)} for name in names
    }


_KINDS: Final = sorted(BY_NAME)
OF_KINDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    _alone("kinds", _KINDS) | _without("kinds", _KINDS)
)
"""The options of the method for each setting."""
OF_KNOWLEDGE: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    _alone("knowledge", KNOWLEDGE)
)
SETTINGS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {ALL: {}, **OF_KINDS, **OF_KNOWLEDGE}
)
OF_EVERY_MUTANT: Final = (SEEDS, ALL)
"""Settings that are asked about all mutants; the others about those of live code."""
