"""Which uniform block is laid out otherwise, and room in it."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.opcodes import OpTypePointer
from aberration.methods.transform.analysis.standard_layout import members_of
from aberration.methods.transform.analysis.uniform_blocks import uniform_block
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.transformations.move_uniform_members import MoveUniformMembers


def uniform_struct(draw: Draw) -> int:
    """Return the type of any uniform block whose layout can be changed; 0 if none was drawn."""
    module = draw.module
    structs = [
        pointer.ops[1]
        for pointer in module.globals
        if pointer.op == OpTypePointer and pointer.ops[0] == StorageClass.UNIFORM
    ]
    structs = [one for one in structs if types.is_block_struct(module, one)]
    struct = draw.rng.choose(structs) if structs else 0
    return struct if struct and uniform_block(module, struct) is not None else 0


def make_room(draw: Draw, struct: int, member: int, room: int) -> None:
    """Let all that lies behind a member lie so many bytes farther away, if anything does."""
    members = members_of(draw.module, struct)
    start = members[member].offset
    offsets = [one.offset + room if one.offset > start else one.offset for one in members]
    draw.apply(MoveUniformMembers(struct, tuple(offsets)))
