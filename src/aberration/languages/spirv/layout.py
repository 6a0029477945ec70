"""Where the scalars of a type with explicit layout lie in memory."""

from __future__ import annotations

from typing import Final

import msgspec

from . import opcodes, types
from .enums import Decoration
from .module import Module
from .preamble import decorations

UNKNOWN: Final = -1
MOST_ELEMENTS: Final = 16
"""Elements of an array that are looked at."""


class BlockScalar(msgspec.Struct, frozen=True, gc=False):
    """An int or float: the literal indices that lead to it, its type, and its offset in bytes."""

    path: tuple[int, ...]
    type_id: int
    offset: int


class _Part(msgspec.Struct, frozen=True, gc=False):
    """A part that is still to be taken apart. `struct` and `member` say whose member's
    decorations hold for it.
    """

    path: tuple[int, ...]
    type_id: int
    offset: int
    struct: int = 0
    member: int = 0


def scalars_of(module: Module, type_id: int, most: int) -> list[BlockScalar]:
    """Return the ints and floats of a type in memory, in order, `most` of them at most; of arrays,
    the first elements.

    What has no layout (no offset, no stride) is left out.
    """
    found: list[BlockScalar] = []
    waiting = [_Part((), type_id, 0)]
    while waiting and len(found) < most:
        part = waiting.pop()
        if types.is_numeric_scalar(module, part.type_id):
            found.append(BlockScalar(part.path, part.type_id, part.offset))
        else:
            waiting.extend(reversed(_parts_of(module, part)))
    return found


def _parts_of(module: Module, part: _Part) -> list[_Part]:
    if types.is_struct(module, part.type_id):
        return _members(module, part)
    if types.is_array(module, part.type_id):
        stride = mark(module, part.type_id, Decoration.ARRAY_STRIDE)
        return _elements(module, part, stride)
    if types.is_matrix(module, part.type_id):
        return _columns(module, part)
    if types.is_vector(module, part.type_id):
        return _elements(module, part, types.width(module, part.type_id) // 8)
    return []


def _members(module: Module, part: _Part) -> list[_Part]:
    members = []
    for k, type_id in enumerate(types.part_types(module, part.type_id)):
        offset = member_marks(module, part.type_id, k).get(Decoration.OFFSET, UNKNOWN)
        if offset != UNKNOWN:
            members.append(_Part((*part.path, k), type_id, part.offset + offset, part.type_id, k))
    return members


def _elements(module: Module, part: _Part, stride: int) -> list[_Part]:
    if stride <= 0:
        return []
    type_id = types.component_type(module, part.type_id)
    count = min(types.component_count(module, part.type_id), MOST_ELEMENTS)
    return [
        _Part((*part.path, k), type_id, part.offset + k * stride, part.struct, part.member)
        for k in range(count)
    ]


def _columns(module: Module, part: _Part) -> list[_Part]:
    """Take a matrix apart into its scalars: a row-major one has no columns in one piece."""
    marks = member_marks(module, part.struct, part.member)
    stride = marks.get(Decoration.MATRIX_STRIDE, UNKNOWN)
    if stride <= 0:
        return []
    column_type = types.component_type(module, part.type_id)
    scalar = types.component_type(module, column_type)
    size = types.width(module, scalar) // 8
    rows = types.component_count(module, column_type)
    places = matrix_places(types.component_count(module, part.type_id), rows, stride, size, marks)
    return [
        _Part((*part.path, k // rows, k % rows), scalar, part.offset + offset)
        for k, offset in enumerate(places)
    ]


# ---- what decorations say


def member_marks(module: Module, struct: int, member: int) -> dict[int, int]:
    """Return the decorations of a member of a structure, each with its number, 0 if it has none."""
    return {
        found.ops[2]: found.ops[3] if len(found.ops) > 3 else 0
        for found in module.users(struct)
        if found.op == opcodes.OpMemberDecorate
        and found.ops[0] == struct
        and found.ops[1] == member
    }


def mark(module: Module, target: int, decoration: int) -> int:
    """Return the number of a decoration of an id; `UNKNOWN` without it."""
    for found in decorations(module, target):
        if found.ops[1] == decoration and len(found.ops) > 2:
            return found.ops[2]
    return UNKNOWN


def matrix_places(
    columns: int, rows: int, stride: int, size: int, marks: dict[int, int]
) -> list[int]:
    """Return the offsets in bytes of the scalars of a matrix, column by column; `stride` lies
    between its columns, or between its rows if its member's `marks` say so, and `size` is that of a
    scalar.
    """
    # The stride lies between the lines that are in one piece: columns, or rows where the member
    # says so.
    across, down = (size, stride) if Decoration.ROW_MAJOR in marks else (stride, size)
    return [column * across + row * down for column in range(columns) for row in range(rows)]
