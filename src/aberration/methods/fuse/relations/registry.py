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


def relations_of(stage: str) -> tuple[Relation, ...]:
    """Return the relations of a stage."""
    return tuple(one for one in RELATIONS.values() if one.stage == stage)
