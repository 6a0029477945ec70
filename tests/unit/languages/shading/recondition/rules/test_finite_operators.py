"""Floats that would become infinite. `real` holds 0, 1.5, -2, 3e38."""

from __future__ import annotations

from math import inf

import pytest
from helpers.reconditioned import (
    program,
    reconditioned_text,
    repaired,
    result_of,
    unchanged,
)

from aberration.languages.shading.tree import LanguageName

_BODIES = (
    "real[0] = real[3] + real[3];",
    "real[0] = -real[3] - real[3];",
    "real[0] = real[3] * real[1];",
    "real[0] = real[3] / 0.01;",
    "real[3] *= real[2];",
)
_BY_ZERO = (
    "real[0] = real[1] / real[0];",
    "real[0] = real[0] / real[0];",
    "real[0] = real[1]; real[0] /= real[0] - real[1];",
)


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@pytest.mark.parametrize(
    ("kind", "body"), [*(("nan", body) for body in _BODIES), *(("division", b) for b in _BY_ZERO)]
)
def test_what_is_too_large_becomes_one(language: LanguageName, kind: str, body: str) -> None:
    found = repaired(kind, language, body)
    assert 1.0 in found.reals


@pytest.mark.parametrize(
    "body",
    [
        "vec3 v = vec3(real[3]); v = v * real[1] + 2.0; real[0] = v.y;",
        "mat2 m = mat2(real[3]); m = m * m; real[0] = m[0].x;",
        "mat2 m = mat2(real[3]); m *= m; m *= 2.0; real[0] = m[0].x;",
        "mat2x3 m = mat2x3(real[3]); vec2 v = vec2(real[3]); real[0] = (m * v).y;",
        "mat2 m = mat2(real[3]); m = m / 1e-9 + m; real[0] = m[1].y;",
        "float x = real[3]; real[0] = (x *= real[3]) + 1.0;",
        "float list[2]; int k = 0; list[0] = real[3]; list[k++] *= real[1]; "
        "real[0] = list[0] + float(k);",
    ],
)
@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_vectors_matrices_and_assignments(language: LanguageName, body: str) -> None:
    repaired("nan", language, body)


@pytest.mark.parametrize(
    "body",
    [
        "var v = vec3f(real[3]); v = v * real[1] + 2.0; real[0] = v.y;",
        "let m = mat2x2f(real[3], 1.0, 2.0, 3.0); real[0] = (m * m)[0].x;",
        "var m = mat2x2f(real[3], 1.0, 2.0, 3.0); m *= m; m *= 2; real[0] = m[0].x;",
        "var v = vec2f(real[3]); let p = &v; *p *= 2.0; p.x += 1; real[0] = v.x + v.y;",
    ],
)
def test_vectors_matrices_and_pointers_of_wgsl(body: str) -> None:
    repaired("nan", "wgsl", body)


def test_halves() -> None:
    body = "var h = f16(real[1]); h *= 60000h; real[0] = f32(h);"
    repaired("nan", "wgsl", body, heading="enable f16;\n")


def test_doubles() -> None:
    """The interpreter lets them overflow."""
    body = "double d = real[1]; d = d * 1e308lf * 2.0lf; real[0] = float(d);"
    text = program("glsl", body)
    assert result_of(text, "glsl").reals[0] == inf
    assert result_of(reconditioned_text(text, "glsl"), "glsl").reals[0] == 2.0


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_what_is_small_stays(language: LanguageName) -> None:
    new = "var " if language == "wgsl" else "float "
    unchanged(
        language,
        f"{new}x = real[1] * 1e20; x += real[2] / 3.0; x = x - 1e-30 * x; x /= 7.0; real[0] = x;"
        "real[1] *= real[2]; real[2] = 1.0 / 3.0 - real[1] / 1e9;",
    )


@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_products_of_matrices_stay(language: LanguageName) -> None:
    unchanged(
        language,
        "mat3 m = mat3(1.5, 2.0, 3.0, -4.0, 5.0, 6.0, 7.0, 8.5, 9.0); vec3 v = m * m[1] * 1e3;"
        "m = m * m / 3.0; real[0] = v.x; real[1] = (v * m).y; real[2] = m[2].z;",
    )


@pytest.mark.parametrize(
    ("language", "body", "expected"),
    [
        ("glsl", "vec2 v = vec2(1.0, 0.0); v = 1.0 / v; real[0] = v.x + v.y;", 2.0),
        ("essl", "vec2 v = vec2(3.0, 0.0); v.xy /= v.yx; real[0] = v.x + v.y;", 1.0),
        ("wgsl", "var v = vec2f(3.0, 0.0); v /= v.yx; real[0] = v.x + v.y;", 1.0),
        ("wgsl", "real[0] = real[1] % real[0];", 1.0),
    ],
)
def test_divisions_by_zero(language: LanguageName, body: str, expected: float) -> None:
    assert repaired("division", language, body).reals[0] == expected


@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_each_operand_is_evaluated_once(language: LanguageName) -> None:
    before = "int calls; float next() { calls++; return 1e38; }"
    body = "calls = 0; real[0] = next() * real[3]; data[0] = calls;"
    assert repaired("nan", language, body, before).numbers[0] == 1


def test_wgsl_keeps_the_index_of_a_target() -> None:
    before = "var<private> calls: i32; fn next() -> i32 { calls++; return 3; }"
    found = repaired("nan", "wgsl", "real[next()] *= 2.0; data[0] = calls;", before)
    assert found.numbers[0] == 1
    assert found.reals[3] == 1.0


def test_a_constant_that_is_too_large() -> None:
    repaired("nan", "glsl", "real[0] = 3e38 * 2.0;")
