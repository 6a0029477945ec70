"""Helpers that generated code calls. Which of them trap, the language's semantics says."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Any, Final, NoReturn

from ..builtins.values import LARGEST_OF_FLOATS, half, wrap_signed, wrap_unsigned
from ..semantics import Semantics
from .options import Options
from .rounding import Rounding
from .rounding import helpers as loose_helpers
from .trap import Discarded, StepLimit, Undefined

_LOW: Final = -(2**31)


def sure(value: Any) -> Any:
    if value is None:
        raise Undefined("uninitialised", "read before anything was written")
    return value


def below(index: int) -> NoReturn:
    raise IndexError(f"index {index}")


def truncated_quotient(x: int, y: int) -> int:
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


def trapping_quotient(x: int, y: int) -> int:
    if y == 0:
        raise Undefined("division", f"{x} / 0")
    if y == -1 and x == _LOW:
        raise Undefined("division", f"{x} / -1 is beyond the range of int")
    return truncated_quotient(x, y)


def trapping_remainder(x: int, y: int) -> int:
    if y == 0:
        raise Undefined("division", f"{x} % 0")
    if x < 0 or y < 0:
        raise Undefined("division", f"{x} % {y}: the remainder of a negative operand")
    return x % y


def defined_quotient(x: int, y: int) -> int:
    if y == 0 or (y == -1 and x == _LOW):
        return x
    return truncated_quotient(x, y)


def defined_remainder(x: int, y: int) -> int:
    if y == 0:
        return 0
    return abs(x) % abs(y) if x >= 0 else -(abs(x) % abs(y))


def amount(bits: int) -> int:
    if not 0 <= bits < 32:
        raise Undefined("shift", f"a shift by {bits}")
    return bits


def trapping_to_int(x: float) -> int:
    if not -2147483649.0 < x < 2147483648.0:
        raise Undefined("conversion", f"{x:.9g} is beyond the range of int")
    return int(x)


def trapping_to_uint(x: float) -> int:
    if not 0.0 <= x < 4294967296.0:
        raise Undefined("conversion", f"{x:.9g} is beyond the range of uint")
    return int(x)


def conversion_into(low: int, high: int) -> Callable[[float], int]:
    """Return the conversion that gives the nearest integer in a range."""

    def convert(x: float) -> int:
        if x != x:
            raise Undefined("conversion", "a conversion of NaN")
        if math.isinf(x):
            return high if x > 0 else low
        return min(max(int(x), low), high)

    return convert


def quotient(x: float, y: float) -> float:
    """x / y as IEEE 754 has it."""
    if y != 0.0:
        return x / y
    if x == 0.0 or x != x:
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


def trapping_float_remainder(x: float, y: float) -> float:
    return math.fmod(x, y) if y != 0.0 else x / y


def float_remainder(x: float, y: float) -> float:
    return math.fmod(x, y) if y != 0.0 and math.isfinite(x) else math.nan


def deep(value: Any) -> Any:
    """Return a copy of nested lists."""
    return [deep(part) for part in value] if isinstance(value, list) else value


def as_lists(value: Any) -> Any:
    """Return nested tuples as lists."""
    return [as_lists(part) for part in value] if isinstance(value, tuple) else value


def replace(target: list[Any], source: list[Any]) -> None:
    """Write a whole value into a list, so that what points into it still does."""
    for k, part in enumerate(source):
        if isinstance(part, list) and isinstance(target[k], list):
            replace(target[k], part)
        else:
            target[k] = part


_CHECKED: Final = struct.Struct("<f")

Modify = Callable[[int, int], int]
ATOMICS: Final[dict[str, Modify]] = {
    "add": lambda old, new: wrap_signed(old + new),
    "add_u": lambda old, new: wrap_unsigned(old + new),
    "subtract": lambda old, new: wrap_signed(old - new),
    "subtract_u": lambda old, new: wrap_unsigned(old - new),
    "smaller": min,
    "larger": max,
    "both": lambda old, new: old & new,
    "either": lambda old, new: old | new,
    "differing": lambda old, new: old ^ new,
    "exchanged": lambda _old, new: new,
}


def native_single(x: float) -> bytes:
    """Pack to 32 bits; what is too large becomes an infinity."""
    try:
        return _CHECKED.pack(x)
    except OverflowError:
        return _CHECKED.pack(math.copysign(math.inf, x))


def finite_half(x: float) -> float:
    found = half(x)
    if found - found != 0.0:
        raise OverflowError("float too large for 16 bits")
    return found


def helpers(
    semantics: Semantics, options: Options, rounding: Rounding | None = None
) -> dict[str, object]:
    """Return what generated text finds by name."""
    trap = options.nonfinite == "trap"
    defined = semantics.integer_division == "defined"
    clamps = semantics.conversion == "defined"
    return {
        "sure": sure,
        "below": below,
        "divided": defined_quotient if defined else trapping_quotient,
        "remainder": defined_remainder
        if semantics.negative_remainder == "defined"
        else trapping_remainder,
        "amount": amount,
        "to_int": conversion_into(_LOW, LARGEST_OF_FLOATS["int"]) if clamps else trapping_to_int,
        "to_uint": conversion_into(0, LARGEST_OF_FLOATS["uint"]) if clamps else trapping_to_uint,
        "quotient": quotient,
        "float_remainder": trapping_float_remainder if trap else float_remainder,
        "pack": _CHECKED.pack if trap else native_single,
        "unpack": _CHECKED.unpack,
        "half": finite_half if trap else half,
        "deep": deep,
        "listed": as_lists,
        "replace": replace,
        "Undefined": Undefined,
        "StepLimit": StepLimit,
        "Discarded": Discarded,
        "inf": math.inf,
        "nan": math.nan,
        **ATOMICS,
        **(loose_helpers(rounding) if rounding is not None else {}),
    }
