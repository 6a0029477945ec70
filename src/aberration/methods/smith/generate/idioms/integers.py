"""Arithmetic of integers whose algebra does not hold for 32 bits: signs, shifts, remainders."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Expression, Unary
from aberration.languages.shading.types import INT, UINT, Type, with_element

from ..state import Generator
from .parts import BITS, amount_type, binary, call, edge, literal, operand

_EDGES: Final = ((0, 32), (0, 0), (31, 1), (16, 16), (1, 31), (8, 8), (24, 8), (0, 1))
"""Offsets and counts of bits whose sum is 32 at most."""


def smallest(gen: Generator, type: Type) -> Expression:
    """`-x`, `abs(x)`, `x / -1`, `x * -1` where `x` may be the smallest integer."""
    value = edge(gen, type)
    if type.scalar is UINT:
        return binary("*", value, literal(gen, -1, type))
    form = gen.rng.below(4)
    if form == 0:
        return Unary(op="-", operand=value)
    if form == 1:
        return call("abs", value)
    return binary("/" if form == 2 else "*", value, literal(gen, -1, type))


def two_shifts(gen: Generator, type: Type) -> Expression:
    """`(x << a) << b` and its like in both directions, with any sum of the amounts."""
    first, second = gen.rng.choose((("<<", "<<"), (">>", ">>"), ("<<", ">>"), (">>", "<<")))
    return _shift(gen, second, _shift(gen, first, edge(gen, type), type), type)


def _shift(gen: Generator, op: str, value: Expression, type: Type) -> Expression:
    wanted = amount_type(gen, type)
    if gen.rng.chance(0.6):
        amount = literal(gen, gen.rng.choose((1, 7, 8, 15, 16, 24, 30, 31)), wanted)
    else:
        amount = binary("&", operand(gen, wanted), literal(gen, BITS - 1, wanted))
    return binary(op, value, amount)


def rotation(gen: Generator, type: Type) -> Expression:
    """`(x << k) | (y >> (32 - k))`."""
    wanted, k = amount_type(gen, type), gen.rng.between(1, BITS - 1)
    left = binary("<<", edge(gen, type), literal(gen, k, wanted))
    right = binary(">>", edge(gen, type), literal(gen, BITS - k, wanted))
    return binary(gen.rng.choose(("|", "^", "+")), left, right)


def sums(gen: Generator, type: Type) -> Expression:
    """Sums and differences in brackets, which overflow."""
    a, b, c = (edge(gen, type) for _ in range(3))
    first, second = gen.rng.choose("+-"), gen.rng.choose("+-")
    form = gen.rng.below(4)
    if form < 2:
        return binary(first if form else "-", a, binary(second, b, c))
    if form == 2:
        return binary(second, binary(first, a, b), c)
    d = edge(gen, type)
    return binary(gen.rng.choose("+-"), binary(first, a, b), binary(second, c, d))


def powers_of_two(gen: Generator, type: Type) -> Expression:
    """`x / 2^k`, `x % 2^k`, `x * 2^k / 2^k`, `x / 2^k * 2^k` of both signs."""
    power = literal(gen, 2 ** gen.rng.between(1, 8), type)
    value = edge(gen, type)
    if type.scalar is INT and gen.rng.chance(0.3):
        value = binary("-", literal(gen, gen.rng.below(3), type), value)
    form = gen.rng.below(6)
    if form < 4:
        return binary("/%"[form % 2], value, power)
    inner, outer = ("*", "/") if form == 4 else ("/", "*")
    return binary(outer, binary(inner, value, power), power)


def divided_by_small(gen: Generator, type: Type) -> Expression:
    """`x / c`, `x % c`, and `x / c * c + x % c`, which is `x`, as `x - x` of two operands."""
    divisor = literal(gen, gen.rng.choose((3, 5, 7, 10, 60, 100, 641, 65535)), type)
    value = edge(gen, type)
    op = gen.rng.choose("/%")
    made = binary(op, value, divisor)
    return made if gen.rng.chance(0.5) else binary("-", binary("*", made, divisor), value)


def bit_fields(gen: Generator, type: Type) -> Expression | None:
    """Fields of bits that end with the word, and empty ones."""
    extract, insert = _names(gen)
    if not gen.knows(extract):
        return None
    scalar = UINT if gen.wgsl else INT
    offset, count = gen.rng.choose(_EDGES)
    args = tuple(gen.syntax.literal(one, scalar) for one in (offset, count))
    if gen.rng.chance(0.3):
        args = (_within(gen, offset, scalar), args[1])
    if gen.rng.chance(0.6):
        return call(extract, edge(gen, type), *args)
    return call(insert, edge(gen, type), edge(gen, type), *args)


def _names(gen: Generator) -> tuple[str, str]:
    if gen.wgsl:
        return "extractBits", "insertBits"
    return "bitfieldExtract", "bitfieldInsert"


def _within(gen: Generator, most: int, scalar: Type) -> Expression:
    """Return an offset known only at run time, of at most the one that was drawn."""
    mask = (1 << max(most, 1).bit_length() - 1) - 1
    return binary("&", operand(gen, scalar), literal(gen, mask, scalar))


def tricks(gen: Generator, type: Type) -> Expression:
    """`x & (y - 1)`, `x & -y`, `~x + 1`, `(x ^ m) - m`: what compilers look for in bits."""
    a, b = edge(gen, type), edge(gen, type)
    one, form = literal(gen, 1, type), gen.rng.below(4)
    if form == 0:
        return binary(gen.rng.choose("&|^"), a, binary("-", b, one))
    if form == 1:
        return binary(gen.rng.choose("&|^"), a, binary("-", literal(gen, 0, type), b))
    if form == 2:
        return binary("+", Unary(op="~", operand=a), b if gen.rng.chance(0.5) else one)
    mask = literal(gen, gen.rng.choose((255, 65535, 2**31, 2**32 - 1, 0x0F0F0F0F)), type)
    return binary("-", binary("^", a, mask), mask)


def leading_bit(gen: Generator, type: Type) -> Expression | None:
    """The number of the first or last bit of an integer of any sign; a signed one for GLSL."""
    name = gen.rng.choose(
        ("firstLeadingBit", "firstTrailingBit", "countLeadingZeros", "countOneBits", "reverseBits")
        if gen.wgsl
        else ("findMSB", "findMSB", "findLSB", "bitCount")
    )
    # In ESSL the result would be of low precision.
    if gen.language == "essl" or not gen.knows(name):
        return None
    if gen.wgsl:
        return call(name, edge(gen, type))
    if type.scalar is not INT:
        return None
    return call(name, edge(gen, type if gen.rng.chance(0.7) else with_element(type, UINT)))


def between_bounds(gen: Generator, type: Type) -> Expression:
    """`clamp`, `min` and `max` with bounds of both signs."""
    low = gen.rng.between(-9, 3) if type.scalar is INT else gen.rng.between(0, 3)
    high = low + gen.rng.choose((0, 1, 8, 1000, 2**30))
    bounds = literal(gen, low, type), literal(gen, high, type)
    form = gen.rng.below(4)
    if form == 0:
        return call("min", call("max", edge(gen, type), bounds[0]), bounds[1])
    if form == 1:
        return call("max", call("min", edge(gen, type), edge(gen, type)), bounds[0])
    return call("clamp", edge(gen, type), *bounds)


def through_the_other_sign(gen: Generator, type: Type) -> Expression:
    """An operation on the same bits with, and then without a sign."""
    assert type.scalar is not None
    other = with_element(type, UINT if type.scalar is INT else INT)
    inner = gen.syntax.construct(other, (edge(gen, type),))
    op = gen.rng.choose((">>", "/", "*", "-"))
    if op == ">>":
        made = _shift(gen, op, inner, other)
    else:
        made = binary(op, inner, literal(gen, gen.rng.choose((2, 3, 8, 255)), other))
    return gen.syntax.construct(type, (made,))


VALUES: Final = (
    smallest,
    two_shifts,
    two_shifts,
    rotation,
    sums,
    sums,
    *(powers_of_two,) * 4,
    *(divided_by_small,) * 2,
    bit_fields,
    tricks,
    leading_bit,
    between_bounds,
    through_the_other_sign,
)
"""Of any integer type; those more often that have more forms."""
