"""Built-in functions in C as data, by the names of the table's rows: arguments are x, y, z and
w.
"""

from __future__ import annotations

import math
import sys
from typing import Final

NAN: Final = "an argument is NaN"
CONDITIONS: Final = {
    "x is halfway between two integers": "fmod(fabs(x), 1.0) == 0.5",
    "low > high": "y > z",
    "edge0 = edge1": "x == y",
    "edge0 > edge1": "x > y",
    "y = 0": "y == 0.0",
    "x <= 0": "x <= 0.0",
    "x < 0": "x < 0.0",
    "x = 0 and y <= 0": "x == 0.0 ? y <= 0.0 : 0",
    "|x| > 1": "fabs(x) > 1.0",
    "x = y = 0": "x == 0.0 ? y == 0.0 : 0",
    "the argument is NaN": "x != x",
    "the bits are those of an infinity, NaN or subnormal number": "unusual_bits(x)",
    "x is the zero vector": "all_zero(x, {n})",
    "the matrix is singular": "determinant(x, {columns}) == 0.0",
}
"""When a hazard is met, by what it says. `FIELDS` are those of the last two arguments."""
OF_ANY: Final = {
    "x is infinite or NaN": "any_not_finite(x, {n})",
    "x is too small to be normal": "any_subnormal(x, {n})",
    "a component is NaN": "any_nan(x, {n})",
}
"""When a hazard is met by any component of the first argument of a function in `WHOLE`."""
FIELDS: Final = {
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
    "clamp of floats": "clamp_float(x, y, z)",
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
    "intBitsToFloat": "bits_float(x)",
    "uintBitsToFloat": "bits_float(x)",
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
    "floatBitsToInt": "float_bits(x)",
    "floatBitsToUint": "float_bits(x)",
    "isnan": "x != x",
    "isinf": "x == x ? x - x != 0.0 : 0",
    "any or all of one": "x",
}
"""Of components, where the result is an integer or bool, before wrapping."""
WHOLE: Final = {
    "length": "result[0].d = sqrt(dot(x, x, {n}));",
    "distance": "result[0].d = distance(x, y, {n});",
    "normalize": (
        "double size = sqrt(dot(x, x, {n})); for (k = 0; k < {n}; k++) result[k].d = x[k].d / size;"
    ),
    "reflect": (
        "double twice = 2.0 * dot(y, x, {n}); for (k = 0; k < {n}; k++) result[k].d = "
        "x[k].d - twice * y[k].d;"
    ),
    "faceforward": "int64_t kept = dot(z, y, {n}) < 0.0;"
    " for (k = 0; k < {n}; k++) result[k].d = kept ? x[k].d : -x[k].d;",
    "refract": "refract(result, x, y, z[0].d, {n});",
    "cross": "result[0].d = x[1].d * y[2].d - y[1].d * x[2].d;"
    " result[1].d = x[2].d * y[0].d - y[2].d * x[0].d; result[2].d = x[0].d * y[1].d - "
    "y[0].d * x[1].d;",
    "dot of integers": "uint64_t sum = 0;"
    " for (k = 0; k < {n}; k++) sum += (uint64_t)x[k].i * (uint64_t)y[k].i; result[0].i = "
    "(int64_t)sum;",
    "matrixCompMult": "for (k = 0; k < {n}; k++) result[k].d = x[k].d * y[k].d;",
    "outerProduct": "for (k = 0; k < {n} * {m}; k++) result[k].d = x[k % {n}].d * y[k / {n}].d;",
    "transpose": (
        "for (k = 0; k < {n}; k++) result[k % {rows} * {columns} + k / {rows}].d = x[k].d;"
    ),
    "determinant": "result[0].d = determinant(x, {columns});",
    "inverse": "inverse(result, x, {columns});",
    "any": "result[0].i = 0; for (k = 0; k < {n}; k++) if (x[k].i) result[0].i = 1;",
    "all": "result[0].i = 1; for (k = 0; k < {n}; k++) if (!x[k].i) result[0].i = 0;",
    "modf": "for (k = 0; k < {n}; k++) {{ double whole = trunc(x[k].d); result[{n} + k].d = whole;"
    " result[k].d = copysign(x[k].d - whole, x[k].d); }}",
    "frexp": "for (k = 0; k < {n}; k++) {{ int exponent = 0;"
    " result[k].d = frexp(x[k].d, &exponent); result[{n} + k].i = exponent; }}",
    "packSnorm4x8": "result[0].i = packed(x, {n}, 8, -1.0, 127.0);",
    "packUnorm4x8": "result[0].i = packed(x, {n}, 8, 0.0, 255.0);",
    "packSnorm2x16": "result[0].i = packed(x, {n}, 16, -1.0, 32767.0);",
    "packUnorm2x16": "result[0].i = packed(x, {n}, 16, 0.0, 65535.0);",
    "pack4xI8": "result[0].i = packed_integers(x, -2147483648LL, 2147483647LL);",
    "pack4xU8": "result[0].i = packed_integers(x, 0, 4294967295LL);",
    "pack4xI8Clamp": "result[0].i = packed_integers(x, -128, 127);",
    "pack4xU8Clamp": "result[0].i = packed_integers(x, 0, 255);",
    "uaddCarry": "for (k = 0; k < {n}; k++)"
    " {{ result[k].i = x[k].i + y[k].i; result[{n} + k].i = (x[k].i + y[k].i) >> 32; }}",
    "usubBorrow": (
        "for (k = 0; k < {n}; k++) {{ result[k].i = x[k].i - y[k].i; result[{n} + k].i = "
        "x[k].i < y[k].i; }}"
    ),
    "umulExtended": "result[0].i = 0; for (k = 0; k < {n}; k++) {{ uint64_t "
    "made = (uint64_t)x[k].i * "
    "(uint64_t)y[k].i;"
    " result[1 + k].i = (int64_t)(made >> 32); result[1 + {n} + k].i = (int64_t)made; }}",
    "imulExtended": "result[0].i = 0; for (k = 0; k < {n}; k++) {{ int64_t made = x[k].i * y[k].i;"
    " result[1 + k].i = made >> 32; result[1 + {n} + k].i = made; }}",
}
"""Of whole values as cells, `n` and `m` of them, a matrix of `columns` and `rows`; results are
brought to their types after it, and what is not finite traps.
"""
PLAIN_SUMS: Final = sys.version_info < (3, 12)
SUMMED: Final = frozenset(
    (
        "length",
        "distance",
        "normalize",
        "reflect",
        "faceforward",
        "refract",
        "determinant",
        "inverse",
    )
)
