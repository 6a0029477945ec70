"""Let a matrix in a uniform block be stored by rows instead of columns, or with another stride."""

from __future__ import annotations

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpMemberDecorate
from aberration.methods.transform.analysis.standard_layout import members_of
from aberration.methods.transform.analysis.uniform_blocks import move_bytes, uniform_block
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.move_uniform_members import can_lie_so


class ChangeUniformMatrixLayout(Transformation, frozen=True, gc=False):
    """Precondition: `struct` is the type of a uniform block that MoveUniformMembers could change.
    Its member number `member` is a matrix, or an array of matrices, that is decorated RowMajor or
    ColMajor. `stride`, in bytes, or `row_major` are others than it has. With them the block keeps
    within the bytes and the rules that are named there.
    Effect: the member has this MatrixStride, and is RowMajor or ColMajor (SPIR-V 3.20); the inputs
    of the variant have the bytes there, between which lies PADDING.
    Facts: the uniforms that the module is run with are others.
    """

    struct: int
    member: int
    stride: int
    row_major: bool

    def is_applicable(self, module: Module) -> bool:
        members = members_of(module, self.struct)
        if not 0 <= self.member < len(members) or self.stride <= 0:
            return False
        old = members[self.member]
        new = msgspec.structs.replace(old, stride=self.stride, row_major=self.row_major)
        if not old.stride or new == old or len(layout_of(module, self.struct, self.member)) != 2:
            return False
        changed = [*members[: self.member], new, *members[self.member + 1 :]]
        return can_lie_so(module, changed) and uniform_block(module, self.struct) is not None

    def apply(self, module: Module) -> None:
        before = must_exist(uniform_block(module, self.struct))
        major = Decoration.ROW_MAJOR if self.row_major else Decoration.COL_MAJOR
        for found in layout_of(module, self.struct, self.member):
            is_stride = found.ops[2] == Decoration.MATRIX_STRIDE
            words = [Decoration.MATRIX_STRIDE, self.stride] if is_stride else [major]
            module.set_operands(found, [*found.ops[:2], *words])
        move_bytes(module, before, self.struct)


def layout_of(module: Module, struct: int, member: int) -> list[Instruction]:
    """Return the decorations that say how the matrices of a member are stored."""
    kinds = (Decoration.MATRIX_STRIDE, Decoration.ROW_MAJOR, Decoration.COL_MAJOR)
    return [
        found
        for found in module.users(struct)
        if found.op == OpMemberDecorate and found.ops[1] == member and found.ops[2] in kinds
    ]
