from __future__ import annotations

import pytest
from helpers.small_modules import small

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.layout import (
    MOST_ELEMENTS,
    UNKNOWN,
    BlockScalar,
    mark,
    matrix_places,
    member_marks,
    scalars_of,
)
from aberration.languages.spirv.module import Module

BODY = "%20 = OpLabel\nOpReturn\n"
TYPES = """
    %30 = OpTypeVector %7 2
    %31 = OpTypeVector %7 3
    %32 = OpTypeMatrix %31 2
    %33 = OpConstant %6 2
    %34 = OpTypeArray %5 %33
    %35 = OpTypeArray %32 %33
    %36 = OpConstant %6 1000
    %37 = OpTypeArray %7 %36
    %38 = OpTypeStruct %5 %30
    %39 = OpTypeArray %38 %33
    %40 = OpTypeRuntimeArray %7
    %41 = OpSpecConstant %6 2
    %42 = OpTypeArray %7 %41
    %50 = OpTypeStruct {members}
"""
STRIDES = """
    OpDecorate %34 ArrayStride 16
    OpDecorate %35 ArrayStride 32
    OpDecorate %37 ArrayStride 16
    OpDecorate %39 ArrayStride 24
    OpDecorate %40 ArrayStride 4
    OpDecorate %42 ArrayStride 4
    OpMemberDecorate %38 0 Offset 0
    OpMemberDecorate %38 1 Offset 8
"""


def given(members: str, annotations: str) -> Module:
    return small(BODY, annotations=STRIDES + annotations, globals_=TYPES.format(members=members))


def offsets(module: Module, most: int = 100) -> dict[tuple[int, ...], int]:
    return {scalar.path: scalar.offset for scalar in scalars_of(module, 50, most)}


@pytest.mark.parametrize(
    ("members", "annotations", "expected"),
    [
        (
            "%5 %7",
            "OpMemberDecorate %50 0 Offset 4\nOpMemberDecorate %50 1 Offset 12",
            {(0,): 4, (1,): 12},
        ),
        ("%31", "OpMemberDecorate %50 0 Offset 16", {(0, 0): 16, (0, 1): 20, (0, 2): 24}),
        ("%34", "OpMemberDecorate %50 0 Offset 16", {(0, 0): 16, (0, 1): 32}),
        (
            "%32",
            (
                "OpMemberDecorate %50 0 Offset 16\nOpMemberDecorate %50 0 ColMajor\n"
                "OpMemberDecorate %50 0 MatrixStride 16"
            ),
            {
                (0, 0, 0): 16,
                (0, 0, 1): 20,
                (0, 0, 2): 24,
                (0, 1, 0): 32,
                (0, 1, 1): 36,
                (0, 1, 2): 40,
            },
        ),
        (
            "%32",
            (
                "OpMemberDecorate %50 0 Offset 0\nOpMemberDecorate %50 0 RowMajor\n"
                "OpMemberDecorate %50 0 MatrixStride 8"
            ),
            {(0, 0, 0): 0, (0, 0, 1): 8, (0, 0, 2): 16, (0, 1, 0): 4, (0, 1, 1): 12, (0, 1, 2): 20},
        ),
        (
            "%39",
            "OpMemberDecorate %50 0 Offset 8",
            {
                (0, 0, 0): 8,
                (0, 0, 1, 0): 16,
                (0, 0, 1, 1): 20,
                (0, 1, 0): 32,
                (0, 1, 1, 0): 40,
                (0, 1, 1, 1): 44,
            },
        ),
        ("%40", "OpMemberDecorate %50 0 Offset 0", {}),
        ("%42", "OpMemberDecorate %50 0 Offset 0", {}),
        ("%4", "OpMemberDecorate %50 0 Offset 0", {}),
        ("%5 %7", "OpMemberDecorate %50 1 Offset 4", {(1,): 4}),
        ("%32", "OpMemberDecorate %50 0 Offset 0", {}),
    ],
)
def test_offsets(members: str, annotations: str, expected: dict[tuple[int, ...], int]) -> None:
    assert offsets(given(members, annotations)) == expected


def test_matrices_in_an_array_take_the_strides_of_the_member() -> None:
    annotations = "OpMemberDecorate %50 0 Offset 0\nOpMemberDecorate %50 0 MatrixStride 16\n"
    found = offsets(given("%35", annotations + "OpMemberDecorate %50 0 ColMajor"))
    assert found[0, 1, 1, 2] == 32 + 16 + 8
    found = offsets(given("%35", annotations + "OpMemberDecorate %50 0 RowMajor"))
    assert found[0, 1, 1, 2] == 32 + 4 + 2 * 16


def test_no_more_than_asked_for_and_the_first_elements_only() -> None:
    module = given("%5 %37", "OpMemberDecorate %50 0 Offset 0\nOpMemberDecorate %50 1 Offset 16")
    assert len(offsets(module)) == 1 + MOST_ELEMENTS
    assert scalars_of(module, 50, 2) == [BlockScalar((0,), 5, 0), BlockScalar((1, 0), 7, 16)]


def test_what_is_no_type_has_no_scalars() -> None:
    module = given("%5", "OpMemberDecorate %50 0 Offset 0")
    assert scalars_of(module, 9999, 10) == scalars_of(module, 10, 10) == []


def test_marks_of_members_and_ids() -> None:
    module = given("%5 %32", "OpMemberDecorate %50 1 Offset 16\nOpMemberDecorate %50 1 RowMajor")
    assert member_marks(module, 50, 1) == {Decoration.OFFSET: 16, Decoration.ROW_MAJOR: 0}
    assert member_marks(module, 50, 0) == {}
    assert mark(module, 37, Decoration.ARRAY_STRIDE) == 16
    assert (
        mark(module, 37, Decoration.OFFSET) == mark(module, 5, Decoration.ARRAY_STRIDE) == UNKNOWN
    )


@pytest.mark.parametrize(
    ("marks", "places"),
    [({}, [0, 4, 8, 16, 20, 24]), ({Decoration.ROW_MAJOR: 0}, [0, 16, 32, 4, 20, 36])],
)
def test_where_the_scalars_of_a_matrix_lie(marks: dict[int, int], places: list[int]) -> None:
    assert matrix_places(2, 3, 16, 4, marks) == places
