"""Uniform blocks whose bytes the inputs give, so that they may be laid out otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.core.inputs import Uniform
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.layout import MOST_ELEMENTS, BlockScalar, scalars_of
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import has_decoration
from aberration.methods.transform.known_uniforms import Place, bytes_at, place_of

MOST: Final = 1024
"""Scalars that a block may have."""
PADDING: Final = b"\x5a"
"""What lies between the members, so that a byte of it is seen where it is read."""
_NAMES: Final = (o.OpName, o.OpMemberName, o.OpDecorate, o.OpMemberDecorate)


class UniformBlock(msgspec.Struct, frozen=True):
    """A block that one variable alone has, and where its scalars lie."""

    place: Place
    scalars: tuple[BlockScalar, ...]


def uniform_block(module: Module, struct: int) -> UniformBlock | None:
    """Return the uniform block of a structure that is nothing else, of which the inputs give each
    scalar; None for another type, or if its variable is not the only one at its place.
    """
    variable = _only_variable(module, struct)
    place = None if variable is None else place_of(module, variable)
    if place is None or [one for one in _places(module) if one == place] != [place]:
        return None
    scalars = scalars_of(module, struct, MOST + 1)
    if len(scalars) > MOST or len(scalars) != _scalar_count(module, struct):
        return None
    given = bytes_at(module.facts.given_uniforms or (), place)
    sizes = [(one.offset, types.width(module, one.type_id) // 8) for one in scalars]
    if any(given.part(offset, size) is None for offset, size in sizes):
        return None
    return UniformBlock(place, tuple(scalars))


def move_bytes(module: Module, before: UniformBlock, struct: int) -> None:
    """Let the bytes of a block lie where its structure has its scalars now."""
    after, uniforms = scalars_of(module, struct, MOST), module.facts.given_uniforms or ()
    data = _move(module, before, after, uniforms)
    module.facts.given_uniforms = tuple(_with_data(uniforms, before.place, data))


def _move(
    module: Module,
    before: UniformBlock,
    after: Sequence[BlockScalar],
    uniforms: Sequence[Uniform],
) -> bytes:
    given = bytes_at(uniforms, before.place)
    sizes = [types.width(module, one.type_id) // 8 for one in after]
    size = max(one.offset + size for one, size in zip(after, sizes, strict=True))
    data = bytearray(PADDING * size)
    for old, new, width in zip(before.scalars, after, sizes, strict=True):
        data[new.offset : new.offset + width] = given.part(old.offset, width) or b""
    return bytes(data)


def _with_data(uniforms: Sequence[Uniform], place: Place, data: bytes) -> list[Uniform]:
    """Let the first uniform of a place be the whole block, and leave the others of it out."""
    found: list[Uniform] = []
    first = True
    for uniform in uniforms:
        if uniform.push_constant or uniform.place != place:
            found.append(uniform)
        elif first:
            found.append(msgspec.structs.replace(uniform, data=data, offset=0))
            first = False
    return found


def _only_variable(module: Module, struct: int) -> Instruction | None:
    """Return the uniform variable of a block, if its type is that of nothing else."""
    if not types.is_struct(module, struct) or not has_decoration(module, struct, Decoration.BLOCK):
        return None
    pointers = [user for user in module.users(struct) if user.op not in _NAMES]
    if not pointers or any(not _is_uniform_pointer(one) for one in pointers):
        return None
    types_of_pointers = {one.result_id for one in pointers}
    variables = [one for one in module.globals if one.op == o.OpVariable]
    found = [one for one in variables if one.type_id in types_of_pointers]
    return found[0] if len(found) == 1 else None


def _is_uniform_pointer(found: Instruction) -> bool:
    return found.op == o.OpTypePointer and found.ops[0] == StorageClass.UNIFORM


def _places(module: Module) -> list[Place | None]:
    return [place_of(module, one) for one in module.globals if one.op == o.OpVariable]


def _scalar_count(module: Module, type_id: int) -> int:
    """Return how many scalars of a type have to have a place; more than MOST if it has arrays with
    more elements than are looked at, or of unknown length.
    """
    if types.is_scalar(module, type_id):
        return 1
    parts = types.part_types(module, type_id) if types.is_struct(module, type_id) else []
    if parts:
        return sum(_scalar_count(module, part) for part in parts)
    count = types.component_count(module, type_id)
    if not count or (types.is_array(module, type_id) and count > MOST_ELEMENTS):
        return MOST + 1
    return count * _scalar_count(module, types.component_type(module, type_id))
