"""Blocks of inputs and outputs in GLSL and ESSL as variables."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from .tree import (
    ArrayOf,
    Declaration,
    Declare,
    Interface,
    Member,
    Storage,
    StructDecl,
    TypeName,
    Variable,
)

Qualifiers = tuple[str, ...]


def block_as_variables(
    block: Interface,
    struct: str,
    storage: Storage,
    of_member: Callable[[Member], Qualifiers],
    of_instance: Qualifiers = (),
) -> Iterator[Declaration]:
    """Give a structure of the name `struct` and the instance as a variable of it, or an array of
    them; of a block without an instance, each member as a variable.
    """
    if not block.instance:
        for one in block.members:
            plain = Variable("var", one.name, one.type, storage=storage, precision=one.precision)
            yield Declare((replace(plain, qualifiers=of_member(one)),))
        return
    type: ArrayOf | TypeName = TypeName(struct)
    for size in reversed(block.array):
        type = ArrayOf(type, size)
    yield StructDecl(struct, tuple(map(_plain, block.members)))
    instance = Variable("var", block.instance, type, storage=storage, qualifiers=of_instance)
    yield Declare((instance,))


def _plain(member: Member) -> Member:
    return replace(member, storage="", qualifiers=(), attributes=())
