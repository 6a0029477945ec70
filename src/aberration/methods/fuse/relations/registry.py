"""All relations, one in each file of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from aberration.core.errors import BadInput

from . import (
    average,
    blend,
    difference,
    exclusive,
    light,
    mask,
    maximum,
    minimum,
    occlusion,
    parity,
    prefix,
    product,
    together,
    total,
    turns,
)
from .relation import Relation

_FILES: Final = (
    average,
    blend,
    difference,
    exclusive,
    light,
    mask,
    maximum,
    minimum,
    occlusion,
    parity,
    prefix,
    product,
    together,
    total,
    turns,
)
RELATIONS: Final[Mapping[str, Relation]] = MappingProxyType(
    {file.RELATION.name: file.RELATION for file in _FILES}
)
PLAINEST: Final[Mapping[str, str]] = MappingProxyType(
    {"fragment": average.RELATION.name, "compute": together.RELATION.name}
)
"""The relation of each stage that a reducer puts in place of others."""


def relation_named(name: str, stage: str) -> Relation:
    """Return a relation of a stage by name; raise `BadInput` for another word."""
    found = RELATIONS.get(name)
    if found is None or found.stage != stage:
        known = ", ".join(one.name for one in relations_of(stage))
        raise BadInput(f"expected a relation of {stage} shaders ({known}), but {name!r} came")
    return found


def relations_for(option: str, stage: str, *, with_cells: bool) -> tuple[Relation, ...]:
    """Return the relations among which one is drawn: those of a stage that the option `relation`
    names, with spaces between them, or all without it; none that combines cells unless both parts
    have some. Raise `BadInput` where there is none, or for another word.
    """
    unknown = [name for name in option.split() if name not in RELATIONS]
    if unknown:
        known = ", ".join(RELATIONS)
        raise BadInput(f"expected relations ({known}), but {unknown[0]!r} came")
    named = [one for one in relations_of(stage) if not option or one.name in option.split()]
    if not named:
        raise BadInput(f"expected a relation of {stage} shaders among others, but {option!r} came")
    found = tuple(one for one in named if with_cells or one.words is None)
    if not found:
        raise BadInput("both parts need a buffer of integers that they write to for this relation")
    return found


def relations_of(stage: str) -> tuple[Relation, ...]:
    """Return the relations of a stage."""
    return tuple(one for one in RELATIONS.values() if one.stage == stage)
