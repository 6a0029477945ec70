"""Values of Python as cells, and back."""

from __future__ import annotations

import struct
from typing import Any

from .kinds import FLOAT, Kind, Many, NativeNumber, Row, Unsupported


def cells_of(kind: Kind, value: Any) -> bytes:
    """Return the cells of a value: nested lists or tuples of numbers. None is zero."""
    if isinstance(kind, NativeNumber):
        if value is None:
            return bytes(8)
        return struct.pack("<d", value) if kind == FLOAT else struct.pack("<q", value)
    if isinstance(kind, Many):
        head = b"" if kind.count is not None else struct.pack("<q", len(value))
        if kind.element == FLOAT:
            return head + struct.pack(f"<{len(value)}d", *value)
        return head + b"".join([cells_of(kind.element, part) for part in value])
    if isinstance(kind, Row):
        return b"".join(
            [cells_of(part, inner) for part, inner in zip(kind.parts, value, strict=True)]
        )
    raise Unsupported("a value that has no cells")


def value_at(kind: Kind, data: memoryview, at: int = 0) -> tuple[Any, int]:
    """Return the value in cells, as nested lists, and where the next one begins."""
    if isinstance(kind, NativeNumber):
        return struct.unpack_from("<d" if kind == FLOAT else "<q", data, at)[0], at + 8
    if isinstance(kind, Many):
        return _list_at(kind, data, at)
    if not isinstance(kind, Row):
        raise Unsupported("a value that has no cells")
    found = []
    for part in kind.parts:
        value, at = value_at(part, data, at)
        found.append(value)
    return found, at


def _list_at(kind: Many, data: memoryview, at: int) -> tuple[list[Any], int]:
    count = kind.count
    if count is None:
        count, at = struct.unpack_from("<q", data, at)[0], at + 8
    if isinstance(kind.element, NativeNumber):
        code = "d" if kind.element == FLOAT else "q"
        return list(struct.unpack_from(f"<{count}{code}", data, at)), at + 8 * count
    found = []
    for _ in range(count):
        value, at = value_at(kind.element, data, at)
        found.append(value)
    return found, at
