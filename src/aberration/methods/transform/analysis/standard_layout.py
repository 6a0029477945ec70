"""The rules of Vulkan for the memory of uniform blocks ("Offset and Stride Assignment"), as all
implementations have them: no scalar block layout, and arrays, structures and matrices aligned to 16
bytes.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.layout import mark, member_marks
from aberration.languages.spirv.module import Module

EXTENDED: Final = 16
"""What composites but vectors are aligned to, in bytes, and a multiple of it."""


class Member(msgspec.Struct, frozen=True):
    """A member of a block: its type, its offset in bytes, and the stride of its matrices, 0 if it
    has none, whose rows are in one piece if it is `row_major`, or else their columns; and what lies
    between its elements, if it is an array.
    """

    type_id: int
    offset: int
    stride: int = 0
    row_major: bool = False
    array_stride: int = 0

    def is_composite(self, module: Module) -> bool:
        """Say whether it is an array, a structure or a matrix."""
        return not types.is_scalar(module, self.type_id) and not types.is_vector(
            module, self.type_id
        )


def members_of(module: Module, struct: int) -> list[Member]:
    """Return the members of a block in their order; none if one has no offset."""
    found = []
    for k, type_id in enumerate(types.part_types(module, struct)):
        marks = member_marks(module, struct, k)
        if Decoration.OFFSET not in marks:
            return []
        found.append(
            Member(
                type_id,
                marks[Decoration.OFFSET],
                marks.get(Decoration.MATRIX_STRIDE, 0),
                Decoration.ROW_MAJOR in marks,
                max(0, mark(module, type_id, Decoration.ARRAY_STRIDE)),
            )
        )
    return found


def element_of(module: Module, member: Member) -> Member:
    """Return the first element of a member that is an array, as if it were a member."""
    type_id = types.component_type(module, member.type_id)
    stride = max(0, mark(module, type_id, Decoration.ARRAY_STRIDE))
    return msgspec.structs.replace(member, type_id=type_id, array_stride=stride)


def alignment_of(module: Module, member: Member) -> int:
    """Return what the offset of a member has to be a multiple of; 0 if it is not known."""
    type_id = member.type_id
    if types.is_scalar(module, type_id):
        return types.width(module, type_id) // 8
    if types.is_vector(module, type_id):
        return _of_vector(module, type_id, types.component_count(module, type_id))
    if types.is_matrix(module, type_id):
        column = types.component_type(module, type_id)
        rows, columns = (types.component_count(module, one) for one in (column, type_id))
        return _extend(_of_vector(module, column, columns if member.row_major else rows))
    if types.is_array(module, type_id):
        return _extend(alignment_of(module, element_of(module, member)))
    inner = members_of(module, type_id)
    alignments = [alignment_of(module, one) for one in inner]
    return _extend(max(alignments)) if alignments and all(alignments) else 0


def size_of(module: Module, member: Member) -> int:
    """Return how many bytes a member takes; 0 if that is not known. What fills the last stride up
    belongs to it.
    """
    type_id = member.type_id
    if types.is_scalar(module, type_id):
        return types.width(module, type_id) // 8
    count = types.component_count(module, type_id)
    if types.is_vector(module, type_id):
        return count * types.width(module, type_id) // 8
    if types.is_matrix(module, type_id):
        rows = types.component_count(module, types.component_type(module, type_id))
        return member.stride * (rows if member.row_major else count)
    if types.is_array(module, type_id):
        return member.array_stride * count
    inner = members_of(module, type_id)
    ends = [one.offset + size_of(module, one) for one in inner]
    return _extend(max(ends)) if ends else 0


def follows_rules(module: Module, members: list[Member]) -> bool:
    """Say whether members of a block lie as a uniform block may have them: each at a multiple of
    its alignment, none in another one, and none where a composite is filled up to its alignment;
    strides are multiples of it, too, and elements lie in their strides.
    """
    end = 0
    for member in sorted(members, key=_offset_of):
        alignment, size = alignment_of(module, member), size_of(module, member)
        if not alignment or not size or member.offset % alignment or member.offset < end:
            return False
        if member.stride % alignment or not _elements_fit(module, member, alignment):
            return False
        end = member.offset + size
        if member.is_composite(module):
            end = -(-end // alignment) * alignment
    return True


def _elements_fit(module: Module, member: Member, alignment: int) -> bool:
    if not types.is_array(module, member.type_id):
        return True
    size = size_of(module, element_of(module, member))
    return member.array_stride % alignment == 0 and member.array_stride >= size > 0


def _offset_of(member: Member) -> int:
    return member.offset


def _of_vector(module: Module, type_id: int, count: int) -> int:
    return types.width(module, type_id) // 8 * (2 if count == 2 else 4)


def _extend(alignment: int) -> int:
    return -(-alignment // EXTENDED) * EXTENDED
