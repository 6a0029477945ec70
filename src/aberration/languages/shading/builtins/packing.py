"""The bits of floats as integers, and several numbers packed into one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from . import packed as m
from .accuracy import EXACT, Bound
from .meanings import Components
from .row import Builtin, Form, Hazard, both, glsl, wgsl
from .values import bits_float, float_bits

_NAN: Final = Hazard("the argument is NaN", lambda x: x != x, wgsl="indeterminate")
_UNUSUAL_BITS: Final = Hazard(
    "the bits are those of an infinity, NaN or subnormal number",
    lambda bits: _is_unusual(bits, 0x7F800000, 0x007FFFFF),
    wgsl="indeterminate",
)
_QUOTIENT: Final = Bound("ulp", 2.5)


def _is_unusual(bits: int, exponent: int, fraction: int) -> bool:
    """Whether bits, of which these masks are the exponent and the fraction, are no number, or one
    that an implementation may flush to zero.
    """
    found = bits & exponent
    return found == exponent or (found == 0 and bits & fraction != 0)


def _some_nan(v: Components) -> bool:
    return any(x != x for x in v)


def _halfway(scale: float, low: float) -> Hazard:
    """GLSL leaves it open which way a scaled component halfway between two integers is rounded,
    WGSL rounds it up.
    """

    def when(v: Components) -> bool:
        return any(abs(min(max(x, low), 1.0) * scale % 1.0 - 0.5) < scale * 2.0**-23 for x in v)

    return Hazard("a component, scaled, is halfway between two integers", when, wgsl="defined")


_NANS: Final = Hazard("a component is NaN", _some_nan)
_BEYOND_HALF: Final = Hazard(
    "a component is beyond the largest 16-bit float", lambda v: any(abs(x) > 65504.0 for x in v)
)
_UNUSUAL_HALF: Final = Hazard(
    "a half of the bits is an infinity, NaN or subnormal number",
    lambda bits: any(_is_unusual(bits >> shift, 0x7C00, 0x03FF) for shift in (0, 16)),
)
_SMALL_HALF: Final = Hazard(
    "a component is too small to be a normal 16-bit float",
    lambda v: any(0.0 < abs(x) < 2.0**-14 for x in v),
)


def _forms(signature: str, gl: int, es: int, spelled: str) -> tuple[Form, ...]:
    return (*both(signature, "", gl, es), wgsl(signature, name=spelled))


def _pack(
    name: str, gl: int, es: int, width: int, meaning: Callable[..., Any], *hazards: Hazard
) -> Builtin:
    spelled = name.replace("Half", "").replace("Snorm", "").replace("Unorm", "")
    kind = name.removeprefix("pack").removesuffix("2x16").removesuffix("4x8").lower()
    own = f"{spelled}{'float' if kind == 'half' else kind}"
    return Builtin(
        name, "packing", _forms(f"uint: vec{width}", gl, es, own), meaning, False, (_NANS, *hazards)
    )


def _unpack(
    name: str,
    gl: int,
    es: int,
    width: int,
    meaning: Callable[..., Any],
    bound: Bound,
    *hazards: Hazard,
) -> Builtin:
    spelled = name.replace("Half", "").replace("Snorm", "").replace("Unorm", "")
    kind = name.removeprefix("unpack").removesuffix("2x16").removesuffix("4x8").lower()
    own = f"{spelled}{'float' if kind == 'half' else kind}"
    return Builtin(
        name, "packing", _forms(f"vec{width}: uint", gl, es, own), meaning, False, hazards, bound
    )


ROWS: Final = (
    Builtin("floatBitsToInt", "packing", both("i: T", "F", 330, 300), m.int_bits, hazards=(_NAN,)),
    Builtin("floatBitsToUint", "packing", both("u: T", "F", 330, 300), float_bits, hazards=(_NAN,)),
    Builtin(
        "intBitsToFloat",
        "packing",
        both("f: T", "I", 330, 300),
        lambda bits: bits_float(bits & 0xFFFFFFFF),
        hazards=(_UNUSUAL_BITS,),
    ),
    Builtin(
        "uintBitsToFloat",
        "packing",
        both("f: T", "U", 330, 300),
        bits_float,
        hazards=(_UNUSUAL_BITS,),
    ),
    _pack("packSnorm4x8", 400, 310, 4, m.pack_snorm4x8, _halfway(127.0, -1.0)),
    _pack("packUnorm4x8", 400, 310, 4, m.pack_unorm4x8, _halfway(255.0, 0.0)),
    _pack("packSnorm2x16", 420, 300, 2, m.pack_snorm2x16, _halfway(32767.0, -1.0)),
    _pack("packUnorm2x16", 400, 300, 2, m.pack_unorm2x16, _halfway(65535.0, 0.0)),
    _pack("packHalf2x16", 420, 300, 2, m.pack_half2x16, _BEYOND_HALF, _SMALL_HALF),
    _unpack("unpackSnorm4x8", 400, 310, 4, m.unpack_snorm4x8, _QUOTIENT),
    _unpack("unpackUnorm4x8", 400, 310, 4, m.unpack_unorm4x8, _QUOTIENT),
    _unpack("unpackSnorm2x16", 420, 300, 2, m.unpack_snorm2x16, _QUOTIENT),
    _unpack("unpackUnorm2x16", 400, 300, 2, m.unpack_unorm2x16, _QUOTIENT),
    _unpack("unpackHalf2x16", 420, 300, 2, m.unpack_half2x16, EXACT, _UNUSUAL_HALF),
    Builtin("packDouble2x32", "packing", (glsl("double: uvec2", since=400),), m.pack_double, False),
    Builtin(
        "unpackDouble2x32", "packing", (glsl("uvec2: double", since=400),), m.unpack_double, False
    ),
    Builtin("pack4xI8", "packing", (wgsl("uint: ivec4"),), m.pack_4x8, False),
    Builtin("pack4xU8", "packing", (wgsl("uint: uvec4"),), m.pack_4x8, False),
    Builtin("pack4xI8Clamp", "packing", (wgsl("uint: ivec4"),), m.pack_4x8_clamped, False),
    Builtin("pack4xU8Clamp", "packing", (wgsl("uint: uvec4"),), m.pack_4x8_clamped_u, False),
    Builtin("unpack4xI8", "packing", (wgsl("ivec4: uint"),), m.unpack_4x8, False),
    Builtin("unpack4xU8", "packing", (wgsl("uvec4: uint"),), m.unpack_4x8_u, False),
)
