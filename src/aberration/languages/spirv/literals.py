"""Number literals of SPIR-V assembly: words to text and back, as SPIRV-Tools prints and reads them.

Floats are printed with as many decimal digits as identify them (9 or 17), or as hexadecimal floats
where they are subnormal, infinite, not a number, or less than 32 bits wide.
"""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from .enums import FPEncoding
from .floats import float_of_bits

INTEGER = re.compile(
    r"(?P<sign>[-+]?)(?:0[xX](?P<hex>[0-9a-fA-F]+)|(?P<octal>0[0-7]*)|(?P<decimal>[1-9][0-9]*))"
)
DECIMAL_FLOAT = re.compile(
    r"(?P<sign>[-+]?)(?P<digits>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"
)
HEX_FLOAT = re.compile(
    r"(?P<sign>-?)0[xX](?P<whole>[0-9a-fA-F]*)(?:\.(?P<part>[0-9a-fA-F]*))?p(?P<exponent>[-+]?[0-9]{1,6})"
)
WORD_MASK = 0xFFFFFFFF


class NumberType(msgspec.Struct, frozen=True):
    """A scalar integer or floating-point type; `encoding` is an FPEncoding or -1 (IEEE 754)."""

    floating: bool
    width: int
    signed: bool = False
    encoding: int = -1

    @property
    def words(self) -> int:
        return 2 if self.width > 32 else 1


class FloatFormat(msgspec.Struct, frozen=True):
    """Bits of exponent and fraction of a binary floating-point format, and whether it has
    infinities.
    """

    exponent_bits: int
    fraction_bits: int
    infinities: bool = True

    @property
    def bias(self) -> int:
        return (1 << (self.exponent_bits - 1)) - 1

    @property
    def largest_exponent(self) -> int:
        """The biased exponent of infinities and not-a-numbers."""
        return (1 << self.exponent_bits) - 1

    @property
    def sign_bit(self) -> int:
        return 1 << (self.exponent_bits + self.fraction_bits)


HALF = FloatFormat(5, 10)
SINGLE = FloatFormat(8, 23)
DOUBLE = FloatFormat(11, 52)
IEEE = {16: HALF, 32: SINGLE, 64: DOUBLE}
ENCODED = {
    (16, FPEncoding.B_FLOAT16_KHR): FloatFormat(8, 7),
    (8, FPEncoding.FLOAT8_E4_M3_EXT): FloatFormat(4, 3, infinities=False),
    (8, FPEncoding.FLOAT8_E5_M2_EXT): FloatFormat(5, 2),
}


def float_format(number_type: NumberType) -> FloatFormat | None:
    if number_type.encoding >= 0:
        return ENCODED.get((number_type.width, number_type.encoding))
    return IEEE.get(number_type.width)


def number_text(words: list[int], number_type: NumberType) -> str:
    """Return the text of the literal in `words`, whose count must be that of the type."""
    bits = words[0] if len(words) == 1 else words[0] | words[1] << 32
    if number_type.floating:
        return float_text(bits, float_format(number_type) or SINGLE)
    if number_type.signed and bits >> (32 * len(words) - 1):
        bits -= 1 << 32 * len(words)
    return str(bits)


def float_text(bits: int, layout: FloatFormat) -> str:
    exponent = (bits >> layout.fraction_bits) & layout.largest_exponent
    fraction = bits & ((1 << layout.fraction_bits) - 1)
    normal = 0 < exponent < layout.largest_exponent or (exponent == 0 and fraction == 0)
    # 9 and 17 digits identify each float of 32 and 64 bits.
    if normal and layout == SINGLE:
        return f"{float_of_bits(bits & WORD_MASK, 32):.9g}"
    if normal and layout == DOUBLE:
        return f"{float_of_bits(bits, 64):.17g}"
    sign = "-" if bits & layout.sign_bit else ""
    return sign + hex_float_text(exponent, fraction, layout)


def hex_float_text(exponent: int, fraction: int, layout: FloatFormat) -> str:
    if exponent == 0 and fraction == 0:
        return "0x0p+0"
    power = exponent - layout.bias
    if exponent == 0:
        # A subnormal number is printed with a leading 1 as well: its exponent is lowered instead.
        shift = layout.fraction_bits - fraction.bit_length()
        power -= shift
        fraction = (fraction << (shift + 1)) & ((1 << layout.fraction_bits) - 1)
    nibbles = (layout.fraction_bits + 3) // 4
    digits = f"{fraction << (nibbles * 4 - layout.fraction_bits):0{nibbles}x}".rstrip("0")
    return f"0x1{'.' if digits else ''}{digits}p{power:+d}"


def parse_number(text: str, number_type: NumberType) -> list[int] | None:
    """Return the words of a literal, or None if the text is no number or does not fit."""
    bits = (
        parse_float(text, number_type) if number_type.floating else parse_integer(text, number_type)
    )
    if bits is None:
        return None
    return [bits & WORD_MASK, bits >> 32] if number_type.words == 2 else [bits]


def parse_integer(text: str, number_type: NumberType) -> int | None:
    """Return the bits of an integer literal, sign-extended to whole words."""
    match = INTEGER.fullmatch(text)
    if match is None or number_type.width > 64:
        return None
    value, width = integer_value(match), number_type.width
    if match["sign"] == "-" and not number_type.signed:
        return None
    # A hexadecimal literal is a pattern of bits: 0xFFFFFFFF is -1 for a signed type.
    wraps = match["hex"] is not None and not match["sign"]
    if number_type.signed and wraps and value >> (width - 1) == 1:
        value -= 1 << width
    low, high = (-1 << (width - 1), 1 << (width - 1)) if number_type.signed else (0, 1 << width)
    if not low <= value < high:
        return None
    return value & ((1 << 32 * number_type.words) - 1)


def integer_value(match: re.Match[str]) -> int:
    if match["hex"]:
        value = int(match["hex"], 16)
    elif match["octal"]:
        value = int(match["octal"], 8)
    else:
        value = int(match["decimal"])
    return -value if match["sign"] == "-" else value


def parse_float(text: str, number_type: NumberType) -> int | None:
    layout = float_format(number_type)
    if layout is None:
        return None
    match = HEX_FLOAT.fullmatch(text)
    bits = parse_hex_float(match, layout) if match else parse_decimal_float(text, layout)
    return bits if bits is None or not text.startswith("-") else bits | layout.sign_bit


def parse_hex_float(match: re.Match[str], layout: FloatFormat) -> int:
    """Extra digits are cut off; a power of two beyond the largest gives infinity or
    not-a-number.
    """
    part = match["part"] or ""
    significand = int(match["whole"] + part or "0", 16)
    if significand == 0:
        return 0
    power = int(match["exponent"]) - 4 * len(part)
    top = power + significand.bit_length() - 1
    if top > layout.bias + 1 or top < -layout.bias - layout.fraction_bits:
        return infinity(layout) if top > 0 else 0
    return encode(Fraction(significand) * Fraction(2) ** power, layout, nearest=False)


def parse_decimal_float(text: str, layout: FloatFormat) -> int | None:
    """Round to nearest even; narrow formats cut off what a 32-bit float has too much.

    Eight-bit E4M3 follows the same rule up to its largest number, where SPIRV-Tools saturates from
    256 on.
    """
    match = DECIMAL_FLOAT.fullmatch(text)
    if match is None:
        return None
    rough = float(match["digits"])
    if rough in (0.0, float("inf")):
        return None if rough else 0
    wide = layout if layout.fraction_bits >= SINGLE.fraction_bits else SINGLE
    bits = encode(Fraction(match["digits"]), wide, nearest=True)
    if bits >= infinity(wide):
        return None
    if wide is not layout:
        bits = encode(Fraction(float_of_bits(bits, 32)), layout, nearest=False)
    overflow = infinity(layout) if layout.infinities else layout.sign_bit - 1
    return None if bits >= overflow else bits


def infinity(layout: FloatFormat) -> int:
    return layout.largest_exponent << layout.fraction_bits


def encode(value: Fraction, layout: FloatFormat, *, nearest: bool) -> int:
    """Return the bits of a number >= 0, rounded to nearest even or towards zero."""
    if value == 0:
        return 0
    power = value.numerator.bit_length() - value.denominator.bit_length()
    power -= value < Fraction(2) ** power
    power = max(power, 1 - layout.bias)
    scaled = value / Fraction(2) ** (power - layout.fraction_bits)
    significand = round(scaled) if nearest else int(scaled)
    return ((power + layout.bias - 1) << layout.fraction_bits) + significand
