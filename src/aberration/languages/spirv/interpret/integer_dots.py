"""What the integer dot products have in common (SPIR-V specification, 3.42.13): which operand has a
sign, and how their components lie.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import msgspec

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import PackedVectorFormat
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

from .leaves import Leaves
from .undefined import refuse

_PACKED: Final = 8
_WORD: Final = 32
DOTS: Final = MappingProxyType(
    {
        o.OpSDot: (True, True),
        o.OpUDot: (False, False),
        o.OpSUDot: (True, False),
        o.OpSDotAccSat: (True, True),
        o.OpUDotAccSat: (False, False),
        o.OpSUDotAccSat: (True, False),
    }
)
"""Whether the components of either operand have a sign, by opcode."""
_SATURATING: Final = frozenset((o.OpSDotAccSat, o.OpUDotAccSat, o.OpSUDotAccSat))


class Dot(msgspec.Struct, frozen=True):
    """`component` and `width` are the bits of a component and of the result; `saturates`: an
    accumulator is added, and only that sum is cut off at the ends of the type.
    """

    signs: tuple[bool, bool]
    component: int
    width: int
    is_packed: bool
    saturates: bool


def dot_of(module: Module, leaves: Leaves, found: Instruction) -> Dot:
    """Return what an integer dot product is. Raise `Refused` for packed words of another form than
    the only one that there is.
    """
    saturates = found.op in _SATURATING
    formats = found.ops[3 if saturates else 2 :]
    of_operand = leaves.of(module.type_of(found.ops[0]))
    is_packed = bool(formats)
    known = [PackedVectorFormat.PACKED_VECTOR_FORMAT4X8_BIT]
    if is_packed and (formats != known or [leaf.width for leaf in of_operand] != [_WORD]):
        raise refuse("a packed vector of another form than four times eight bits", found)
    return Dot(
        DOTS[found.op],
        _PACKED if is_packed else of_operand[0].width,
        leaves.of(found.type_id)[0].width,
        is_packed,
        saturates,
    )
