"""From bytes to lists and back, by the layout of a type."""

from __future__ import annotations

import struct
from typing import Any, Final

from ..layout import Standard, extent, offsets
from ..types import Array, Atomic, Matrix, Scalar, Struct, Type, Vector
from .trap import Refused, Undefined

_CODES: Final = {
    "int": "<i",
    "uint": "<I",
    "float": "<f",
    "half": "<e",
    "double": "<d",
    "bool": "<I",
}


class Memory:
    """One layout standard; bytes that the data lack are zero."""

    def __init__(self, standard: Standard) -> None:
        self.standard: Final = standard

    def read(self, type: Type, data: bytes, at: int = 0, *, row_major: bool = False) -> Any:
        """Return the value at an offset: a scalar, or nested lists."""
        if isinstance(type, Atomic):
            return self.read(type.component, data, at)
        if isinstance(type, Scalar):
            return _read_scalar(type, data, at)
        if isinstance(type, Vector):
            step = type.component.bits // 8
            return [_read_scalar(type.component, data, at + k * step) for k in range(type.size)]
        if isinstance(type, Matrix):
            return [
                [_read_scalar(type.component, data, at + place) for place in column]
                for column in self._columns(type, row_major)
            ]
        if isinstance(type, Array):
            stride = extent(type, self.standard, row_major=row_major).stride
            size = type.size
            count = size if size is not None else max(len(data) - at, 0) // stride
            return [
                self.read(type.element, data, at + k * stride, row_major=row_major)
                for k in range(count)
            ]
        if isinstance(type, Struct):
            rows = zip(type.members, offsets(type, self.standard), strict=True)
            return [
                self.read(member.type, data, at + offset, row_major=member.row_major)
                for member, offset in rows
            ]
        raise Refused(f"a value of type {type.glsl} in memory")

    def write(
        self, type: Type, value: Any, data: bytearray, at: int = 0, *, row_major: bool = False
    ) -> None:
        """Write a value to where `read` finds it; what lies beyond the data is left out.

        Raise `Undefined` for what was never written: a parameter that a function leaves unset gives
        its argument such a value.
        """
        if value is None:
            raise Undefined("uninitialised", "a buffer is given what was never written")
        if isinstance(type, Atomic):
            self.write(type.component, value, data, at)
        elif isinstance(type, Scalar):
            _write_scalar(type, value, data, at)
        elif isinstance(type, Vector):
            step = type.component.bits // 8
            for k, part in enumerate(value):
                self.write(type.component, part, data, at + k * step)
        elif isinstance(type, Matrix):
            for column, places in zip(value, self._columns(type, row_major), strict=True):
                for part, place in zip(column, places, strict=True):
                    self.write(type.component, part, data, at + place)
        elif isinstance(type, Array):
            stride = extent(type, self.standard, row_major=row_major).stride
            for k, part in enumerate(value):
                self.write(type.element, part, data, at + k * stride, row_major=row_major)
        elif isinstance(type, Struct):
            for member, offset, part in zip(
                type.members, offsets(type, self.standard), value, strict=True
            ):
                self.write(member.type, part, data, at + offset, row_major=member.row_major)

    def _columns(self, type: Matrix, row_major: bool) -> list[list[int]]:
        """The offset of each component, column by column."""
        stride = extent(type, self.standard, row_major=row_major).stride
        each = type.component.bits // 8
        long, short = (each, stride) if row_major else (stride, each)
        return [
            [column * long + row * short for row in range(type.rows)]
            for column in range(type.columns)
        ]


def _read_scalar(type: Scalar, data: bytes, at: int) -> bool | int | float:
    code = _CODES[type.kind]
    size = struct.calcsize(code)
    found = struct.unpack(code, data[at : at + size].ljust(size, b"\0"))[0]
    return bool(found) if type.kind == "bool" else found


def _write_scalar(type: Scalar, value: bool | int | float, data: bytearray, at: int) -> None:
    code = _CODES[type.kind]
    size = struct.calcsize(code)
    if at + size <= len(data):
        struct.pack_into(code, data, at, int(value) if type.kind == "bool" else value)
