"""Instructions of GLSL.std.450 on floats, against NumPy's single precision and exact fractions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
import pytest
from helpers.interpret import bits, compiled, number, results, values

Formula = Callable[[float, float], float]
LEAFWISE: Final[dict[str, tuple[Formula, list[tuple[float, float]]]]] = {
    "RoundEven %xf": (
        lambda a, _: float(np.rint(a)),
        [(0.5, 0), (1.5, 0), (-0.5, 0), (2.3, 0), (-7.7, 0)],
    ),
    "Trunc %xf": (lambda a, _: float(np.trunc(a)), [(0.5, 0), (-1.5, 0), (-0.5, 0), (1e30, 0)]),
    "Floor %xf": (lambda a, _: float(np.floor(a)), [(0.5, 0), (-1.5, 0), (-0.0, 0), (-1e30, 0)]),
    "Ceil %xf": (lambda a, _: float(np.ceil(a)), [(0.5, 0), (-1.5, 0), (-0.5, 0), (3.0, 0)]),
    "Fract %xf": (lambda a, _: a - math.floor(a), [(0.5, 0), (-1.5, 0), (-0.25, 0), (3.0, 0)]),
    "FAbs %xf": (lambda a, _: abs(a), [(0.5, 0), (-1.5, 0), (-0.0, 0)]),
    "FSign %xf": (lambda a, _: float(np.sign(a)), [(0.5, 0), (-1.5, 0), (0.0, 0)]),
    "FMin %xf %yf": (min, [(1, 2), (2, 1), (-1, -2), (0, 0)]),
    "FMax %xf %yf": (max, [(1, 2), (2, 1), (-1, -2), (0, 0)]),
    "NMin %xf %yf": (
        lambda a, b: float(np.fmin(a, b)),
        [(1, 2), (2, 1), (math.nan, 3), (3, math.nan)],
    ),
    "NMax %xf %yf": (
        lambda a, b: float(np.fmax(a, b)),
        [(1, 2), (2, 1), (math.nan, 3), (3, math.nan)],
    ),
    "FClamp %xf %f0 %f2": (
        lambda a, _: min(max(a, 0.0), 2.0),
        [(-1, 0), (1, 0), (3, 0), (0, 0), (2, 0)],
    ),
    "Step %xf %yf": (lambda a, b: 0.0 if b < a else 1.0, [(1, 2), (2, 1), (1, 1)]),
    "FMix %xf %yf %f1": (lambda a, b: b, [(1, 2), (-3, 1)]),
    "Fma %xf %yf %f1": (lambda a, b: a * b + 1, [(1, 2), (-3, 1), (0.5, 0.5)]),
    "SmoothStep %f0 %f2 %xf": (
        lambda a, _: (lambda t: t * t * (3 - 2 * t))(min(max(a / 2, 0.0), 1.0)),
        [(-1, 0), (0.5, 0), (1, 0), (3, 0)],
    ),
    "Sqrt %xf": (
        lambda a, _: float(np.sqrt(np.float32(a))),
        [(2, 0), (0, 0), (1e-40, 0), (3e38, 0)],
    ),
    "InverseSqrt %xf": (lambda a, _: 1 / math.sqrt(a), [(4, 0), (0.25, 0)]),
    "Radians %xf": (lambda a, _: math.radians(a), [(0, 0), (180, 0), (-90, 0)]),
    "Degrees %xf": (lambda a, _: math.degrees(a), [(0, 0), (1, 0), (-0.5, 0)]),
    "Sin %xf": (lambda a, _: math.sin(a), [(0, 0), (1, 0), (-100, 0)]),
    "Cos %xf": (lambda a, _: math.cos(a), [(0, 0), (1, 0), (-100, 0)]),
    "Tan %xf": (lambda a, _: math.tan(a), [(0, 0), (1, 0), (-2, 0)]),
    "Asin %xf": (lambda a, _: math.asin(a), [(0, 0), (1, 0), (-0.5, 0)]),
    "Acos %xf": (lambda a, _: math.acos(a), [(0, 0), (1, 0), (-0.5, 0)]),
    "Atan %xf": (lambda a, _: math.atan(a), [(0, 0), (1e30, 0), (-0.5, 0)]),
    "Atan2 %xf %yf": (math.atan2, [(1, 1), (-1, -1), (0, -1), (1, 0)]),
    "Sinh %xf": (lambda a, _: math.sinh(a), [(0, 0), (1, 0), (-5, 0)]),
    "Cosh %xf": (lambda a, _: math.cosh(a), [(0, 0), (1, 0), (-5, 0)]),
    "Tanh %xf": (lambda a, _: math.tanh(a), [(0, 0), (1, 0), (-50, 0)]),
    "Asinh %xf": (lambda a, _: math.asinh(a), [(0, 0), (1, 0), (-5, 0)]),
    "Acosh %xf": (lambda a, _: math.acosh(a), [(1, 0), (5, 0)]),
    "Atanh %xf": (lambda a, _: math.atanh(a), [(0, 0), (0.5, 0), (-0.75, 0)]),
    "Pow %xf %yf": (math.pow, [(2, 3), (2, -3), (0, 2), (9, 0.5)]),
    "Exp %xf": (lambda a, _: math.exp(a), [(0, 0), (1, 0), (-3, 0)]),
    "Exp2 %xf": (lambda a, _: 2.0**a, [(0, 0), (3, 0), (-0.5, 0)]),
    "Log %xf": (lambda a, _: math.log(a), [(1, 0), (10, 0)]),
    "Log2 %xf": (lambda a, _: math.log2(a), [(1, 0), (8, 0), (3, 0)]),
}


@pytest.mark.parametrize("name", LEAFWISE)
def test_extended_functions(name: str) -> None:
    formula, cases = LEAFWISE[name]
    body = f"%r = OpExtInst %float %glsl {name}\n%w = OpBitcast %uint %r\nWRITE 0 %w"
    got = [number(word) for word in values(body, [(bits(a), bits(b), 0) for a, b in cases])]
    expected = [float(np.float32(formula(number(bits(a)), number(bits(b))))) for a, b in cases]
    assert got == pytest.approx(expected, rel=1e-6, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("name", "largest"), [("Exp %xf", 1000.0), ("Exp2 %xf", 1000.0), ("Cosh %xf", 1000.0)]
)
def test_what_overflows_is_infinite(name: str, largest: float) -> None:
    body = f"%r = OpExtInst %float %glsl {name}\n%w = OpBitcast %uint %r\nWRITE 0 %w"
    assert number(values(body, [(bits(largest), 0, 0)])[0]) == math.inf


VECTORS: Final = """
    %v = OpCompositeConstruct %v3float %xf %yf %zf
    %n = OpCompositeConstruct %v3float %f0 %f1 %f2
"""


def three(text: str) -> str:
    return f"""{VECTORS}
        %r = {text}
        %r0 = OpCompositeExtract %float %r 0
        %r1 = OpCompositeExtract %float %r 1
        %r2 = OpCompositeExtract %float %r 2
        WRITE 0 %r0 float
        WRITE 1 %r1 float
        WRITE 2 %r2 float
    """


NORMAL: Final = np.array([0.0, 1.0, 2.0])
GEOMETRY: Final[dict[str, Callable[[np.ndarray[tuple[int], np.dtype[np.float64]]], object]]] = {
    "OpExtInst %v3float %glsl Cross %v %n": lambda v: np.cross(v, NORMAL),
    "OpExtInst %v3float %glsl Normalize %v": lambda v: v / np.sqrt(v @ v),
    "OpExtInst %v3float %glsl Reflect %v %n": lambda v: v - 2 * (NORMAL @ v) * NORMAL,
    "OpExtInst %v3float %glsl FaceForward %n %v %v": lambda v: -NORMAL if v @ v >= 0 else NORMAL,
    "OpVectorTimesScalar %v3float %v %yf": lambda v: v * v[1],
    "OpFAdd %v3float %v %n": lambda v: v + NORMAL,
}


@pytest.mark.parametrize("text", GEOMETRY)
def test_vectors(text: str) -> None:
    for v in ([1.0, 2.0, 3.0], [-0.5, 0.25, 4.0]):
        ((x, y, z, _),) = results(compiled(three(text)), [(bits(v[0]), bits(v[1]), bits(v[2]))])
        assert [number(x), number(y), number(z)] == pytest.approx(
            GEOMETRY[text](np.array(v)), rel=1e-6
        )


def test_refraction() -> None:
    text = "OpExtInst %v3float %glsl Refract %v %n %f1"
    ((x, y, z, _),) = results(compiled(three(text)), [(bits(0.6), bits(-0.8), 0)])
    n = np.array([0.0, 1.0, 2.0])
    v = np.array([0.6, -0.8, 0.0])
    k = 1 - (1 - (n @ v) ** 2)
    assert [number(x), number(y), number(z)] == pytest.approx(
        v - ((n @ v) + math.sqrt(k)) * n, rel=1e-5, abs=1e-6
    )


def test_lengths() -> None:
    body = f"""{VECTORS}
        %d = OpDot %float %v %n
        %l = OpExtInst %float %glsl Length %v
        %a = OpExtInst %float %glsl Distance %v %n
        WRITE 0 %d float
        WRITE 1 %l float
        WRITE 2 %a float
    """
    v = np.array([1.0, -2.0, 3.0])
    ((d, length, distance, _),) = results(compiled(body), [(bits(1.0), bits(-2.0), bits(3.0))])
    assert number(d) == v @ NORMAL
    assert number(length) == pytest.approx(math.sqrt(14))
    assert number(distance) == pytest.approx(math.dist(v, NORMAL))


MATRIX: Final = """
    %c0 = OpCompositeConstruct %v2float %xf %yf
    %c1 = OpCompositeConstruct %v2float %zf %f1
    %m = OpCompositeConstruct %m2float %c0 %c1
    %n = OpCompositeConstruct %m2float %c1 %c0
"""
NUMBERS: Final = (2.0, -3.0, 0.5)
M: Final = np.array([[2.0, 0.5], [-3.0, 1.0]])
N: Final = np.array([[0.5, 2.0], [1.0, -3.0]])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("OpMatrixTimesMatrix %m2float %m %n", M @ N),
        ("OpMatrixTimesScalar %m2float %m %zf", M * 0.5),
        ("OpTranspose %m2float %m", M.T),
        ("OpOuterProduct %m2float %c0 %c1", np.outer([2.0, -3.0], [0.5, 1.0])),
        ("OpExtInst %m2float %glsl MatrixInverse %m", np.linalg.inv(M)),
    ],
)
def test_matrices(text: str, expected: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    parts = "\n".join(
        f"%r{c}{r} = OpCompositeExtract %float %r {c} {r}\nWRITE {2 * c + r} %r{c}{r} float"
        for c in (0, 1)
        for r in (0, 1)
    )
    x, y, z = (bits(value) for value in NUMBERS)
    (row,) = results(compiled(f"{MATRIX}\n%r = {text}\n{parts}"), [(x, y, z)])
    assert [number(word) for word in row] == pytest.approx(list(expected.T.flat), rel=1e-6)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("OpMatrixTimesVector %v2float %m %c1", M @ [0.5, 1.0]),
        ("OpVectorTimesMatrix %v2float %c1 %m", np.array([0.5, 1.0]) @ M),
    ],
)
def test_matrices_and_vectors(
    text: str, expected: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> None:
    parts = "\n".join(
        f"%r{k} = OpCompositeExtract %float %r {k}\nWRITE {k} %r{k} float" for k in (0, 1)
    )
    x, y, z = (bits(value) for value in NUMBERS)
    (row,) = results(compiled(f"{MATRIX}\n%r = {text}\n{parts}"), [(x, y, z)])
    assert [number(word) for word in row[:2]] == list(expected)


def test_determinants() -> None:
    body = """
        %a = OpCompositeConstruct %v3float %xf %yf %zf
        %b = OpCompositeConstruct %v3float %yf %f1 %f2
        %c = OpCompositeConstruct %v3float %f2 %zf %xf
        %m = OpCompositeConstruct %m3float %a %b %c
        %d = OpExtInst %float %glsl Determinant %m
        WRITE 0 %d float
    """
    x, y, z = 1.0, -2.0, 3.5
    exact = np.linalg.det(np.array([[x, y, z], [y, 1.0, 2.0], [2.0, z, x]]))
    assert number(values(body, [(bits(x), bits(y), bits(z))])[0]) == pytest.approx(exact)


def test_parts_of_numbers() -> None:
    body = """
        %whole = OpVariable %local_float Function
        %power = OpVariable %local_int Function
        %f = OpExtInst %float %glsl Modf %xf %whole
        %w = OpLoad %float %whole
        %s = OpExtInst %float %glsl Frexp %xf %power
        %e = OpLoad %int %power
        WRITE 0 %f float
        WRITE 1 %w float
        WRITE 2 %s float
        WRITE 3 %e int
    """
    numbers = [1.75, -2.5, 0.0, 1e-40, 100.0]
    for value, row in zip(
        numbers, results(compiled(body), [(bits(value), 0, 0) for value in numbers]), strict=True
    ):
        assert number(row[0]) + number(row[1]) == number(bits(value))
        assert number(row[1]) == math.trunc(value)
        exponent = row[3] - (1 << 32) if row[3] >> 31 else row[3]
        assert number(row[2]) * 2.0**exponent == number(bits(value))
        assert value == 0.0 or 0.5 <= abs(number(row[2])) < 1.0


def test_ldexp_takes_frexp_back() -> None:
    body = "%r = OpExtInst %float %glsl Ldexp %xf %yi\nWRITE 0 %r float"
    cases = [(0.75, 3), (-0.5, -4), (1.0, -140), (1.5, 127)]
    found = values(body, [(bits(a), e, 0) for a, e in cases])
    assert [number(word) for word in found] == [float(np.ldexp(np.float32(a), e)) for a, e in cases]


PACKED: Final[dict[str, Callable[[float, float], int]]] = {
    "PackHalf2x16": lambda a, b: int(np.array([a, b], np.float16).view(np.uint32)[0]),
    "PackSnorm2x16": lambda a, b: sum(
        (round(v * 32767) & 0xFFFF) << 16 * k for k, v in enumerate((a, b))
    ),
    "PackUnorm2x16": lambda a, b: sum(
        round(max(v, 0.0) * 65535) << 16 * k for k, v in enumerate((a, b))
    ),
}


@pytest.mark.parametrize("name", PACKED)
def test_packing_and_unpacking(name: str) -> None:
    body = f"""
        %v = OpCompositeConstruct %v2float %xf %yf
        %p = OpExtInst %uint %glsl {name} %v
        %u = OpExtInst %v2float %glsl Unpack{name[4:]} %p
        %a = OpCompositeExtract %float %u 0
        %b = OpCompositeExtract %float %u 1
        WRITE 0 %p
        WRITE 1 %a float
        WRITE 2 %b float
    """
    for x, y in [(0.5, -0.25), (1.0, 0.0), (0.3, 0.7)]:
        ((packed, a, b, _),) = results(compiled(body), [(bits(x), bits(y), 0)])
        assert packed == PACKED[name](number(bits(x)), number(bits(y)))
        assert number(a) == pytest.approx(x, abs=1e-3)
        assert number(b) == pytest.approx(max(y, 0.0) if name == "PackUnorm2x16" else y, abs=1e-3)


def test_packing_of_bytes() -> None:
    body = """
        %v = OpCompositeConstruct %v4float %xf %yf %zf %f1
        %u = OpExtInst %uint %glsl PackUnorm4x8 %v
        %s = OpExtInst %uint %glsl PackSnorm4x8 %v
        %back = OpExtInst %v4float %glsl UnpackSnorm4x8 %s
        %y_back = OpCompositeExtract %float %back 1
        %forth = OpExtInst %v4float %glsl UnpackUnorm4x8 %u
        %z_back = OpCompositeExtract %float %forth 2
        WRITE 0 %u
        WRITE 1 %s
        WRITE 2 %y_back float
        WRITE 3 %z_back float
    """
    ((u, s, y, z),) = results(compiled(body), [(bits(0.2), bits(-1.0), bits(2.0))])
    assert u == 51 | 0 << 8 | 255 << 16 | 255 << 24
    assert s == 25 | 0x81 << 8 | 127 << 16 | 127 << 24
    assert number(y) == -1.0
    assert number(z) == 1.0


def test_parts_of_numbers_as_structs() -> None:
    globals_ = "%modf_result = OpTypeStruct %float %float\n%frexp_result = OpTypeStruct %float %int"
    body = """
        %m = OpExtInst %modf_result %glsl ModfStruct %xf
        %part = OpCompositeExtract %float %m 0
        %whole = OpCompositeExtract %float %m 1
        %e = OpExtInst %frexp_result %glsl FrexpStruct %xf
        %s = OpCompositeExtract %float %e 0
        %p = OpCompositeExtract %int %e 1
        WRITE 0 %part float
        WRITE 1 %whole float
        WRITE 2 %s float
        WRITE 3 %p int
    """
    ((part, whole, significand, power),) = results(
        compiled(body, "", globals_), [(bits(-6.25), 0, 0)]
    )
    assert (number(part), number(whole)) == (-0.25, -6.0)
    assert (number(significand), power) == (-0.78125, 3)


def test_ordered_and_unordered_numbers() -> None:
    body = (
        "%o = OpFOrdLessThan %bool %xf %yf\n%u = OpFUnordLessThan %bool %xf %yf\n"
        "WRITE 0 %o bool\nWRITE 1 %u bool"
    )
    rows = [(bits(1.0), bits(2.0), 0), (bits(2.0), bits(1.0), 0), (bits(-0.0), bits(0.0), 0)]
    assert [row[:2] for row in results(compiled(body), rows)] == [(1, 1), (0, 0), (0, 0)]


def test_functions_of_doubles() -> None:
    body = """
        %d = OpFConvert %double %xf
        %e = OpFConvert %double %yf
        %r = OpExtInst %double %glsl Sqrt %d
        %f = OpExtInst %double %glsl Fract %e
        %m = OpExtInst %double %glsl FMix %r %f %e
        %a = OpExtInst %double %glsl Fma %m %d %e
        %h = OpExtInst %v2uint %glsl UnpackDouble2x32 %a
        %back = OpExtInst %double %glsl PackDouble2x32 %h
        %i = OpConvertFToS %int %back
        %low = OpCompositeExtract %uint %h 0
        %high = OpCompositeExtract %uint %h 1
        WRITE 0 %low
        WRITE 1 %high
        WRITE 2 %i int
    """
    data = compiled(body, "OpCapability Float64", "%double = OpTypeFloat 64")
    x, y = 7.5, 2.25
    ((low, high, whole, _),) = results(data, [(bits(x), bits(y), 0)])
    mixed = math.sqrt(x) * (1.0 - y) + 0.25 * y
    expected = mixed * x + y
    assert high << 32 | low == int(np.float64(expected).view(np.uint64))
    assert whole == int(expected) & 0xFFFFFFFF


def test_halves_in_arithmetic() -> None:
    body = """
        %a = OpFConvert %half %xf
        %b = OpFConvert %half %yf
        %s = OpFMul %half %a %b
        %t = OpFAdd %half %s %a
        %r = OpFConvert %float %t
        WRITE 0 %r float
    """
    data = compiled(body, "OpCapability Float16", "%half = OpTypeFloat 16")
    for x, y in [(0.1, 3.3), (1000.0, 2.5), (-7.7, 0.01)]:
        a, b = np.float16(np.float32(x)), np.float16(np.float32(y))
        ((word, _, _, _),) = results(data, [(bits(x), bits(y), 0)])
        assert number(word) == float(a * b + a)
