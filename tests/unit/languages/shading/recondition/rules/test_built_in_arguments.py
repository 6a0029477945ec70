"""Built-in functions. `data` holds 0, 1, 2, 3, -1, -2^31, 40, 7, and `real` 0, 1.5, -2, 3e38."""

from __future__ import annotations

import pytest
from helpers.reconditioned import program, reconditioned_text, repaired, unchanged

from aberration.languages.shading.tree import LanguageName

_BOTH = (
    "asin(real[1])",
    "acos(real[2])",
    "acosh(real[0])",
    "atanh(real[1])",
    "log(real[0])",
    "log2(real[2])",
    "sqrt(real[2])",
    "pow(real[2], real[1])",
    "pow(real[0], real[0])",
    "clamp(real[0], real[1], real[2])",
    "smoothstep(real[1], real[1], real[0])",
    "smoothstep(real[1], real[2], real[0])",
    "ldexp(real[1], data[6] * 10)",
)
_GLSL = (
    "inversesqrt(real[0])",
    "round(real[1])",
    "mod(real[1], real[0])",
    "atan(real[0], real[0])",
    "normalize(vec3(real[0])).x",
    "inverse(mat2(real[0]))[0].x",
    "intBitsToFloat(0x7f800000 + data[0])",
    "intBitsToFloat(1 + data[0])",
    "unpackHalf2x16(uint(data[4])).x",
    "float(packHalf2x16(vec2(real[3])))",
    "float(packSnorm4x8(vec4(real[1] / 381.0)))",
    "float(bitfieldExtract(data[6], data[6], data[7]))",
    "float(bitfieldInsert(data[6], data[7], data[4], data[1]))",
    "float(clamp(data[1], data[3], data[2]))",
    "float(clamp(uint(data[1]), 9u, uint(data[2])))",
    "asin(vec2(real[1], 0.5)).x",
    "pow(vec2(real[1]), vec2(real[0], -real[1]) * 1e3).y + sqrt(real[2])",
    "clamp(vec2(real[1]), real[1], real[2]).y",
    "frexp(real[1] * 1e-20 * 1e-20, data[0])",
)
_WGSL = (
    "inverseSqrt(real[0])",
    "normalize(vec3(real[0])).x",
    "unpack2x16float(u32(data[4])).x",
    "bitcast<f32>(1 + data[0])",
    "f32(pack2x16float(vec2(real[3])))",
    "quantizeToF16(real[3])",
    "asin(vec2(real[1], 0.5)).x",
)
_LARGE = (
    "exp(real[1] * 100.0)",
    "exp2(real[1] * 100.0)",
    "sinh(real[1] * 100.0)",
    "cosh(real[2] * 100.0)",
    "pow(real[1] * 100.0, real[1] * 20.0)",
    "degrees(real[3])",
    "fma(real[3], real[3], real[1])",
    "ldexp(real[1] * 1e30, 100)",
)


@pytest.mark.parametrize("expression", [*_BOTH, *_GLSL])
def test_what_glsl_leaves_undefined(expression: str) -> None:
    repaired("domain", "glsl", f"real[0] = {expression};")


@pytest.mark.parametrize("expression", ["acos(real[2])", "mod(real[1], real[0])", _GLSL[11]])
def test_essl(expression: str) -> None:
    repaired("domain", "essl", f"real[0] = {expression};")


@pytest.mark.parametrize("expression", [*_BOTH, *_WGSL])
def test_what_wgsl_leaves_open(expression: str) -> None:
    repaired("domain", "wgsl", f"real[0] = {expression};")


@pytest.mark.parametrize("language", ["glsl", "wgsl"])
@pytest.mark.parametrize("expression", _LARGE)
def test_results_stay_finite(language: LanguageName, expression: str) -> None:
    repaired("nan", language, f"real[0] = {expression};")


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@pytest.mark.parametrize(
    "expression", ["length({0})", "dot({0}, {0})", "distance({0}, -{0})", "cross({0}, {0}.yzx).x",
                   "reflect({0}, {0}).x", "refract({0}, {0}, 1e30).y", "mix({0}, -{0}, 1e9).z"],
)  # fmt: skip
def test_sums_of_products(language: LanguageName, expression: str) -> None:
    vector = "vec3f" if language == "wgsl" else "vec3"
    made = expression.format(f"{vector}(real[1], real[3], real[3])")
    repaired("nan", language, f"real[0] = {made};")


def test_bits_that_are_no_number_in_wgsl() -> None:
    repaired("nan", "wgsl", "real[0] = bitcast<f32>(data[4]);")
    repaired("nan", "wgsl", "real[0] = bitcast<vec2f>(vec2u(u32(data[4]), 1u)).x;")


@pytest.mark.parametrize("language", ["glsl", "wgsl"])
def test_what_is_defined_stays(language: LanguageName) -> None:
    root, angle = ("inverseSqrt", "atan2") if language == "wgsl" else ("inversesqrt", "atan")
    new, integer = ("let ", "i32") if language == "wgsl" else ("float ", "int")
    unchanged(
        language,
        f"{new}x = asin(real[1] / 2.0) + acosh(real[1]) + log(real[1]) + pow(real[1], real[2]);"
        f"real[0] = x + {root}(real[1]) + {angle}(real[1], real[2]) + exp(real[2])"
        "+ length(real[1]) + clamp(real[1], -1.0, 2.0) + smoothstep(0.0, 2.0, real[1])"
        "+ ldexp(real[1], data[3]);"
        f"data[1] = {integer}(pow(real[1], 20.0) + sinh(real[1]) + round(real[1] * 1.5));",
    )


def test_integers_that_are_defined_stay() -> None:
    unchanged(
        "glsl",
        "data[0] = bitfieldExtract(data[6], 3, data[2]) + bitfieldInsert(data[6], 9, 0, 32)"
        "+ clamp(data[6], -3, 7); real[0] = intBitsToFloat(0x3f800000 + data[7]);"
        "data[1] = int(packUnorm2x16(vec2(real[1] / 2.7)) + packHalf2x16(vec2(real[1])));",
    )
    found = unchanged("wgsl", "data[0] = clamp(data[6], data[7], data[3]);")
    assert "ordered" not in found.text


@pytest.mark.parametrize(
    ("expression", "stays"),
    [
        ("clamp(data[6], -3, 7)", True),
        ("clamp(data[6], 7, 7)", True),
        ("clamp(data[6], 7, -3)", False),
        ("clamp(data[6], -3, data[3])", False),
        ("bitfieldExtract(data[6], 24, 8)", True),
        ("bitfieldExtract(data[6], 24, 9)", False),
        ("bitfieldExtract(data[6], -1, 8)", False),
        ("bitfieldInsert(data[6], data[5], 32, 0)", True),
        ("bitfieldInsert(data[6], data[5], data[2], 4)", False),
    ],
)
def test_constants_that_are_safe_need_no_function(expression: str, stays: bool) -> None:
    text = program("glsl", f"data[0] = {expression};")
    assert (expression in reconditioned_text(text, "glsl")) == stays


def test_each_argument_is_evaluated_once() -> None:
    before = "int calls = 0; float next() { calls++; return -4.0; }"
    body = "real[0] = sqrt(next()) + 1.0; real[1] = pow(next(), 2.0); data[0] = calls;"
    assert repaired("domain", "glsl", body, before).numbers[0] == 2


def test_out_parameters_stay() -> None:
    body = "float whole; real[0] = modf(sqrt(real[2]) * 2.5, whole); real[1] = whole;"
    assert repaired("domain", "glsl", body).reals[:2] == (0.5, 2.0)
