"""0 and 1 of each type stand for values."""

from __future__ import annotations

import pytest
from helpers.shrinking import after_each

from aberration.languages.shading.shrink.literals import number
from aberration.languages.shading.tree import LanguageName


@pytest.mark.parametrize(
    ("language", "declared", "zero", "one"),
    [
        ("glsl", "int a = x", "0", "1"),
        ("glsl", "uint a = uint(x)", "0u", "1u"),
        ("glsl", "bool a = x > 4", "false", "true"),
        ("glsl", "float a = float(x)", "0.0", "1.0"),
        ("glsl", "mat2 a = mat2(float(x))", "mat2(0.0)", "mat2(1.0)"),
        ("essl", "ivec3 a = ivec3(x)", "ivec3(0)", "ivec3(1)"),
        ("wgsl", "let a = vec2<u32>(u32(x))", "vec2(0u)", "vec2(1u)"),
        ("wgsl", "let a = f32(x)", "0.0", "1.0"),
    ],
)
def test_numbers_of_each_type(language: LanguageName, declared: str, zero: str, one: str) -> None:
    head = "fn f() { var x = 5;" if language == "wgsl" else "void f() { int x = 5;"
    for variant, wanted in enumerate((zero, one)):
        made = after_each(number, f"{head} {declared}; }}", language, variant)
        assert f"{declared.split('=')[0]}= {wanted};" in made[1]


def test_a_number_that_is_one_of_them_stays() -> None:
    assert after_each(number, "void main() { int a = 0; vec2 v = vec2(1.0); }", variant=0) == []


def test_sizes_and_places_are_no_values() -> None:
    assert (
        after_each(number, "layout(location = 3) out vec4 colour; void main() { }", variant=0) == []
    )


def test_a_converted_number_is_no_number_yet() -> None:
    text = "void main() { uint a = uint(true); }"
    assert after_each(number, text, variant=1) == ["void main() { uint a = 1u; }"]
