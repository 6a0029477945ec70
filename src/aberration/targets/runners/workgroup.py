"""How much memory a module's workgroup variables take, which drivers need not look at (Vulkan 1.3,
43, Limits).

`maxComputeSharedMemorySize` is held to the largest block that they would be by the rules of
standard storage buffer layout, with booleans of 32 bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

# OpTypeBool to OpTypeStruct
_BOOL, _INT, _FLOAT, _VECTOR, _MATRIX, _ARRAY, _STRUCT = 20, 21, 22, 23, 24, 28, 30
DECLARATIONS: Final = frozenset({_BOOL, _INT, _FLOAT, _VECTOR, _MATRIX, _ARRAY, _STRUCT})
"""Opcodes of the types whose size is known."""

Declared = Mapping[int, tuple[int, tuple[int, ...]]]
"""By id of a type: its opcode, and its operands."""


class Size(msgspec.Struct, frozen=True):
    """Bytes, and the number that the offset must be a multiple of."""

    size: int
    alignment: int

    @property
    def stride(self) -> int:
        """Return the distance of two of them in an array."""
        return _round_up(self.size, self.alignment)


def workgroup_bytes(types: Declared, constants: Mapping[int, int], variables: list[int]) -> int:
    """Return the bytes of variables of these types, one after the other; `constants` are
    lengths of arrays by id.
    """
    end = 0
    for type_id in variables:
        size = _size(types, constants, type_id)
        end = _round_up(end, size.alignment) + size.size
    return end


def _size(types: Declared, constants: Mapping[int, int], type_id: int) -> Size:
    opcode, operands = types.get(type_id, (0, ()))
    if opcode in (_INT, _FLOAT):
        return Size(operands[0] // 8, operands[0] // 8)
    if opcode == _VECTOR:
        part = _size(types, constants, operands[0])
        return Size(part.size * operands[1], part.alignment * (2 if operands[1] == 2 else 4))
    if opcode in (_MATRIX, _ARRAY):
        part = _size(types, constants, operands[0])
        count = operands[1] if opcode == _MATRIX else constants.get(operands[1], 1)
        return Size(part.stride * count, part.alignment)
    if opcode == _STRUCT:
        return _struct([_size(types, constants, member) for member in operands])
    return Size(4, 4)


def _struct(members: list[Size]) -> Size:
    end = 0
    for member in members:
        end = _round_up(end, member.alignment) + member.size
    alignment = max((member.alignment for member in members), default=1)
    return Size(_round_up(end, alignment), alignment)


def _round_up(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment
