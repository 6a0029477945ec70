"""Built-in functions on the bits of floats, and those of ESSL whose results are of low precision:
with arguments and in places in which all that they give is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from aberration.languages.shading.tree import Expression, Field, Statement
from aberration.languages.shading.types import FLOAT, INT, UINT, Type, scalar_or_vector, vector

from ..state import Generator
from .parts import binary, block, call, edge, literal, local, observe, operand


class _Unpacking(msgspec.Struct, frozen=True):
    """`names` in GLSL and WGSL; the result's components; `scale` makes them integers; the bits of
    the argument that are kept, and those that are set.
    """

    names: tuple[str, str]
    size: int
    scale: float
    kept: int = 2**32 - 1
    set: int = 0


_UNPACKINGS: Final = (
    _Unpacking(("unpackSnorm4x8", "unpack4x8snorm"), 4, 127.0),
    _Unpacking(("unpackUnorm4x8", "unpack4x8unorm"), 4, 255.0),
    _Unpacking(("unpackSnorm2x16", "unpack2x16snorm"), 2, 32767.0),
    _Unpacking(("unpackUnorm2x16", "unpack2x16unorm"), 2, 65535.0),
    # Halves from 1 to 2.
    _Unpacking(("unpackHalf2x16", "unpack2x16float"), 2, 1024.0, 0x03FF03FF, 0x3C003C00),
)
_FLOAT_KEPT: Final = 0x007FE000
_FLOAT_SET: Final = 0x44000000
"""Bits of the floats from 512 to 1024 that are multiples of 1/2."""


def unpack(gen: Generator, type: Type = INT) -> Expression | None:
    """`int(floor(unpackSnorm4x8(x).z * 127.0 + 0.5))`: half of a unit is far more than what
    divisions may lose.
    """
    chosen = gen.rng.choose(_UNPACKINGS)
    name = chosen.names[gen.wgsl]
    if not gen.knows(name) or not _has_floats(gen):
        return None
    bits = _mask(gen, operand(gen, UINT), UINT, chosen.kept, chosen.set)
    part = Field(base=call(name, bits), name="xyzw"[gen.rng.below(chosen.size)])
    number = binary("*", part, gen.syntax.literal(chosen.scale, FLOAT))
    if name == "unpackHalf2x16" and gen.language == "essl":
        # The result is `mediump`, and so would a sum be: 16 bits hold the product, no half more.
        return gen.syntax.construct(INT, (number,))
    number = binary("+", number, gen.syntax.literal(0.5, FLOAT))
    return gen.syntax.construct(INT, (call("floor", number),))


def float_of_bits(gen: Generator, type: Type = INT) -> Expression | None:
    """`int(intBitsToFloat((x & 0x7fe000) | 0x44000000) * 2.0)`, of scalars or vectors."""
    scalar = gen.rng.choose((INT, UINT))
    if gen.wgsl or not _has_floats(gen):
        return None
    size = gen.rng.between(1, 4) if "vectors" in gen.features.types else 1
    shape = scalar_or_vector(scalar, size)
    bits = _mask(gen, operand(gen, shape), shape, _FLOAT_KEPT, _FLOAT_SET)
    value: Expression = call(f"{scalar.kind}BitsToFloat", bits)
    if size > 1:
        value = Field(base=value, name="xyzw"[gen.rng.below(size)])
    return gen.syntax.construct(INT, (binary("*", value, gen.syntax.literal(2.0, FLOAT)),))


def pack(gen: Generator, type: Type = UINT) -> Expression | None:
    """`packHalf2x16` of whole numbers that 16-bit floats hold; in ESSL, packing of zeros and ones,
    which any precision holds.
    """
    if not _has_floats(gen):
        return None
    choices = [("packHalf2x16", "pack2x16float", 2, 2047)]
    if gen.language == "essl":
        choices += [("packSnorm4x8", "", 4, 1), ("packUnorm4x8", "", 4, 1)]
    family, in_wgsl, size, mask = gen.rng.choose(choices)
    name = in_wgsl if gen.wgsl else family
    if not gen.knows(name):
        return None
    numbers = tuple(_whole(gen, mask) for _ in range(size))
    return call(name, gen.syntax.construct(vector(FLOAT, size), numbers))


def quantise(gen: Generator, type: Type = INT) -> Expression | None:
    """`i32(quantizeToF16(x * 0.125) * 8.0)` of a number that 16-bit floats hold."""
    if not gen.wgsl or not _has_floats(gen):
        return None
    small = binary("*", _whole(gen, 2047), gen.syntax.literal(0.125, FLOAT))
    back = binary("*", call("quantizeToF16", small), gen.syntax.literal(8.0, FLOAT))
    return gen.syntax.construct(INT, (back,))


VALUES: Final[Mapping[Callable[[Generator], Expression | None], Type]] = {
    unpack: INT,
    float_of_bits: INT,
    pack: UINT,
    quantise: INT,
}


def shown_packing(gen: Generator) -> Statement | None:
    """One of these, which is looked at."""
    make = gen.rng.choose(tuple(VALUES))
    made = make(gen)
    if made is None:
        return None
    given, declared = local(gen, VALUES[make], made)
    return block(declared, observe(gen, given, VALUES[make]))


def count_bits(gen: Generator) -> Statement | None:
    """`int v = bitCount(x);`: in ESSL what is computed with the result itself would be of low
    precision, too.
    """
    if gen.wgsl or not gen.knows("bitCount"):
        return None
    size = gen.rng.between(1, 4) if "vectors" in gen.features.types else 1
    name = gen.rng.choose(("bitCount", "findLSB", "findMSB"))
    value = edge(gen, scalar_or_vector(gen.rng.choose((INT, UINT)), size))
    type = scalar_or_vector(INT, size)
    given, declared = local(gen, type, call(name, value))
    return block(declared, observe(gen, given, type))


def _has_floats(gen: Generator) -> bool:
    return FLOAT in gen.scalars and "vectors" in gen.features.types


def _mask(gen: Generator, value: Expression, type: Type, kept: int, set_: int) -> Expression:
    if kept != 2**32 - 1:
        value = binary("&", value, literal(gen, kept, type))
    return binary("|", value, literal(gen, set_, type)) if set_ else value


def _whole(gen: Generator, mask: int) -> Expression:
    """Return a float that is a whole number from 0 to `mask`."""
    low = binary("&", operand(gen, INT), gen.syntax.literal(mask, INT))
    return gen.syntax.construct(FLOAT, (low,))


STATEMENTS: Final = (shown_packing, shown_packing, count_bits)
