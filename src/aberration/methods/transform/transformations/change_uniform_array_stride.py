"""Let the elements of an array in a uniform block lie farther apart, or closer."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpDecorate,
    OpMemberDecorate,
    OpMemberName,
    OpName,
    OpTypePointer,
    OpTypeStruct,
)
from aberration.languages.spirv.preamble import decorations
from aberration.methods.transform.analysis.standard_layout import Member, members_of
from aberration.methods.transform.analysis.uniform_blocks import move_bytes, uniform_block
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.move_uniform_members import can_lie_so

_NAMES: Final = (OpName, OpMemberName, OpDecorate, OpMemberDecorate)


class ChangeUniformArrayStride(Transformation, frozen=True, gc=False):
    """Precondition: `array` is the type of members of one uniform block and of nothing else, and
    the block is one that MoveUniformMembers could change. `stride`, in bytes, is another one than
    the array has. With it the block keeps within the bytes and the rules that are named there.
    Effect: the array has this stride (SPIR-V, OpDecorate), and the inputs of the variant have the
    bytes there; between them lies PADDING.
    Facts: the uniforms that the module is run with are others.
    """

    array: int
    stride: int

    def is_applicable(self, module: Module) -> bool:
        struct = block_of_array(module, self.array)
        if not struct or self.stride <= 0:
            return False
        members = members_of(module, struct)
        changed = self._change(members)
        if changed == members or not can_lie_so(module, changed):
            return False
        return uniform_block(module, struct) is not None

    def _change(self, members: list[Member]) -> list[Member]:
        return [
            msgspec.structs.replace(one, array_stride=self.stride)
            if one.type_id == self.array
            else one
            for one in members
        ]

    def apply(self, module: Module) -> None:
        struct = block_of_array(module, self.array)
        before = must_exist(uniform_block(module, struct))
        for found in decorations(module, self.array):
            if found.ops[1] == Decoration.ARRAY_STRIDE:
                module.set_operands(found, [*found.ops[:2], self.stride])
        move_bytes(module, before, struct)


def block_of_array(module: Module, array: int) -> int:
    """Return the only structure that has members of a type of arrays, which is nothing else but
    what pointers to uniforms point to; 0 if there is none.
    """
    if not types.is_array(module, array):
        return 0
    users = [user for user in module.users(array) if user.op not in _NAMES]
    structs = {user.result_id for user in users if user.op == OpTypeStruct}
    others = [user for user in users if user.op != OpTypeStruct]
    if len(structs) != 1 or not all(_is_uniform_pointer(one) for one in others):
        return 0
    return min(structs)


def _is_uniform_pointer(found: Instruction) -> bool:
    return found.op == OpTypePointer and found.ops[0] == StorageClass.UNIFORM
