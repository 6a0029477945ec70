"""What an entry point of WGSL takes from the stage before it: its inputs with a location."""

from __future__ import annotations

from collections.abc import Iterator

from .builtins.row import Stage
from .checker import Typing
from .tree import Attribute, Function, Member, Param, StructDecl
from .types import Struct, Type


def inputs_of_entry(typing: Typing, stage: Stage) -> tuple[str, ...]:
    """Return the names of the inputs of the first entry point for a stage that have a location,
    members of structures by their own names.
    """
    return tuple(one.name for one, _ in located_inputs(typing, stage))


def located_inputs(typing: Typing, stage: Stage) -> tuple[tuple[Param | Member, Type], ...]:
    """Return these inputs with their types."""
    node = entry_of(typing, stage)
    found = (one for param in node.params for one in parts_of_param(typing, param)) if node else ()
    return tuple(one for one in found if "location" in _words(one[0].attributes))


def entry_of(typing: Typing, stage: Stage) -> Function | None:
    """Return the first entry point for a stage."""
    return next(
        (
            node
            for node in typing.module.decls
            if isinstance(node, Function) and stage in _words(node.attributes)
        ),
        None,
    )


def struct_node(typing: Typing, type: Struct) -> StructDecl:
    """Return the declaration of a structure."""
    return next(
        node
        for node in typing.module.decls
        if isinstance(node, StructDecl) and typing.structs.get(id(node)) is type
    )


def parts_of_param(typing: Typing, param: Param) -> Iterator[tuple[Param | Member, Type]]:
    """Give what a parameter of an entry point is made of, with types: itself, or the members of a
    structure.
    """
    type = typing.declared[id(param)].type
    if not isinstance(type, Struct):
        yield param, type
        return
    members = struct_node(typing, type).members
    yield from zip(members, (one.type for one in type.members), strict=True)


def _words(attributes: tuple[Attribute, ...]) -> frozenset[str]:
    return frozenset(one.name for one in attributes)
