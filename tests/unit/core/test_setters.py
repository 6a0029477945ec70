"""Values as OpenGL's setters take them."""

from __future__ import annotations

import struct
from typing import Final

import pytest

from aberration.core.errors import BadInput
from aberration.core.setters import Value, value_of_setter, value_of_type


@pytest.mark.parametrize(
    ("setter", "numbers", "count", "title"),
    [
        ("glUniform1f", [1], None, "float"),
        ("glUniform3ui", [1, 2, 3], None, "uvec3"),
        ("glUniform2iv", [1, 2, 3, 4], 2, "ivec2[2]"),
        ("glUniform1fv", [1.0], None, "float[1]"),
        ("glUniformMatrix2fv", [1, 2, 3, 4], None, "mat2"),
        ("glUniformMatrix2fv", [1, 2, 3, 4], 1, "mat2[1]"),
        ("glUniformMatrix4x3fv", [*range(24)], None, "mat4x3[2]"),
    ],
)
def test_a_setter_tells_the_type(
    setter: str, numbers: list[object], count: int | None, title: str
) -> None:
    value = value_of_setter("u", setter, numbers, count, "x")
    assert value.title == title
    assert value.numbers == len(numbers)


WRONG: Final[list[tuple[str, list[object], object, str]]] = [
    ("glUniform5f", [1], None, "expected a setter such as glUniform2f, but 'glUniform5f' came"),
    ("glUniformMatrix1fv", [1], None, "expected a setter"),
    ("glUniform2f", [1], None, "expected 2 numbers for glUniform2f, but 1 came"),
    ("glUniform1f", [1, 2], None, "expected 1 number for glUniform1f, but 2 came"),
    (
        "glUniform3fv",
        [1, 2, 3, 4],
        None,
        "expected a multiple of 3 values for glUniform3fv, but 4 came",
    ),
    ("glUniform1fv", [], None, "but 0 came"),
    ("glUniform1fv", [1, 2], 3, "expected 1 number for each of 3 elements ('count'), but 2 came"),
    ("glUniform1i", [1.5], None, "expected a whole number for int, but 1.5 came"),
    ("glUniform1ui", [-1], None, "a value does not fit its type"),
    ("glUniform1f", ["1"], None, "expected a number, but '1' came"),
]


@pytest.mark.parametrize(("setter", "numbers", "count", "message"), WRONG)
def test_what_is_no_value_of_a_setter_is_named(
    setter: str, numbers: list[object], count: object, message: str
) -> None:
    with pytest.raises(BadInput) as caught:
        value_of_setter("u", setter, numbers, count, "x.json:3")
    assert message in caught.value.message
    assert caught.value.where == "x.json:3"


def test_whole_numbers_may_be_written_as_floats() -> None:
    assert value_of_setter("u", "glUniform2i", [1.0, -2.0], None, "x").data == struct.pack(
        "<2i", 1, -2
    )


@pytest.mark.parametrize(
    ("kind", "numbers", "at", "data", "words"),
    [
        ("uint", [1, 2], 4, struct.pack("<2I", 1, 2), (("uint", 2),)),
        ("vec2", [1, 2], 4, struct.pack("<4x2f", 1, 2), (("uint", 1), ("float", 2))),
        ("ivec3", [1, 2, 3, 4, 5, 6], 0, struct.pack("<3i4x3i4x", 1, 2, 3, 4, 5, 6), (("int", 8),)),
        ("mat2", [1, 2, 3, 4], 8, struct.pack("<4f", 1, 2, 3, 4), (("float", 4),)),
        ("bool", [True, 0], 0, struct.pack("<2I", 1, 0), (("uint", 2),)),
    ],
)
def test_fields_of_buffers_have_the_gaps_of_std430(
    kind: str, numbers: list[object], at: int, data: bytes, words: tuple[tuple[str, int], ...]
) -> None:
    value = value_of_type("b", kind, numbers, "x")
    assert value is not None
    assert value.behind(at) == (data, words)


def test_a_type_that_is_not_known_is_none() -> None:
    assert value_of_type("b", "double", [1], "x") is None


def test_rows_of_std140() -> None:
    assert Value("float", 3, 2, 0, struct.pack("<6f", *range(6))).in_rows() == struct.pack(
        "<3f4x3f4x", *range(6)
    )
    assert Value("int", 2, 1, 0, struct.pack("<2i", 1, 2)).in_rows() == struct.pack("<2i", 1, 2)
