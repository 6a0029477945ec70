"""What built-in functions mean, against the SPIR-V interpreter's GLSL.std.450 and against
hand-made values.
"""

import math
import random
from collections.abc import Callable
from typing import Any

import pytest

from aberration.languages.shading.builtins.evaluate import call, hazard_of
from aberration.languages.shading.builtins.lookup import lookup
from aberration.languages.shading.builtins.row import Builtin
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.builtins.table import ROWS
from aberration.languages.shading.builtins.values import single
from aberration.languages.shading.types import (
    DOUBLE,
    FLOAT,
    INT,
    UINT,
    Scalar,
    Type,
    element_of,
    parts,
    scalar_or_vector,
    vector,
)
from aberration.languages.spirv.interpret.scalar import mathematics as spirv
from aberration.languages.spirv.interpret.scalar import runtime

GLSL = lookup("glsl", 460, "fragment")
WGSL = lookup("wgsl", 0, "compute")
CORNERS = (
    0,
    1,
    2,
    3,
    31,
    32,
    33,
    0x7F,
    0x80,
    0xFF,
    0xFFFF,
    0x7FFFFFFF,
    0x80000000,
    0x80000001,
    0xFFFFFFFE,
    0xFFFFFFFF,
)
FLOATS = (
    0.0,
    -0.0,
    0.5,
    1.0,
    -1.0,
    1.5,
    2.5,
    -2.5,
    0.1,
    -0.7,
    3.75,
    100.25,
    -1e-3,
    2.0**24,
    1e30,
    -1e30,
    2.0**-126,
)


def found(known: Any, name: str, *types: Type) -> Overload:
    overload = known.exact(name, types)
    assert isinstance(overload, Overload), f"{name}{types}"
    return overload


def integers(count: int) -> list[int]:
    chance = random.Random(17)
    return [*CORNERS, *(chance.getrandbits(chance.randint(1, 32)) for _ in range(count))]


def signed(x: int) -> int:
    return x - (1 << 32) if x >> 31 else x


def unsigned(x: int) -> int:
    return x & 0xFFFFFFFF


def spirv_find_lsb(a: int) -> int:
    return (a & -a).bit_length() - 1 & 0xFFFFFFFF


SAME_OF_ONE: list[tuple[str, Scalar, Callable[[int], int]]] = [
    ("findLSB", INT, spirv_find_lsb),
    ("findLSB", UINT, spirv_find_lsb),
    ("findMSB", INT, runtime.find_s_msb),
    ("findMSB", UINT, lambda a: a.bit_length() - 1 & 0xFFFFFFFF),
    ("abs", INT, lambda a: a if a < 0x80000000 else -a & 0xFFFFFFFF),
    ("sign", INT, lambda a: (a != 0) + 0 if a < 0x80000000 else 0xFFFFFFFF),
    ("bitCount", INT, lambda a: bin(a).count("1")),
    ("bitCount", UINT, lambda a: bin(a).count("1")),
]


@pytest.mark.parametrize(("name", "element", "meaning"), SAME_OF_ONE)
def test_integers_are_as_in_glsl_std_450(
    name: str, element: Scalar, meaning: Callable[[int], int]
) -> None:
    overload = found(GLSL, name, element)
    for bits in integers(300):
        value = signed(bits) if element is INT else bits
        assert unsigned(call(overload, (value,))) == meaning(bits), bits


def test_clamps_are_as_in_glsl_std_450() -> None:
    chance = random.Random(3)
    values = integers(60)
    for _ in range(2000):
        x, low, high = (chance.choice(values) for _ in range(3))
        if low <= high:
            assert call(found(GLSL, "clamp", UINT, UINT, UINT), (x, low, high)) == spirv.u_clamp(
                x, low, high
            )
        if signed(low) <= signed(high):
            mine = call(found(GLSL, "clamp", INT, INT, INT), (signed(x), signed(low), signed(high)))
            assert unsigned(mine) == spirv.s_clamp(x, low, high, 0x80000000)


EXACT_OF_ONE: list[tuple[str, Callable[[float], float]]] = [
    ("trunc", spirv.trunc),
    ("ceil", spirv.ceil),
    ("floor", runtime.floor),
    ("fract", spirv.fract),
    ("roundEven", spirv.round_even),
    ("sign", spirv.f_sign),
]


@pytest.mark.parametrize(("name", "meaning"), EXACT_OF_ONE)
def test_exact_floats_are_as_in_glsl_std_450(name: str, meaning: Callable[[float], float]) -> None:
    overload = found(GLSL, name, FLOAT)
    for x in map(single, FLOATS):
        mine, theirs = call(overload, (x,)), meaning(x)
        assert mine == theirs, x
        assert math.copysign(1.0, mine) == math.copysign(1.0, theirs), x


NEAR: list[tuple[str, Callable[[float], float], tuple[float, ...]]] = [
    ("sin", spirv.sin, FLOATS),
    ("cos", spirv.cos, FLOATS),
    ("tan", spirv.tan, (0.5, 1.0, -0.7)),
    ("asin", spirv.asin, (0.5, 1.0, -0.7)),
    ("acos", spirv.acos, (0.5, 1.0, -0.7)),
    ("atan", spirv.atan, FLOATS),
    ("sinh", spirv.sinh, (0.5, -2.5, 100.25)),
    ("cosh", spirv.cosh, (0.5, -2.5, 100.25)),
    ("tanh", spirv.tanh, FLOATS),
    ("asinh", spirv.asinh, FLOATS),
    ("acosh", spirv.acosh, (1.0, 3.75)),
    ("atanh", spirv.atanh, (0.5, -0.7)),
    ("exp", spirv.exp, (0.5, -2.5, 100.25)),
    ("exp2", spirv.exp2, (0.5, -2.5, 100.25)),
    ("log", spirv.log, (0.5, 1.0, 1e30)),
    ("log2", spirv.log2, (0.5, 1.0, 1e30)),
    ("sqrt", spirv.sqrt, (0.0, 0.5, 2.5, 1e30)),
    ("inversesqrt", spirv.inverse_sqrt, (0.5, 2.5, 1e30)),
    ("radians", spirv.radians, FLOATS),
    ("degrees", spirv.degrees, (0.5, 1.0, -2.5)),
]


@pytest.mark.parametrize(("name", "meaning", "values"), NEAR)
def test_other_floats_are_rounded_alike(
    name: str, meaning: Callable[[float], float], values: tuple[float, ...]
) -> None:
    overload = found(GLSL, name, FLOAT)
    for x in map(single, values):
        assert call(overload, (x,)) == meaning(x), x


PACKING: list[tuple[str, int, Callable[..., int], Callable[[int], tuple[float, ...]]]] = [
    ("Snorm4x8", 4, spirv.pack_snorm4x8, spirv.unpack_snorm4x8),
    ("Unorm4x8", 4, spirv.pack_unorm4x8, spirv.unpack_unorm4x8),
    ("Snorm2x16", 2, spirv.pack_snorm2x16, spirv.unpack_snorm2x16),
    ("Unorm2x16", 2, spirv.pack_unorm2x16, spirv.unpack_unorm2x16),
    ("Half2x16", 2, spirv.pack_half2x16, spirv.unpack_half2x16),
]


@pytest.mark.parametrize(("name", "size", "pack", "unpack"), PACKING)
def test_packing_is_as_in_glsl_std_450(
    name: str, size: int, pack: Callable[..., int], unpack: Callable[[int], tuple[float, ...]]
) -> None:
    packing = found(GLSL, f"pack{name}", vector(FLOAT, size))
    unpacking = found(GLSL, f"unpack{name}", UINT)
    chance = random.Random(5)
    compared = 0
    for _ in range(400):
        given = tuple(single(chance.uniform(-1.2, 1.2)) for _ in range(size))
        if hazard_of(packing, (given,)) is None:
            compared += 1
            assert call(packing, (given,)) == pack(given), given
    assert compared > 300
    for bits in integers(100):
        if hazard_of(unpacking, (bits,)) is None:
            assert call(unpacking, (bits,)) == unpack(bits), bits


FIELDS: list[tuple[int, int, int, int, int]] = [
    # value, offset, bits, as uint, as int
    (0xFFFFFFFF, 0, 32, 0xFFFFFFFF, -1),
    (0x12345678, 8, 8, 0x56, 0x56),
    (0x12345698, 4, 4, 0x9, -7),
    (0xFFFFFFFF, 31, 1, 1, -1),
    (0xFFFFFFFF, 5, 0, 0, 0),
    (0xFFFFFFFF, 32, 0, 0, 0),
]


@pytest.mark.parametrize(("value", "offset", "bits", "as_uint", "as_int"), FIELDS)
def test_bit_fields(value: int, offset: int, bits: int, as_uint: int, as_int: int) -> None:
    arguments = (value, offset, bits)
    assert call(found(GLSL, "bitfieldExtract", UINT, INT, INT), arguments) == as_uint
    assert (
        call(found(GLSL, "bitfieldExtract", INT, INT, INT), (signed(value), offset, bits)) == as_int
    )
    assert call(found(WGSL, "extractBits", UINT, UINT, UINT), arguments) == as_uint
    inserted = call(found(GLSL, "bitfieldInsert", UINT, UINT, INT, INT), (0, value, offset, bits))
    assert (
        call(found(GLSL, "bitfieldExtract", UINT, INT, INT), (inserted, offset, bits))
        == value & (1 << bits) - 1
    )


def test_wgsl_clamps_a_field_that_glsl_leaves_undefined() -> None:
    wide = (0xF0000000, 28, 20)
    assert call(found(WGSL, "extractBits", UINT, UINT, UINT), wide) == 0xF
    assert hazard_of(found(GLSL, "bitfieldExtract", UINT, INT, INT), wide) is not None


@pytest.mark.parametrize(
    ("known", "name", "types", "arguments", "result"),
    [
        (GLSL, "uaddCarry", (UINT, UINT, UINT), (0xFFFFFFFF, 2), (1, 1)),
        (GLSL, "usubBorrow", (UINT, UINT, UINT), (1, 2), (0xFFFFFFFF, 1)),
        (
            GLSL,
            "umulExtended",
            (UINT, UINT, UINT, UINT),
            (0xFFFFFFFF, 0xFFFFFFFF),
            (None, 0xFFFFFFFE, 1),
        ),
        (GLSL, "imulExtended", (INT, INT, INT, INT), (-1, 5), (None, -1, -5)),
        (GLSL, "bitfieldReverse", (UINT,), (1,), 0x80000000),
        (GLSL, "modf", (FLOAT, FLOAT), (-2.5,), (-0.5, -2.0)),
        (GLSL, "frexp", (FLOAT, INT), (6.0,), (0.75, 3)),
        (GLSL, "ldexp", (FLOAT, INT), (0.75, 3), 6.0),
        (GLSL, "mod", (FLOAT, FLOAT), (-5.5, 2.0), 0.5),
        (GLSL, "floatBitsToInt", (FLOAT,), (-0.0,), -(1 << 31)),
        (GLSL, "uintBitsToFloat", (UINT,), (0x3F800000,), 1.0),
        (WGSL, "countLeadingZeros", (INT,), (-1,), 0),
        (WGSL, "countTrailingZeros", (UINT,), (0,), 32),
        (WGSL, "firstLeadingBit", (INT,), (-1,), -1),
        (WGSL, "firstLeadingBit", (UINT,), (0,), 0xFFFFFFFF),
        (WGSL, "dot4I8Packed", (UINT, UINT), (0xFF, 0x02), -2),
        (WGSL, "pack4xI8", (vector(INT, 4),), ((1, -1, 2, -2),), 0xFE02FF01),
        (WGSL, "frexp", (FLOAT,), (6.0,), (0.75, 3)),
        (WGSL, "saturate", (FLOAT,), (1.5,), 1.0),
    ],
)
def test_value(
    known: Any, name: str, types: tuple[Type, ...], arguments: tuple[Any, ...], result: Any
) -> None:
    assert call(found(known, name, *types), arguments) == result


def test_vectors_go_component_by_component() -> None:
    three = vector(FLOAT, 3)
    assert call(found(GLSL, "clamp", three, FLOAT, FLOAT), ((-1.0, 0.5, 2.0), 0.0, 1.0)) == (
        0.0,
        0.5,
        1.0,
    )
    assert call(found(GLSL, "frexp", three, vector(INT, 3)), ((6.0, 1.0, 0.0),)) == (
        (0.75, 0.5, 0.0),
        (3, 1, 0),
    )
    assert call(found(GLSL, "cross", three, three), ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))) == (
        0.0,
        0.0,
        1.0,
    )
    assert call(found(GLSL, "length", FLOAT), (-3.0,)) == 3.0


_BITS = "the bits are those of an infinity, NaN or subnormal number"
_HALF = "a half of the bits is an infinity, NaN or subnormal number"
_SMALL = "a component is too small to be a normal 16-bit float"
HAZARDS = [
    ("sqrt", (FLOAT,), (-1.0,), "x < 0"),
    ("inversesqrt", (FLOAT,), (0.0,), "x <= 0"),
    ("pow", (FLOAT, FLOAT), (-1.0, 2.0), "x < 0"),
    ("pow", (FLOAT, FLOAT), (0.0, 0.0), "x = 0 and y <= 0"),
    ("log", (FLOAT,), (0.0,), "x <= 0"),
    ("asin", (FLOAT,), (1.5,), "|x| > 1"),
    ("atan", (FLOAT, FLOAT), (0.0, 0.0), "x = y = 0"),
    ("clamp", (INT, INT, INT), (1, 3, 2), "low > high"),
    ("smoothstep", (FLOAT, FLOAT, FLOAT), (1.0, 1.0, 0.0), "edge0 = edge1"),
    ("smoothstep", (FLOAT, FLOAT, FLOAT), (1.0, 0.5, 0.0), "edge0 > edge1"),
    ("mod", (FLOAT, FLOAT), (1.0, 0.0), "y = 0"),
    ("normalize", (vector(FLOAT, 2),), ((0.0, 0.0),), "x is the zero vector"),
    ("round", (FLOAT,), (2.5,), "x is halfway between two integers"),
    ("ldexp", (FLOAT, INT), (1.0, 200), "the exponent is above 128"),
    ("uintBitsToFloat", (UINT,), (0x7FC00000,), _BITS),
    ("uintBitsToFloat", (UINT,), (63,), _BITS),
    ("intBitsToFloat", (INT,), (-0x7FFFFFFF,), _BITS),
    ("unpackHalf2x16", (UINT,), (0x3C000001,), _HALF),
    ("packHalf2x16", (vector(FLOAT, 2),), ((1.0, 2.0**-15),), _SMALL),
    (
        "bitfieldInsert",
        (INT, INT, INT, INT),
        (0, 0, 31, 2),
        "offset or bits is negative, or their sum above 32",
    ),
    ("frexp", (FLOAT, INT), (math.inf,), "x is infinite or NaN"),
]


@pytest.mark.parametrize(("name", "types", "arguments", "says"), HAZARDS)
def test_hazard(name: str, types: tuple[Type, ...], arguments: tuple[Any, ...], says: str) -> None:
    hazard = hazard_of(found(GLSL, name, *types), arguments)
    assert hazard is not None
    assert hazard.says == says


def sample(type: Type, chance: random.Random) -> Any:
    element = element_of(type)
    assert element is not None
    choices: tuple[Any, ...] = (0.25, 0.5, 1.0)
    if not element.is_float:
        choices = (False, True) if element.kind == "bool" else tuple(range(7))

    def one() -> Any:
        return chance.choice(choices)

    if parts(type) == 1:
        return one()
    if type is not scalar_or_vector(element, min(parts(type), 4)):
        columns = getattr(type, "columns", 0)
        return tuple(tuple(one() for _ in range(parts(type) // columns)) for _ in range(columns))
    return tuple(one() for _ in range(parts(type)))


@pytest.mark.parametrize("known", [GLSL, WGSL], ids=["glsl", "wgsl"])
def test_every_meaning_gives_a_value_of_its_type(known: Any) -> None:
    """Whatever has a meaning can be called on each of its overloads, where no hazard is in the
    way.
    """
    chance = random.Random(1)
    called: set[str] = set()
    for name in sorted(known.names):
        for overload in known.overloads(name):
            if overload.builtin.meaning is None:
                continue
            for _ in range(32):
                arguments = tuple(
                    sample(p.type, chance) for p in overload.parameters if p.direction != "out"
                )
                if hazard_of(overload, arguments) is None:
                    assert call(overload, arguments) is not None
                    called.add(overload.builtin.name)
    silent = {
        o.builtin.name for n in known.names for o in known.overloads(n) if o.builtin.meaning
    } - called
    assert silent == set()


def test_rows_without_a_meaning_are_those_that_have_none() -> None:
    themes = {row.theme for row in ROWS if row.meaning is None}
    assert themes == {
        "texture",
        "wgsl texture",
        "image",
        "atomic",
        "barrier",
        "emission",
        "derivative",
        "generic",
        "subgroup",
    }
    assert all(not row.constant for row in ROWS if row.meaning is None and row.name != "bitcast")


def test_bounds_by_language() -> None:
    sine = found(GLSL, "sin", FLOAT).builtin
    assert sine.bound_in("glsl").largest_error(0.5, 1.0) == math.inf
    assert sine.bound_in("wgsl").largest_error(0.5, 1.0) == 2.0**-11
    assert found(GLSL, "floor", FLOAT).builtin.bound_in("glsl").largest_error(2.0, 2.5) == 0.0
    assert (
        found(GLSL, "exp", FLOAT).builtin.bound_in("essl").largest_error(1.0, 0.0) == 3.0 * 2.0**-23
    )


def names_are_unique(rows: tuple[Builtin, ...]) -> bool:
    return len({(row.theme, row.name) for row in rows}) == len(rows)


def test_each_row_has_a_name_of_its_own() -> None:
    assert names_are_unique(ROWS)
    assert found(GLSL, "fma", DOUBLE, DOUBLE, DOUBLE).builtin.name == "fma of doubles"
