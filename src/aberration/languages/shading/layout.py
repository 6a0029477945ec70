"""Where values lie in memory: std140, std430 and WGSL's layout, in bytes.

Sources: OpenGL 4.6 core specification, 7.6.2.2 "Standard Uniform Block Layout"; WGSL specification,
14.4 "Memory Layout" and "Address Space Layout Constraints".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from aberration.core.errors import BadInput

from .types import Array, Atomic, Matrix, Scalar, Struct, Type, TypeMember, Vector

Standard = Literal["std140", "std430", "wgsl"]
Path = tuple[int | str, ...]
_ROW: Final = 16
"""What std140 rounds the alignment of arrays and structures up to, and what WGSL's uniform
address space demands.
"""


class Extent(msgspec.Struct, frozen=True):
    """`align` and `size` of a value. `stride` is the distance of two elements of an array, or of
    two columns (or rows) of a matrix; 0 for all else. `size` of an array whose length is not known
    is that of one element.
    """

    align: int
    size: int
    stride: int = 0


def round_up(multiple: int, value: int) -> int:
    return (value + multiple - 1) // multiple * multiple


def extent(type: Type, standard: Standard, *, row_major: bool = False) -> Extent:
    """Return alignment, size and stride of a type; raise `BadInput` for one that cannot lie in
    shared memory.
    """
    if isinstance(type, Scalar) and type.bits:
        return Extent(type.bits // 8, type.bits // 8)
    if isinstance(type, Atomic):
        return Extent(4, 4)
    if isinstance(type, Vector):
        each = type.component.bits // 8
        # 7.6.2.2, rules 2 and 3: a vector of three is aligned as one of four, and is 12 bytes long
        # all the same, so that a float may follow in its last word.
        return Extent(each * (2 if type.size == 2 else 4), each * type.size)
    if isinstance(type, Matrix):
        return _matrix(type, standard, row_major)
    if isinstance(type, Array):
        return _array(type, standard, row_major)
    if isinstance(type, Struct):
        return _struct(type, standard)
    raise BadInput(f"expected a type with a place in memory, found {type.glsl}")


def _matrix(type: Matrix, standard: Standard, row_major: bool) -> Extent:
    long, lines = (type.columns, type.rows) if row_major else (type.rows, type.columns)
    each = type.component.bits // 8
    # A column (or row) is laid out as a vector, and one of three is aligned as one of four.
    align = each * (2 if long == 2 else 4)
    if standard == "std140":
        # Rules 5 and 7: a matrix is an array of its columns, and of arrays see below.
        align = round_up(_ROW, align)
    return Extent(align, align * lines, align)


def _array(type: Array, standard: Standard, row_major: bool) -> Extent:
    element = extent(type.element, standard, row_major=row_major)
    # Rule 4: elements of arrays are aligned as a vec4, which std430 leaves out.
    align = round_up(_ROW, element.align) if standard == "std140" else element.align
    stride = round_up(align, element.size)
    return Extent(align, stride * (type.size if type.size is not None else 1), stride)


def _struct(type: Struct, standard: Standard) -> Extent:
    align, end = 1, 0
    for member, offset in zip(type.members, offsets(type, standard), strict=True):
        align = max(align, member_align(member, standard))
        end = offset + member_size(member, standard)
    if standard == "std140":
        align = round_up(_ROW, align)
    # The padding at the end belongs to a structure (rule 9; WGSL, SizeOf): what follows begins
    # behind it.
    return Extent(align, round_up(align, end))


def member_align(member: TypeMember, standard: Standard) -> int:
    natural = extent(member.type, standard, row_major=member.row_major).align
    if member.align is None:
        return natural
    # GLSL's `layout(align)` only raises it, WGSL's `@align` takes its place.
    return member.align if standard == "wgsl" else max(natural, member.align)


def member_size(member: TypeMember, standard: Standard) -> int:
    if member.size is not None:
        return member.size
    return extent(member.type, standard, row_major=member.row_major).size


def offsets(type: Struct, standard: Standard) -> tuple[int, ...]:
    """Return the offset of each member, from the beginning of the structure."""
    found, end = [], 0
    for member in type.members:
        start = end if member.offset is None else max(end, member.offset)
        offset = round_up(member_align(member, standard), start)
        found.append(offset)
        end = offset + member_size(member, standard)
    return tuple(found)


def leaves(
    type: Type, standard: Standard, at: int = 0, *, row_major: bool = False, path: Path = ()
) -> Iterator[tuple[Path, int, Scalar]]:
    """Give each scalar in a value: the path of members and indices to it, its byte offset, its
    type.

    Of an array whose length is not known, the first element is given.
    """
    if isinstance(type, Scalar):
        yield path, at, type
    elif isinstance(type, Atomic):
        yield path, at, type.component
    elif isinstance(type, Vector):
        for k in range(type.size):
            yield (*path, k), at + k * type.component.bits // 8, type.component
    elif isinstance(type, Matrix):
        yield from _matrix_leaves(
            type, extent(type, standard, row_major=row_major).stride, at, row_major, path
        )
    elif isinstance(type, Array):
        stride = extent(type, standard, row_major=row_major).stride
        for k in range(1 if type.size is None else type.size):
            yield from leaves(
                type.element, standard, at + k * stride, row_major=row_major, path=(*path, k)
            )
    elif isinstance(type, Struct):
        for member, offset in zip(type.members, offsets(type, standard), strict=True):
            inner = (*path, member.name)
            yield from leaves(
                member.type, standard, at + offset, row_major=member.row_major, path=inner
            )
    else:
        raise BadInput(f"expected a type with a place in memory, found {type.glsl}")


def _matrix_leaves(
    type: Matrix, stride: int, at: int, row_major: bool, path: Path
) -> Iterator[tuple[Path, int, Scalar]]:
    each = type.component.bits // 8
    for column in range(type.columns):
        for row in range(type.rows):
            line, inside = (row, column) if row_major else (column, row)
            yield (*path, column, row), at + line * stride + inside * each, type.component


def uniform_faults(type: Type) -> str:
    """Return why a type may not lie in WGSL's uniform address space as it is laid out; empty
    where it may.
    """
    if isinstance(type, Array):
        placed = extent(type, "wgsl")
        if placed.stride % _ROW:
            return (
                f"the elements of {type.wgsl} lie {placed.stride} bytes apart, which is no "
                f"multiple of {_ROW}"
            )
        return uniform_faults(type.element)
    if not isinstance(type, Struct):
        return ""
    return _member_faults(type)


def _member_faults(type: Struct) -> str:
    end = 0
    for member, offset in zip(type.members, offsets(type, "wgsl"), strict=True):
        if end and offset < end:
            return (
                f"member {member.name} of {type.name} begins within {_ROW} bytes after a structure"
            )
        if isinstance(member.type, Array | Struct) and offset % _ROW:
            return (
                f"member {member.name} of {type.name} lies at byte {offset}, which is no "
                f"multiple of {_ROW}"
            )
        size = extent(member.type, "wgsl").size
        # What follows a structure begins no earlier than behind its size, rounded up to 16 (WGSL,
        # "Address Space Layout Constraints").
        end = offset + round_up(_ROW, size) if isinstance(member.type, Struct) else 0
        inner = uniform_faults(member.type)
        if inner:
            return inner
    return ""
