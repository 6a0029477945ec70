"""What an entry point of WGSL takes from the stage before it: its inputs with a location."""

from __future__ import annotations

from collections.abc import Iterator

from .builtins.row import Stage
from .checker import Typing
from .tree import Attribute, Function, Member, Param, StructDecl
from .types import Struct


def inputs_of_entry(typing: Typing, stage: Stage) -> tuple[str, ...]:
    """Return the names of the inputs of the first entry point for a stage that have a location,
    members of structures by their own names.
    """
    for node in typing.module.decls:
        if isinstance(node, Function) and stage in _words(node.attributes):
            found = (one for param in node.params for one in _leaves(typing, param))
            return tuple(one.name for one in found if "location" in _words(one.attributes))
    return ()


def _leaves(typing: Typing, param: Param) -> Iterator[Param | Member]:
    type = typing.declared[id(param)].type
    if not isinstance(type, Struct):
        yield param
        return
    for node in typing.module.decls:
        if isinstance(node, StructDecl) and typing.structs.get(id(node)) is type:
            yield from node.members


def _words(attributes: tuple[Attribute, ...]) -> frozenset[str]:
    return frozenset(one.name for one in attributes)
