"""Layouts against the examples of the specifications, worked by hand."""

import pytest

from aberration.core.errors import BadInput
from aberration.languages.shading.layout import (
    Extent,
    Standard,
    extent,
    leaves,
    offsets,
    uniform_faults,
)
from aberration.languages.shading.opaque import SAMPLERS
from aberration.languages.shading.types import (
    DOUBLE,
    FLOAT,
    HALF,
    INT,
    UINT,
    Struct,
    Type,
    TypeMember,
    atomic,
    matrix,
    vector,
)

VEC3 = vector(FLOAT, 3)
SPECIFICATION = Struct(
    "Example",
    (
        TypeMember("a", FLOAT),
        TypeMember("b", vector(FLOAT, 2)),
        TypeMember("c", VEC3),
        TypeMember("f", Struct("F", (TypeMember("d", INT), TypeMember("e", vector(INT, 2))))),
        TypeMember("g", FLOAT),
        TypeMember("h", FLOAT.array(2)),
        TypeMember("i", matrix(FLOAT, 2, 3)),
        TypeMember(
            "o",
            Struct(
                "O",
                (
                    TypeMember("j", vector(UINT, 3)),
                    TypeMember("k", vector(FLOAT, 2)),
                    TypeMember("l", FLOAT.array(2)),
                    TypeMember("m", vector(FLOAT, 2)),
                    TypeMember("n", matrix(FLOAT, 3, 3).array(2)),
                ),
            ).array(2),
        ),
    ),
)
"""The example of the OpenGL specification's section on std140, with ints for its bools."""


def test_the_example_of_the_specification() -> None:
    assert offsets(SPECIFICATION, "std140") == (0, 8, 16, 32, 48, 64, 96, 128)
    array = SPECIFICATION.members[-1].type
    assert extent(array, "std140").stride == 176
    first = {
        path[2:]: at for path, at, _ in leaves(array, "std140", 128, path=("o",)) if path[1] == 0
    }
    assert [first[(name, 0)] for name in "jklm"] == [128, 144, 160, 192]
    assert first[("n", 0, 0, 0)] == 208
    assert first[("n", 1, 0, 0)] == 256


@pytest.mark.parametrize(
    ("type", "standard", "expected"),
    [
        (FLOAT.array(3), "std140", Extent(16, 48, 16)),
        (FLOAT.array(3), "std430", Extent(4, 12, 4)),
        (VEC3, "std430", Extent(16, 12)),
        (VEC3.array(2), "wgsl", Extent(16, 32, 16)),
        (matrix(FLOAT, 2, 2), "std140", Extent(16, 32, 16)),
        (matrix(FLOAT, 2, 2), "std430", Extent(8, 16, 8)),
        (matrix(HALF, 3, 3), "wgsl", Extent(8, 24, 8)),
        (vector(DOUBLE, 3), "std430", Extent(32, 24)),
        (atomic(UINT), "wgsl", Extent(4, 4)),
        (FLOAT.array(None), "std430", Extent(4, 4, 4)),
    ],
)
def test_extent(type: Type, standard: Standard, expected: Extent) -> None:
    assert extent(type, standard) == expected


def test_row_major_matrices_go_by_rows() -> None:
    struct = Struct("S", (TypeMember("m", matrix(FLOAT, 2, 3), row_major=True),))
    assert extent(struct, "std140").size == 48
    assert [at for _, at, _ in leaves(struct, "std140")] == [0, 16, 32, 4, 20, 36]


def test_wgsl_attributes_move_members() -> None:
    members = (
        TypeMember("a", FLOAT),
        TypeMember("b", FLOAT, align=32),
        TypeMember("c", FLOAT, size=20),
        TypeMember("d", FLOAT),
    )
    struct = Struct("S", members)
    assert offsets(struct, "wgsl") == (0, 32, 36, 56)
    assert extent(struct, "wgsl") == Extent(32, 64)


@pytest.mark.parametrize(
    ("type", "fault"),
    [
        (
            FLOAT.array(2),
            "the elements of array<f32, 2> lie 4 bytes apart, which is no multiple of 16",
        ),
        (vector(FLOAT, 4).array(2), ""),
        (
            Struct(
                "A",
                (TypeMember("x", FLOAT), TypeMember("s", Struct("B", (TypeMember("y", FLOAT),)))),
            ),
            "member s of A lies at byte 4, which is no multiple of 16",
        ),
        (
            Struct(
                "A",
                (TypeMember("s", Struct("B", (TypeMember("y", FLOAT),))), TypeMember("x", FLOAT)),
            ),
            "member x of A begins within 16 bytes after a structure",
        ),
    ],
)
def test_what_the_uniform_space_forbids(type: Type, fault: str) -> None:
    assert uniform_faults(type) == fault


def test_a_sampler_has_no_place_in_memory() -> None:
    with pytest.raises(BadInput, match="expected a type with a place in memory, found sampler2D"):
        extent(SAMPLERS["sampler2D"], "std140")
