"""Arrays of more numbers than can be interpreted are refused by name."""

from __future__ import annotations

import pytest

from aberration.core.errors import MalformedShader
from aberration.core.sizes import MOST_NUMBERS
from aberration.languages.shading.checker import check
from aberration.languages.shading.checker.array_sizes import count_numbers
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.types import FLOAT, INT, vector

GLSL = "#version 450\n{}\nvoid main() {{ {} }}"
WGSL = "{}\n@compute @workgroup_size(1) fn main() {{ {} }}"
TOO_LARGE = "more than the 1,048,576 that are taken here"


def checked(language: LanguageName, outside: str, inside: str = "") -> None:
    text = (WGSL if language == "wgsl" else GLSL).format(outside, inside)
    check(read(text, language).module, "compute")


def test_numbers_are_counted_through_arrays_and_vectors() -> None:
    assert count_numbers(vector(FLOAT, 3).array(5).array(2)) == 30
    assert count_numbers(INT.array(None)) == 1


@pytest.mark.parametrize(
    ("language", "outside", "inside"),
    [
        ("glsl", "layout(local_size_x = 1) in; shared float line[0x7fffffff];", ""),
        ("glsl", "layout(local_size_x = 1) in;", "vec4 line[1 << 19];"),
        ("glsl", "layout(local_size_x = 1) in;", "float line[1 << 11][1 << 10];"),
        (
            "glsl",
            "layout(local_size_x = 1) in; struct Row { mat4 a; }; uniform Row rows[1 << 17];",
            "",
        ),
        ("wgsl", "var<workgroup> line: array<f32, 2147483647>;", ""),
        ("wgsl", "", "var line: array<vec2f, 600000>;"),
    ],
)
def test_larger_arrays_are_refused(language: LanguageName, outside: str, inside: str) -> None:
    with pytest.raises(MalformedShader, match=TOO_LARGE):
        checked(language, outside, inside)


def test_the_largest_is_taken() -> None:
    checked("glsl", "layout(local_size_x = 1) in;", f"float line[{MOST_NUMBERS}];")
    checked("wgsl", f"var<workgroup> line: array<f32, {MOST_NUMBERS}>;")
