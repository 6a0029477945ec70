"""Functions of the bits of integers."""

from __future__ import annotations

from typing import Final

from . import meanings as m
from . import packed
from .row import Builtin, Hazard, both, wgsl

_GL: Final = 400
_ES: Final = 310
_FIELD: Final = Hazard(
    "offset or bits is negative, or their sum above 32",
    lambda *arguments: arguments[-2] < 0 or arguments[-1] < 0 or arguments[-2] + arguments[-1] > 32,
    wgsl="defined",
    asks=(-2, -1),
)

_BEYOND: Final = Hazard(
    "the sum of offset and bits is above 32",
    lambda *arguments: arguments[-2] + arguments[-1] > 32,
    glsl="defined",
    wgsl="error in constants",
    asks=(-2, -1),
)

ROWS: Final = (
    Builtin(
        "uaddCarry", "integer", both("T: T T out:T", "U", _GL, _ES), m.add_carry, constant=False
    ),
    Builtin(
        "usubBorrow",
        "integer",
        both("T: T T out:T", "U", _GL, _ES),
        m.subtract_borrow,
        constant=False,
    ),
    Builtin(
        "umulExtended",
        "integer",
        both("void: T T out:T out:T", "U", _GL, _ES),
        m.multiply_u,
        constant=False,
    ),
    Builtin(
        "imulExtended",
        "integer",
        both("void: T T out:T out:T", "I", _GL, _ES),
        m.multiply,
        constant=False,
    ),
    Builtin(
        "bitfieldExtract",
        "integer",
        both("T: T int int", "I", _GL, _ES),
        m.extract,
        hazards=(_FIELD,),
    ),
    Builtin(
        "bitfieldExtract of uint",
        "integer",
        both("T: T int int", "U", _GL, _ES, name="bitfieldExtract"),
        m.extract_u,
        hazards=(_FIELD,),
    ),
    Builtin(
        "extractBits",
        "integer",
        (wgsl("T: T uint uint", "I"),),
        m.extract_clamped,
        hazards=(_BEYOND,),
    ),
    Builtin(
        "extractBits of uint",
        "integer",
        (wgsl("T: T uint uint", "U", name="extractBits"),),
        m.extract_clamped_u,
        hazards=(_BEYOND,),
    ),
    Builtin(
        "bitfieldInsert",
        "integer",
        both("T: T T int int", "IU", _GL, _ES),
        m.insert,
        hazards=(_FIELD,),
    ),
    Builtin(
        "insertBits",
        "integer",
        (wgsl("T: T T uint uint", "IU"),),
        m.insert_clamped,
        hazards=(_BEYOND,),
    ),
    Builtin(
        "bitfieldReverse",
        "integer",
        (*both("T: T", "IU", _GL, _ES), wgsl("T: T", "IU", name="reverseBits")),
        m.bit_reverse,
    ),
    Builtin("bitCount", "integer", both("i: T", "IU", _GL, _ES), m.bit_count),
    Builtin("countOneBits", "integer", (wgsl("T: T", "IU"),), m.bit_count),
    Builtin("findLSB", "integer", both("i: T", "IU", _GL, _ES), m.find_lsb),
    Builtin("firstTrailingBit", "integer", (wgsl("T: T", "IU"),), m.find_lsb),
    Builtin("findMSB", "integer", both("i: T", "IU", _GL, _ES), m.find_msb),
    Builtin("firstLeadingBit", "integer", (wgsl("T: T", "IU"),), m.find_msb),
    Builtin("countLeadingZeros", "integer", (wgsl("T: T", "IU"),), m.leading_zeros),
    Builtin("countTrailingZeros", "integer", (wgsl("T: T", "IU"),), m.trailing_zeros),
    Builtin("dot4U8Packed", "integer", (wgsl("uint: uint uint"),), packed.dot_4x8_u),
    Builtin("dot4I8Packed", "integer", (wgsl("int: uint uint"),), packed.dot_4x8),
)
