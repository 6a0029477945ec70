"""Built-in functions in C, to the same bits as the table's meanings: what is not here is asked of Python.

The mathematical functions are those of the C library, which Python itself calls. Sums of floats are here as Python adds
up to 3.11; from 3.12 on its `sum` compensates, and functions with such sums stay in Python.
"""

from __future__ import annotations

import math
import sys
from typing import Final

from ...semantics import Semantics
from ...types import Scalar, Type, element_of
from ..builtin import Cast, Origin, open_hazards
from ..value import count_of
from .kinds import FLOAT, Kind, Number, result_kinds

_NAMES: Final = "xyzw"
_NAN: Final = "an argument is NaN"
CONDITIONS: Final = {
    "x is halfway between two integers": "fmod(fabs(x), 1.0) == 0.5",
    "low > high": "y > z",
    "edge0 >= edge1": "x >= y",
    "y = 0": "y == 0.0",
    "x <= 0": "x <= 0.0",
    "x < 0": "x < 0.0",
    "x = 0 and y <= 0": "x == 0.0 ? y <= 0.0 : 0",
    "|x| > 1": "fabs(x) > 1.0",
    "x = y = 0": "x == 0.0 ? y == 0.0 : 0",
}
"""When a hazard is met, by what it says. `_FIELDS` are those of the last two arguments."""
_FIELDS: Final = {
    "offset or bits is negative, or their sum above 32": ("{a} < 0", "{b} < 0", "{a} + {b} > 32"),
    "the sum of offset and bits is above 32": ("{a} + {b} > 32",),
}
FLOATS: Final = {
    "abs": "fabs(x)",
    "sign": "x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x",
    "floor": "floor(x)",
    "ceil": "ceil(x)",
    "trunc": "trunc(x)",
    "round": "rint(x)",
    "roundEven": "rint(x)",
    "fract": "x - floor(x)",
    "saturate": "clamp_float(x, 0.0, 1.0)",
    "mod": "x - y * floor(x / y)",
    "min": "y < x ? y : x",
    "max": "x < y ? y : x",
    "clamp": "clamp_float(x, y, z)",
    "mix": "x * (1.0 - z) + y * z",
    "mix by bool": "z ? y : x",
    "step": "y < x ? 0.0 : 1.0",
    "smoothstep": "smoothstep(x, y, z)",
    "fma": "fmaf((float)x, (float)y, (float)z)",
    "pow": "pow(x, y)",
    "exp": "exp(x)",
    "exp2": "pow(2.0, x)",
    "log": "log(x)",
    "log2": "log2(x)",
    "sqrt": "sqrt(x)",
    "inversesqrt": "1.0 / sqrt(x)",
    "radians": f"x * {math.pi / 180.0!r}",
    "degrees": f"x / {math.pi / 180.0!r}",
    "sin": "sin(x)",
    "cos": "cos(x)",
    "tan": "tan(x)",
    "asin": "asin(x)",
    "acos": "acos(x)",
    "atan": "atan(x)",
    "atan2": "atan2(x, y)",
    "sinh": "sinh(x)",
    "cosh": "cosh(x)",
    "tanh": "tanh(x)",
}
"""Of components that are floats of 32 bits, before rounding; whatever is not finite traps."""
INTEGERS: Final = {
    "abs": "x < 0 ? -x : x",
    "sign": "x > 0 ? 1 : x < 0 ? -1 : 0",
    "min": "y < x ? y : x",
    "max": "x < y ? y : x",
    "clamp": "clamp_integer(x, y, z)",
    "mix by bool": "z ? y : x",
    "bitfieldExtract": "extract(x, y, z)",
    "bitfieldExtract of uint": "extract_u(x, y, z)",
    "extractBits": "extract(x, field_begin(y), field_size(y, z))",
    "extractBits of uint": "extract_u(x, field_begin(y), field_size(y, z))",
    "bitfieldInsert": "insert(x, y, z, w)",
    "insertBits": "insert(x, y, field_begin(z), field_size(z, w))",
    "bitfieldReverse": "bit_reverse(x)",
    "bitCount": "bit_count(x)",
    "countOneBits": "bit_count(x)",
    "findLSB": "find_lsb(x)",
    "firstTrailingBit": "find_lsb(x)",
    "findMSB": "find_msb(x)",
    "firstLeadingBit": "find_msb(x)",
    "countLeadingZeros": "leading_zeros(x)",
    "countTrailingZeros": "trailing_zeros(x)",
}
"""Of components that are integers (`mix by bool`: or bools), before wrapping."""
VECTORS: Final = {
    "length": "{out} = sqrt(dot(x, x, {n}));",
    "distance": "{out} = distance(x, y, {n});",
    "normalize": "double size = sqrt(dot(x, x, {n})); for (k = 0; k < {n}; k++) result[k].d = x[k].d / size;",
    "reflect": "double twice = 2.0 * dot(y, x, {n});"
    " for (k = 0; k < {n}; k++) result[k].d = x[k].d - twice * y[k].d;",
    "cross": "result[0].d = x[1].d * y[2].d - y[1].d * x[2].d;"
    " result[1].d = x[2].d * y[0].d - y[2].d * x[0].d; result[2].d = x[0].d * y[1].d - y[0].d * x[1].d;",
}
"""Of whole vectors, or scalars as vectors of one component; `result` is rounded after it, and must be finite."""
_PLAIN_SUMS: Final = sys.version_info < (3, 12)
_SUMMED: Final = frozenset(("length", "distance", "normalize", "reflect"))


class Meanings:
    """The built-in functions of one text. `lines` are their definitions."""

    def __init__(self, semantics: Semantics) -> None:
        self.semantics: Final = semantics
        self.lines: Final[list[str]] = []
        self._made: Final[set[str]] = set()

    def called(self, name: str, origin: Origin) -> str | None:
        """Return the name of a function in C, or None where there is none."""
        if name in self._made:
            return name
        text = self._whole(name, origin) if origin.whole else self._component(name, origin)
        if text is None:
            return None
        self._made.add(name)
        self.lines.append(text)
        return name

    def argument_kinds(self, origin: Origin) -> list[Kind]:
        types = origin.given
        return list(result_kinds(tuple(types)))

    def cast(self, origin: Cast, given: str) -> str | None:
        """Return the same 32 bits as another type."""
        if origin.target.kind == "float" and origin.source.kind in ("int", "uint"):
            return f"bits_float({given})"
        if origin.source.kind == "float" and origin.target.kind in ("int", "uint"):
            sign = "int32_t" if origin.target.kind == "int" else "uint32_t"
            return f"(int64_t)({sign})float_bits({given})"
        return None

    # ---- component by component

    def _component(self, name: str, origin: Origin) -> str | None:
        result = origin.results[0]
        assert isinstance(result, Scalar)
        kinds = self.argument_kinds(origin)
        meaning = self._meaning(origin, result)
        checks = self._checks(origin, kinds)
        if meaning is None or checks is None:
            return None
        given = ", ".join(f"{_ctype(kind)} {_NAMES[k]}" for k, kind in enumerate(kinds))
        if result.is_float:
            return f"static double {name}({given}) {{ {checks} return bounded({meaning}); }}"
        wrapped = {"int": "(int64_t)(int32_t)", "uint": "(int64_t)(uint32_t)"}.get(result.kind, "")
        return f"static int64_t {name}({given}) {{ {checks} return {wrapped}({meaning}); }}"

    def _meaning(self, origin: Origin, result: Scalar) -> str | None:
        builtin = origin.overload.builtin.name
        if result.kind == "float":
            return FLOATS.get(builtin)
        if result.kind not in ("int", "uint", "bool"):
            return None
        if any(_is_float(type) for type in origin.given):
            return None
        return INTEGERS.get(builtin)

    def _checks(self, origin: Origin, kinds: list[Kind]) -> str | None:
        found: list[str] = []
        for hazard in open_hazards(origin.overload, self.semantics):
            conditions = _conditions(hazard.says, kinds)
            if conditions is None:
                return None
            found += conditions
        return " ".join(f"if ({condition}) stop(TRAPPED);" for condition in found)

    # ---- whole vectors

    def _whole(self, name: str, origin: Origin) -> str | None:
        builtin = origin.overload.builtin.name
        body = VECTORS.get(builtin)
        types: list[Type] = [*origin.given, *(type for type in origin.results if type is not None)]
        if body is None or (builtin in _SUMMED and not _PLAIN_SUMS) or not all(map(_is_single, types)):
            return None
        count, result = count_of(origin.given[0]), count_of(types[-1])
        checks = ""
        for hazard in open_hazards(origin.overload, self.semantics):
            if hazard.says != "x is the zero vector":
                return None
            checks = f"if (all_zero(x, {count})) stop(TRAPPED);"
        return _vector_function(name, body, [count_of(type) for type in origin.given], result, checks)


def _vector_function(name: str, body: str, sizes: list[int], result: int, checks: str) -> str:
    """A function that takes all components, and writes its result to cells, or returns it where it is one number."""
    scalars = [(k, part) for k, size in enumerate(sizes) for part in range(size)]
    given = [f"double {_NAMES[k]}{part}" for k, part in scalars]
    arrays = " ".join(f"cell {_NAMES[k]}[{size}];" for k, size in enumerate(sizes))
    fill = " ".join(f"{_NAMES[k]}[{part}].d = {_NAMES[k]}{part};" for k, part in scalars)
    made = body.format(n=sizes[0], out="result[0].d")
    if result == 1:
        head, start, end = f"static double {name}({', '.join(given)})", "cell result[1];", "return bounded(result[0].d);"
    else:
        head, start = f"static void {name}({', '.join(['cell *result', *given])})", ""
        end = f"for (k = 0; k < {result}; k++) result[k].d = bounded(result[k].d);"
    return f"{head} {{ int64_t k = 0; {start} {arrays} {fill} {checks} {made} {end} }}"


def _conditions(says: str, kinds: list[Kind]) -> list[str] | None:
    if says == _NAN:
        return [f"{_NAMES[k]} != {_NAMES[k]}" for k, kind in enumerate(kinds) if kind == FLOAT]
    if says in _FIELDS:
        a, b = _NAMES[len(kinds) - 2], _NAMES[len(kinds) - 1]
        return [form.format(a=a, b=b) for form in _FIELDS[says]]
    found = CONDITIONS.get(says)
    return None if found is None else [found]


def _is_float(type: Type) -> bool:
    element = element_of(type)
    return element is not None and element.is_float


def _is_single(type: Type) -> bool:
    element = element_of(type)
    return element is not None and element.kind == "float"


def _ctype(kind: Kind) -> str:
    assert isinstance(kind, Number)
    return kind.ctype


__all__ = ["CONDITIONS", "FLOATS", "INTEGERS", "VECTORS", "Meanings"]
