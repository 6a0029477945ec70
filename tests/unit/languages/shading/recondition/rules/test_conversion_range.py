"""Floats as integers. `data` holds 0, 1, 2, 3, -1, -2^31, 40, 7, and `real` 0, 1.5, -2, 3e38."""

from __future__ import annotations

import pytest
from helpers.reconditioned import repaired, unchanged

from aberration.languages.shading.tree import LanguageName


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize(
    "expression",
    [
        "int(real[3])",
        "int(-real[3])",
        "int(uint(real[2]))",
        "ivec3(real[1], real[3], 2.0).y",
        "ivec2(vec2(real[0], real[3])).y",
        "ivec4(mat2(real[3]))[3]",
        "int(3e38)",
    ],
)
def test_what_is_too_large_becomes_one(language: LanguageName, expression: str) -> None:
    assert repaired("conversion", language, f"data[1] = {expression};").numbers[1] == 1


def test_doubles_are_converted_too() -> None:
    found = repaired("conversion", "glsl", "double x = real[3]; data[1] = int(x * 2.0lf);")
    assert found.numbers[1] == 1


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_what_is_defined_stays(language: LanguageName) -> None:
    signed, unsigned = ("i32", "u32") if language == "wgsl" else ("int", "uint")
    body = f"data[0] = {signed}(real[1] * 2.5 - 9.0); data[1] = {signed}({unsigned}(real[1]));"
    assert unchanged(language, body).numbers[:2] == (-5, 1)


def test_wgsl_takes_the_nearest() -> None:
    found = unchanged("wgsl", "data[1] = i32(real[3]); data[2] = i32(u32(real[2]));")
    assert "within_int" not in found.text
    assert found.numbers[1] == 2**31 - 2**7


def test_the_argument_is_evaluated_once() -> None:
    before = "int calls = 0; float next() { calls++; return 1e20; }"
    found = repaired("conversion", "essl", "data[1] = int(next()); data[2] = calls;", before)
    assert found.numbers[1:3] == (1, 1)
