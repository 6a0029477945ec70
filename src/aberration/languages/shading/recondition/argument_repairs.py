"""What is done to the arguments of built-in functions, so that each has one finite result.

A repair is the names of functions, one for each argument (None: as it is), or the name of a
function that is called instead. Each is exact: what it compares is no result that implementations
may round in several ways.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..builtins.signature import Overload
from ..types import Matrix, Scalar, Type, Vector
from .context import Context
from .floats import SIZES, factors, limiter, power, within
from .wrappers import Case, function, name_for, number, spelling, spread

Repair = str | tuple[str | None, ...] | None
Repairer = Callable[[Context, Overload], Repair]
_EXPONENTS: Final = {"float": 69.0, "double": 690.0, "half": 10.0}
"""How large the arguments of `exp` may be: e^x is near the limit of `floats`."""
_LEAST: Final = {"float": -126, "double": -126, "half": -14}
"""The binary exponent of the least normal number; of doubles as the hazards of the table have
it.
"""
_LARGEST_HALF: Final = 65504.0


def element_of(type: Type) -> Scalar:
    assert type.scalar is not None
    return type.scalar


def each(
    context: Context, type: Type, stem: str, test: str, instead: str, element: Scalar | None = None
) -> str:
    """Return the function that keeps each component of which a test holds."""
    element = element_of(type) if element is None else element
    wanted = name_for(context, stem, element, (element,))
    scalar = function(context, wanted, element, (element,), (test, "a"), last=instead)
    return spread(context, stem, scalar, type, (type,))


def first(context: Context, callee: Overload, stem: str, test: str, instead: str) -> Repair:
    """Return the repair of a first argument, whatever follows."""
    found = each(context, callee.types[0], stem, test, instead)
    return (found, *(None for _ in callee.types[1:]))


def joint(context: Context, callee: Overload, stem: str, *cases: Case, last: str) -> str:
    """Return the function of all arguments that is called for each component."""
    element, types = element_of(callee.result), tuple(element_of(one) for one in callee.types)
    wanted = name_for(context, stem, element, types)
    scalar = function(context, wanted, element, types, *cases, last=last)
    return spread(context, stem, scalar, callee.result, callee.types)


# ---- one argument


def _range(stem: str, low: float | None, high: float | None, *, open_: bool = False) -> Repairer:
    """Keep what lies between two numbers, with them or (`open_`) without."""

    def repair(context: Context, callee: Overload) -> Repair:
        element, equal = element_of(callee.types[0]), "" if open_ else "="
        parts = [] if low is None else [f"a >{equal} {number(low, element)}"]
        parts += [] if high is None else [f"a <{equal} {number(high, element)}"]
        instead = number(0.5 if open_ else 1.0, element)
        return first(context, callee, stem, " && ".join(parts), instead)

    return repair


def _normal_positive(context: Context, callee: Overload) -> Repair:
    element = element_of(callee.types[0])
    least = power(_LEAST[element.kind], element)
    return first(context, callee, "positive", f"a >= {least}", number(1.0, element))


def _from_one(context: Context, callee: Overload) -> Repair:
    element = element_of(callee.types[0])
    test = f"a >= 1.0 && a <= {power(factors(element, 2), element)}"
    return first(context, callee, "from_one", test, number(1.0, element))


def _exponent(context: Context, callee: Overload) -> Repair:
    element = element_of(callee.types[0])
    limit = number(_EXPONENTS[element.kind], element)
    return first(context, callee, "exponent", f"a <= {limit}", number(1.0, element))


def _exponents(context: Context, callee: Overload) -> Repair:
    """Of both signs, for `sinh` and `cosh`."""
    element = element_of(callee.types[0])
    test = f"{within(context, element)}(a, {number(_EXPONENTS[element.kind], element)})"
    return first(context, callee, "small", test, number(1.0, element))


def _exponent_of_two(context: Context, callee: Overload) -> Repair:
    element = element_of(callee.types[0])
    limit = number(float(SIZES[element.kind].limit), element)
    return first(context, callee, "binary_exponent", f"a <= {limit}", number(1.0, element))


def _whole(context: Context, callee: Overload) -> Repair:
    half = number(0.5, element_of(callee.types[0]))
    return first(context, callee, "off_halfway", f"floor(a) + {half} != a", f"a + {half}")


def _normal(context: Context, callee: Overload) -> Repair:
    element = element_of(callee.types[0])
    least = power(_LEAST[element.kind], element)
    test = f"a >= {least} || a <= -{least}"
    return first(context, callee, "normal", test, number(0.0, element))


def _narrow(context: Context, callee: Overload) -> Repair:
    """Keep what a 16-bit float can hold; what is too small to be a normal one becomes 1."""
    element = element_of(callee.types[0])
    largest, least = number(_LARGEST_HALF, element), power(-14, element)
    test = f"{within(context, element)}(a, {largest}) && (a == 0.0 || abs(a) >= {least})"
    return first(context, callee, "narrow", test, number(1.0, element))


def of_float_bits(context: Context, type: Type) -> str:
    """Return the function that turns the bits of infinities, NaN and subnormal numbers to those of
    normal ones.
    """
    end = "u" if element_of(type).kind == "uint" else ""
    unusual = _unusual(f"2139095040{end}", f"8388607{end}", f"0{end}")
    return each(context, type, "normal_bits", f"!({unusual})", f"a ^ 8388608{end}")


def _unusual(exponent: str, fraction: str, zero: str) -> str:
    """Return the test of bits whose exponent is all ones, or zero though the number is not."""
    small = f"((a & {exponent}) == {zero} && (a & {fraction}) != {zero})"
    return f"(a & {exponent}) == {exponent} || {small}"


def _float_bits(context: Context, callee: Overload) -> Repair:
    return (of_float_bits(context, callee.types[0]),)


def _half_bits(context: Context, callee: Overload) -> Repair:
    """The same for two 16-bit floats."""
    type = element_of(callee.types[0])
    low = _unusual("31744u", "1023u", "0u")
    high = _unusual("2080374784u", "67043328u", "0u")
    cases = (
        (f"({low}) && ({high})", "a ^ 67109888u"),
        (low, "a ^ 1024u"),
        (high, "a ^ 67108864u"),
    )
    wanted = name_for(context, "normal_halves", type, (type,))
    return (function(context, wanted, type, (type,), *cases, last="a"),)


def _double_bits(context: Context, callee: Overload) -> Repair:
    """The same for the two halves of a double."""
    type = callee.types[0]
    mask = "2146435072u"
    keep = (f"(a.y & {mask}) != {mask}", "a")
    wanted = name_for(context, "finite_words", type, (type,))
    last = f"{spelling(context, type)}(a.x, a.y ^ 1048576u)"
    return (function(context, wanted, type, (type,), keep, last=last),)


def _off_halfway(scale: float) -> Repairer:
    """Scaled components halfway between two integers are rounded down; the band is wider than what
    rounding can make of a number.
    """

    def repair(context: Context, callee: Overload) -> Repair:
        element = element_of(callee.types[0])
        inside, factor = within(context, element), number(scale, element)
        band = number(scale * 2.0**-20, element)
        test = f"!{inside}(a, 1.0) || !{inside}(fract(a * {factor}) - 0.5, {band})"
        made = f"floor(a * {factor}) / {factor}"
        return first(context, callee, f"off_halfway_of_{int(scale)}", test, made)

    return repair


def _limits(count: int) -> Repairer:
    """Limit all float arguments, of which so many are multiplied with each other."""

    def repair(context: Context, callee: Overload) -> Repair:
        pairs = zip(callee.types, callee.directions, strict=True)
        return tuple(
            limiter(context, type, factors(element_of(type), count))
            if direction == "in" and element_of(type).is_float
            else None
            for type, direction in pairs
        )

    return repair


def differences(context: Context, callee: Overload) -> Repair:
    return _limits(1)(context, callee)


# ---- vectors and matrices


def _direction(context: Context, callee: Overload) -> Repair:
    """A vector that is near zero has no direction: it becomes that of all ones."""
    type, element = callee.types[0], element_of(callee.types[0])
    inside, keep = within(context, element), limiter(context, type, factors(element, 2))
    tiny = power(_LEAST[element.kind] // 2 + 1, element)
    parts = [f".{one}" for one in "xyzw"[: type.size]] if isinstance(type, Vector) else [""]
    test = " && ".join(f"{inside}(a{part}, {tiny})" for part in parts)
    one = number(1.0, element)
    instead = f"{spelling(context, type)}({one})" if isinstance(type, Vector) else one
    wanted = name_for(context, "direction", type, (type,))
    return (function(context, wanted, type, (type,), (test, instead), last=f"{keep}(a)"),)


def _invertible(context: Context, callee: Overload) -> Repair:
    """Return the identity for matrices that are near a singular one."""
    type, element = callee.types[0], element_of(callee.types[0])
    assert isinstance(type, Matrix)
    if context.module.language == "glsl" and context.module.version < 150:
        # There `determinant` is missing.
        return None
    keep = limiter(context, type, factors(element, 5))
    test = f"{within(context, element)}(determinant({keep}(a)), {power(-30, element)})"
    wanted = name_for(context, "invertible", type, (type,))
    identity = f"{type.glsl}({number(1.0, element)})"
    return (function(context, wanted, type, (type,), (test, identity), last=f"{keep}(a)"),)


# ---- several arguments of one component


def _angle(context: Context, callee: Overload) -> Repair:
    element = element_of(callee.result)
    inside, least = within(context, element), power(_LEAST[element.kind], element)
    origin = (f"{inside}(a, {least}) && {inside}(b, {least})", f"{callee.name}(a, 1.0)")
    return joint(context, callee, "angle", origin, last=f"{callee.name}(a, b)")


def _clamp(context: Context, callee: Overload) -> Repair:
    swapped = ("b > c", "clamp(a, c, b)")
    return joint(context, callee, "clamp_ordered", swapped, last="clamp(a, b, c)")


def _modulo(context: Context, callee: Overload) -> Repair:
    element = element_of(callee.result)
    size, inside = SIZES[element.kind], within(context, element)
    tiny, limit = power(size.tiny // 2, element), power(size.limit // 2 - 1, element)
    test = f"!{inside}(b, {tiny}) && {inside}(b, {limit}) && {inside}(a, {limit})"
    return joint(context, callee, "modulo", (test, "mod(a, b)"), last=number(1.0, element))


def _smooth(context: Context, callee: Overload) -> Repair:
    element = element_of(callee.result)
    inside, limit = within(context, element), power(factors(element, 2), element)
    tiny = power(-8 if element.kind == "half" else -40, element)
    large = " || ".join(f"!{inside}({name}, {limit})" for name in "abc")
    cases = (
        (large, number(0.5, element)),
        (f"b - a > {tiny}", "smoothstep(a, b, c)"),
        (f"a - b > {tiny}", "smoothstep(b, a, c)"),
        ("c < a", number(0.0, element)),
    )
    return joint(context, callee, "smooth", *cases, last=number(1.0, element))


def _field(context: Context, callee: Overload) -> Repair:
    """Bit fields that are not within 32 bits become all 32."""
    count = len(callee.types)
    given = [name for name, _ in zip("abcd", callee.types, strict=False)]
    offset, bits = given[-2:]
    values = ", ".join(given[: count - 2])
    # Each is small before they are added.
    test = f"{offset} >= 0 && {bits} >= 0 && {offset} <= 32 && {bits} <= 32 - {offset}"
    stem = "extract_field" if count == 3 else "insert_field"
    wanted = name_for(context, stem, callee.result, callee.types)
    inside = (test, f"{callee.name}({values}, {offset}, {bits})")
    whole = f"{callee.name}({values}, 0, 32)"
    return function(context, wanted, callee.result, callee.types, inside, last=whole)


def _ldexp(context: Context, callee: Overload) -> Repair:
    """`ldexp` of exponents and with results well within the normal numbers."""
    element = element_of(callee.result)
    size, inside = SIZES[element.kind], within(context, element)
    limit = 13 if element.kind == "half" else 100
    scale, one = power(-size.half, element), number(1.0, element)
    factor = f"ldexp({one}, b)"
    top = power(size.limit - 2 * size.half, element)
    low = power(_LEAST[element.kind] + 2, element)
    cases = (
        (f"b > {limit} || b < -{limit}", one),
        (f"!{inside}(a * {scale} * ({factor} * {scale}), {top})", one),
        (f"{inside}(a * {factor}, {low})", number(0.0, element)),
    )
    return joint(context, callee, "scale", *cases, last="ldexp(a, b)")


_LOGARITHMS: Final = (
    (1.25, 0.33), (1.5, 0.6), (2.0, 1.0), (4.0, 2.0), (8.0, 3.0), (16.0, 4.0), (64.0, 6.0),
    (256.0, 8.0), (4096.0, 12.0), (2.0**16, 16.0), (2.0**24, 24.0), (2.0**32, 32.0),
    (2.0**48, 48.0), (2.0**64, 64.0), (2.0**100, 100.0),
)  # fmt: skip
"""Numbers with what their binary logarithm is at most."""


def _power(context: Context, callee: Overload) -> Repair:
    """The result is bounded by steps of the logarithm, for the logarithm itself is not exact."""
    element = element_of(callee.result)
    limit, inside = SIZES[element.kind].limit, within(context, element)
    steps = [(top, log) for top, log in _LOGARITHMS if log <= limit]
    most = power(limit, element)
    parts = [
        f"({_between(top, element)} && {inside}(b, {number(limit / log, element)}))"
        for top, log in steps
    ]
    least = power(max(_LEAST[element.kind], -limit), element)
    safe = f"(a <= 1.0 && b >= 0.0) || (a >= 1.0 && b <= 0.0) || {' || '.join(parts)}"
    test = f"a >= {least} && a <= {most} && {inside}(b, {number(1e4, element)}) && ({safe})"
    return joint(context, callee, "power", (test, "pow(a, b)"), last=number(1.0, element))


def _between(top: float, element: Scalar) -> str:
    return f"a <= {number(top, element)} && a >= {number(1.0 / top, element)}"


REPAIRS: Final[Mapping[str, Repairer]] = {
    **dict.fromkeys(("asin", "acos"), _range("within_one", -1.0, 1.0)),
    "atanh": _range("inside_one", -1.0, 1.0, open_=True),
    "acosh": _from_one,
    **dict.fromkeys(("log", "log2", "inversesqrt"), _normal_positive),
    "sqrt": _range("not_negative", 0.0, None),
    "exp": _exponent,
    "exp2": _exponent_of_two,
    **dict.fromkeys(("sinh", "cosh"), _exponents),
    "quantizeToF16": _narrow,
    "packHalf2x16": _narrow,
    "unpackHalf2x16": _half_bits,
    "packDouble2x32": _double_bits,
    **dict.fromkeys(("intBitsToFloat", "uintBitsToFloat"), _float_bits),
    "degrees": _limits(2),
    **dict.fromkeys(
        ("length", "distance", "dot", "cross", "matrixCompMult", "outerProduct", "mix", "fma",
         "fma of doubles", "faceforward", "asinh"),
        _limits(2),
    ),
    "reflect": _limits(3),
    "determinant": _limits(5),
    "refract": _limits(6),
    "normalize": _direction,
    "inverse": _invertible,
    **dict.fromkeys(("clamp", "clamp of floats"), _clamp),
    "mod": _modulo,
    "smoothstep": _smooth,
    "ldexp": _ldexp,
    "pow": _power,
}  # fmt: skip
"""By the name of the row, in all languages."""

OF_GLSL: Final[Mapping[str, Repairer]] = {
    "atan2": _angle,
    "round": _whole,
    "frexp": _normal,
    **dict.fromkeys(
        ("bitfieldExtract", "bitfieldExtract of uint", "bitfieldInsert"),
        _field,
    ),
    "packSnorm4x8": _off_halfway(127.0),
    "packUnorm4x8": _off_halfway(255.0),
    "packSnorm2x16": _off_halfway(32767.0),
    "packUnorm2x16": _off_halfway(65535.0),
}
"""What WGSL defines and GLSL does not."""
