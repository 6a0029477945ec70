"""The scalars that a value in memory is made of, with their places."""

from __future__ import annotations

from collections.abc import Iterator

from aberration.languages.shading.layout import Standard, extent, offsets
from aberration.languages.shading.types import Array, Atomic, Matrix, Scalar, Struct, Type, Vector

Leaf = tuple[int, str]
"""Where a scalar begins, in bytes, and what it is."""


def leaves(
    type: Type, standard: Standard, size: int, at: int = 0, *, row_major: bool = False
) -> Iterator[Leaf]:
    """Give the scalars of a value at an offset, as far as `size` bytes reach: so long are
    arrays without a length.
    """
    if isinstance(type, Scalar):
        if at + type.bits // 8 <= size or type.kind == "bool":
            yield at, type.kind
    elif isinstance(type, Atomic):
        yield from leaves(type.component, standard, size, at)
    elif isinstance(type, Vector):
        for k in range(type.size):
            yield from leaves(type.component, standard, size, at + k * (type.component.bits // 8))
    elif isinstance(type, Matrix):
        stride = extent(type, standard, row_major=row_major).stride
        lines, length = (type.rows, type.columns) if row_major else (type.columns, type.rows)
        for line in range(lines):
            for k in range(length):
                yield from leaves(
                    type.component,
                    standard,
                    size,
                    at + line * stride + k * (type.component.bits // 8),
                )
    elif isinstance(type, Array):
        stride = extent(type, standard, row_major=row_major).stride
        for k in range(type.size if type.size is not None else max(size - at, 0) // stride):
            yield from leaves(type.element, standard, size, at + k * stride, row_major=row_major)
    elif isinstance(type, Struct):
        for member, offset in zip(type.members, offsets(type, standard), strict=True):
            yield from leaves(member.type, standard, size, at + offset, row_major=member.row_major)
