"""Shifts. `data` holds 0, 1, 2, 3, -1, -2^31, 40, 7."""

from __future__ import annotations

import pytest
from helpers.reconditioned import repaired, unchanged

from aberration.languages.shading.tree import LanguageName


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("data[1] = data[3] << data[6];", 3 << 8),
        ("data[1] = data[6] >> data[4];", 0),
        ("data[1] = int(uint(data[3]) << data[6]);", 3 << 8),
        ("data[1] = data[3] << uint(data[6]);", 3 << 8),
        ("data[1] = (ivec3(1, 2, 3) << data[6]).y;", 2 << 8),
        ("data[1] = (ivec2(1, 2) << uvec2(1, data[6])).y;", 2 << 8),
        ("data[1] <<= data[6];", 1 << 8),
        ("int x = 512; data[1] = (x >>= data[6]) + 2;", 4),
        ("ivec2 v = ivec2(3); v.y <<= data[6]; data[1] = v.y;", 3 << 8),
        ("data[1] = 3 << 40;", 3 << 8),
    ],
)
def test_the_amount_is_taken_modulo_32(language: LanguageName, body: str, value: int) -> None:
    assert repaired("shift", language, body).numbers[1] == value


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_what_is_defined_stays(language: LanguageName) -> None:
    amount = "u32(data[7])" if language == "wgsl" else "data[7]"
    unchanged(language, f"data[0] = data[3] << {amount}; data[1] <<= 4u; data[6] >>= {amount};")


def test_wgsl_takes_it_modulo_32_by_itself() -> None:
    found = unchanged("wgsl", "data[1] = data[3] << u32(data[6]);")
    assert "31" not in found.text
    assert found.numbers[1] == 3 << 8


def test_the_amount_is_evaluated_once() -> None:
    before = "int calls = 0; int next() { calls++; return 40; }"
    found = repaired("shift", "glsl", "data[1] = data[3] << next(); data[2] = calls;", before)
    assert found.numbers[1:3] == (3 << 8, 1)
