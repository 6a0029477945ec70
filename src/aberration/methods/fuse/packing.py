"""Uniforms of a WGSL program as members of one block, where they are more blocks than every device
binds.

A part brings a block for each of its uniforms, so that a program of many parts has many. The limits
are the default ones of the WebGPU specification, 3.6.2: maxUniformBuffersPerShaderStage,
maxUniformBufferBindingSize, maxStorageBuffersPerShaderStage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs, Uniform
from aberration.languages.shading.layout import extent, round_up
from aberration.languages.shading.tree import (
    Attribute,
    Declare,
    Field,
    Literal,
    Member,
    Name,
    Node,
    Statement,
    StructDecl,
    TypeName,
    Variable,
)
from aberration.languages.shading.tree.walk import rewrite
from aberration.languages.shading.types import Type

from .outside import Place
from .placed import Placed, PlacedDeclaration

S = TypeVar("S", bound=Statement)
UNIFORM_BLOCKS: Final = 12
STORAGE_BLOCKS: Final = 8
_BYTES: Final = 65536
_ALIGN: Final = 16
"""What the uniform address space asks of arrays and structs, and more than all else needs."""
_BLOCK: Final = "uniforms"
_TYPE: Final = "Uniforms"


class Contents(msgspec.Struct, frozen=True, eq=False):
    """What a fused program is made of: its inputs, the declarations of both parts, and their
    statements in the wrapper.
    """

    inputs: Inputs
    decls: Sequence[PlacedDeclaration]
    items: tuple[Placed[Statement], ...]


def refuse_more_buffers(places: Set[Place], more: int) -> None:
    """Raise `BadInput` where a program has more storage buffers than every device binds: those at
    the places, and some `more`.
    """
    count = more + sum(kind == "storage" for kind, _, _ in places)
    if count > STORAGE_BLOCKS:
        raise BadInput(
            f"they cannot be fused: WebGPU promises {STORAGE_BLOCKS} storage buffers, and they "
            f"have {count}"
        )


def with_few_blocks(
    contents: Contents, places: Mapping[str, Place], types: Mapping[str, Type], more: int
) -> Contents:
    """Return a program whose uniforms, and some `more` blocks, every device binds.

    `places` are those of its uniforms by name, `types` those of its variables.
    """
    variables = [one for item in contents.decls for one in _uniforms(item.node)]
    if len(variables) + more <= UNIFORM_BLOCKS:
        return contents
    starts = _starts(variables, types)
    names = frozenset(starts)
    named = {places[name][1:]: name for name in names}
    home = places[variables[0].name]
    moved = (_move(one, named[one.place], starts, types, home) for one in contents.inputs.uniforms)
    decls = [one for one in contents.decls if not any(_uniforms(one.node))]
    return Contents(
        replace(contents.inputs, uniforms=tuple(one for one in moved if one.data)),
        [
            *(PlacedDeclaration(0, node) for node in _block(variables, types)),
            *(PlacedDeclaration(one.part, _read(one, names)) for one in decls),
        ],
        tuple(Placed(one.part, _read(one, names), merged=one.merged) for one in contents.items),
    )


def _uniforms(node: Node) -> Iterator[Variable]:
    if isinstance(node, Declare):
        yield from (one for one in node.variables if one.storage == "uniform")


def _starts(variables: Sequence[Variable], types: Mapping[str, Type]) -> dict[str, int]:
    """Return the offset of each variable in the block."""
    starts, end = {}, 0
    for one in variables:
        starts[one.name] = round_up(_align(types[one.name]), end)
        end = starts[one.name] + extent(types[one.name], "wgsl").size
    if end > _BYTES:
        raise BadInput(
            f"they cannot be fused: WebGPU promises {_BYTES} bytes of uniforms, and they have {end}"
        )
    return starts


def _align(type: Type) -> int:
    return max(_ALIGN, extent(type, "wgsl").align)


def _block(variables: Sequence[Variable], types: Mapping[str, Type]) -> tuple[StructDecl, Declare]:
    """Return the type of the block, and the block where the first uniform was."""
    members = tuple(_member(one, _align(types[one.name])) for one in variables)
    whole = replace(variables[0], name=_BLOCK, type=TypeName(name=_TYPE))
    return StructDecl(name=_TYPE, members=members), Declare(variables=(whole,))


def _member(variable: Variable, align: int) -> Member:
    assert variable.type is not None
    number = Literal(kind="abstract_int", value=align)
    attribute = Attribute(name="align", args=(number,))
    return Member(name=variable.name, type=variable.type, attributes=(attribute,))


def _move(
    uniform: Uniform, name: str, starts: Mapping[str, int], types: Mapping[str, Type], home: Place
) -> Uniform:
    """Return an input at its place in the block, without what its variable does not reach."""
    _, group, binding = home
    reach = max(0, extent(types[name], "wgsl").size - uniform.offset)
    return replace(
        uniform,
        data=uniform.data[:reach],
        descriptor_set=group,
        binding=binding,
        offset=starts[name] + uniform.offset,
    )


def _read(placed: Placed[S], names: frozenset[str]) -> S:
    """Return a node that reads the members of the block."""
    if not names & placed.names:
        return placed.node
    return rewrite(placed.node, lambda node: _as_member(node, names))


def _as_member(node: Node, names: frozenset[str]) -> Node:
    if isinstance(node, Name) and node.name in names:
        return Field(base=Name(name=_BLOCK), name=node.name)
    return node
