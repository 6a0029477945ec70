"""The ids of a module as places of expressions: `%12`, and `@0` for what a mutation loads first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.module import Module

from ..shading.expressions import Kind, Read, Tree, nodes, places_in

_WIDTH: Final = 32
_VALUE: Final = "%"
_LOADED: Final = "@"


def kind_of_type(module: Module, type_id: int) -> Kind | None:
    """Return the kind of a boolean or of an integer of 32 bits, None of all else."""
    if types.is_bool(module, type_id):
        return "bool"
    if not types.is_int(module, type_id) or types.width(module, type_id) != _WIDTH:
        return None
    return "int" if types.is_signed(module, type_id) else "uint"


def read_of(value_id: int, kind: Kind) -> Read:
    """Return the read of an id."""
    return Read(f"{_VALUE}{value_id}", kind)


def load_of(number: int, kind: Kind) -> Read:
    """Return the read of what a mutation loads itself, by number."""
    return Read(f"{_LOADED}{number}", kind)


def counter() -> Read:
    """Return the read of the counter of a mutation's loop."""
    return Read(f"{_LOADED}i", "int")


def id_of(place: str) -> int:
    """Return the id that a place names, 0 where it names what a mutation loads."""
    return int(place[1:]) if place.startswith(_VALUE) and place[1:].isdecimal() else 0


def ids_in(*trees: Tree) -> tuple[int, ...]:
    """Return the ids that expressions read, each once."""
    return tuple(value_id for place in places_in(*trees) if (value_id := id_of(place)))


def reads_in(*trees: Tree) -> tuple[Read, ...]:
    """Return the reads of ids in expressions, each once."""
    return tuple(read for read in _all_reads(*trees) if id_of(read.place))


def loads_known(tree: Tree, own: Mapping[str, Kind]) -> bool:
    """Say whether all that an expression reads beside ids is known, and of its kind."""
    others = [read for read in _all_reads(tree) if not id_of(read.place)]
    return all(own.get(read.place) == read.kind for read in others)


def _all_reads(*trees: Tree) -> tuple[Read, ...]:
    every = (node for tree in trees for node in nodes(tree))
    return tuple(dict.fromkeys(node for node in every if isinstance(node, Read)))
