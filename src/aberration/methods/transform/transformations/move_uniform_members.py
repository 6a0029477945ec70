"""Let the members of a uniform block lie elsewhere, in the module and in its inputs."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpMemberDecorate
from aberration.methods.transform.analysis.standard_layout import (
    Member,
    follows_rules,
    members_of,
    size_of,
)
from aberration.methods.transform.analysis.uniform_blocks import move_bytes, uniform_block
from aberration.methods.transform.transformation import Transformation

LARGEST: Final = 4096
"""As many bytes as a block may grow to, a quarter of what every device takes."""


class MoveUniformMembers(Transformation, frozen=True, gc=False):
    """Precondition: `struct` is the type of a uniform block and of nothing else. One variable has
    it, the only one of its descriptor set and binding; the inputs give each of its scalars, and it
    has no array of unknown length or of more elements than are looked at. `offsets`, in bytes, are
    others than its members have. With them the block has LARGEST bytes at most, and keeps the rules
    that every implementation has for uniform blocks (Vulkan, "Offset and Stride Assignment").
    Effect: the members have these offsets (SPIR-V, OpMemberDecorate), and the inputs of the variant
    have the bytes there; between them lies PADDING.
    Facts: the uniforms that the module is run with are others.
    """

    struct: int
    offsets: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        members = members_of(module, self.struct)
        if not members or len(members) != len(self.offsets):
            return False
        moved = self._move(members)
        if moved == members or not can_lie_so(module, moved):
            return False
        return uniform_block(module, self.struct) is not None

    def _move(self, members: list[Member]) -> list[Member]:
        return [
            msgspec.structs.replace(one, offset=offset)
            for one, offset in zip(members, self.offsets, strict=True)
        ]

    def apply(self, module: Module) -> None:
        before = must_exist(uniform_block(module, self.struct))
        for found in offset_decorations(module, self.struct):
            offset = self.offsets[found.ops[1]]
            module.set_operands(found, [*found.ops[:3], offset])
        move_bytes(module, before, self.struct)


def can_lie_so(module: Module, members: list[Member]) -> bool:
    """Say whether the members of a uniform block of LARGEST bytes at most may lie like this."""
    ends = [one.offset + size_of(module, one) for one in members]
    if any(one.offset < 0 for one in members) or max(ends) > LARGEST:
        return False
    return follows_rules(module, members)


def offset_decorations(module: Module, struct: int) -> list[Instruction]:
    """Return what gives the members of a structure their offsets."""
    return [
        found
        for found in module.users(struct)
        if found.op == OpMemberDecorate and found.ops[2] == Decoration.OFFSET
    ]
