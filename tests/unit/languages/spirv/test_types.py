import pytest
from helpers.small_modules import small

from aberration.languages.spirv import types
from aberration.languages.spirv.module import Module

GLOBALS = """
    %13 = OpTypeVector %5 3
    %14 = OpTypeVector %6 3
    %15 = OpTypeVector %7 4
    %16 = OpTypeMatrix %15 2
    %17 = OpConstant %6 7
    %18 = OpTypeArray %7 %17
    %19 = OpTypeStruct %5 %18
    %40 = OpTypeStruct %7
    %41 = OpTypeRuntimeArray %7
    %42 = OpTypeStruct %12
    %43 = OpTypeVector %7 3
    %44 = OpTypeVector %4 3
    %45 = OpTypeImage %7 2D 0 0 0 1 Unknown
    %46 = OpSpecConstant %6 4
    %47 = OpTypeArray %7 %46
"""
VOID, BOOL, INT, UINT, FLOAT, POINTER = 2, 4, 5, 6, 7, 12
NO_TYPES = (0, 1, 8, 20, 5000)


@pytest.fixture
def module() -> Module:
    annotations = (
        "OpDecorate %40 Block\nOpMemberDecorate %42 0 BuiltIn Position\n"
        "OpMemberDecorate %19 0 Offset 0"
    )
    return small("%20 = OpLabel\nOpReturn", annotations=annotations, globals_=GLOBALS)


def test_kinds(module: Module) -> None:
    assert types.is_void(module, VOID)
    assert types.is_bool(module, BOOL)
    assert types.is_int(module, INT)
    assert types.is_int(module, UINT)
    assert types.is_float(module, FLOAT)
    assert types.is_vector(module, 13)
    assert types.is_matrix(module, 16)
    assert types.is_array(module, 18)
    assert types.is_struct(module, 19)
    assert types.is_pointer(module, POINTER)
    assert [types.is_scalar(module, i) for i in (BOOL, INT, FLOAT, 13, VOID)] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert [types.is_numeric_scalar(module, i) for i in (BOOL, INT, FLOAT)] == [False, True, True]
    assert [types.is_composite(module, i) for i in (13, 16, 18, 19, 41, FLOAT)] == [
        True,
        True,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("no_type", NO_TYPES)
def test_no_type_is_of_no_kind(module: Module, no_type: int) -> None:
    assert not types.is_type(module, no_type)
    for question in (
        types.is_int,
        types.is_struct,
        types.is_signed,
        types.is_block_struct,
        types.can_create_constant,
    ):
        assert not question(module, no_type)
    assert types.width(module, no_type) == 0
    assert types.component_type(module, no_type) == 0
    assert types.component_count(module, no_type) == 0
    assert types.walk(module, no_type, 0) == 0
    assert types.storage_class(module, no_type) == -1
    assert types.part_types(module, no_type) == []
    assert not types.equal_up_to_sign(module, no_type, no_type)


def test_widths_and_signs(module: Module) -> None:
    assert [types.width(module, i) for i in (INT, FLOAT, 13, 15, BOOL, 44, 19)] == [
        32,
        32,
        32,
        32,
        0,
        0,
        0,
    ]
    assert [types.is_signed(module, i) for i in (INT, UINT, FLOAT, 13, 14)] == [
        True,
        False,
        False,
        True,
        False,
    ]


def test_components(module: Module) -> None:
    assert [types.component_type(module, i) for i in (13, 16, 18, 41, 19)] == [
        INT,
        15,
        FLOAT,
        FLOAT,
        0,
    ]
    assert [types.component_count(module, i) for i in (13, 16, 18, 19, 41, 47)] == [
        3,
        2,
        7,
        2,
        0,
        0,
    ]
    assert types.part_types(module, 19) == [INT, 18]
    assert types.part_types(module, 16) == [15, 15]


def test_an_array_of_any_length_has_few_parts_that_are_listed() -> None:
    body = "%20 = OpLabel\nOpReturn"
    module = small(body, globals_="%13 = OpConstant %6 4294967295\n%14 = OpTypeArray %7 %13")
    assert types.component_count(module, 14) == 0xFFFFFFFF
    assert types.part_types(module, 14) == [FLOAT] * types.MOST_PARTS


def test_walks(module: Module) -> None:
    assert [types.walk(module, 19, i) for i in (-1, 0, 1, 2)] == [0, INT, 18, 0]
    assert [types.walk(module, 13, i) for i in (2, 3)] == [INT, 0]
    assert types.walk(module, 41, 1000) == FLOAT
    assert types.walk_path(module, 19, [1, 6]) == FLOAT
    assert types.walk_path(module, 19, [1, 7]) == 0
    assert types.walk_path(module, 19, []) == 19
    assert types.walk_id(module, 19, 11) == 18
    assert types.walk_id(module, 18, 20) == FLOAT
    assert types.walk_id(module, 19, 20) == 0


def test_constants_can_be_created_of(module: Module) -> None:
    yes = [BOOL, INT, FLOAT, 13, 16, 18, 19]
    no = [VOID, POINTER, 3, 40, 41, 42, 45, 47]
    assert [i for i in yes + no if types.can_create_constant(module, i)] == yes


def test_equality_up_to_sign(module: Module) -> None:
    assert types.equal_up_to_sign(module, INT, UINT)
    assert types.equal_up_to_sign(module, 13, 14)
    assert types.equal_up_to_sign(module, 19, 19)
    for a, b in [(INT, FLOAT), (13, 43), (14, 43), (INT, 13), (19, 40), (BOOL, INT), (43, 44)]:
        assert not types.equal_up_to_sign(module, a, b)


def test_decorated_structs(module: Module) -> None:
    assert types.is_block_struct(module, 40)
    assert not types.is_block_struct(module, 19)
    assert types.has_builtin_member(module, 42)
    assert not types.has_builtin_member(module, 19)


def test_constants_and_pointers(module: Module) -> None:
    assert types.constant_int(module, 17) == 7
    assert (
        types.constant_int(module, 46)
        == types.constant_int(module, 8)
        == types.constant_int(module, 999)
        == 0
    )
    assert types.storage_class(module, POINTER) == 7
    assert types.pointee(module, POINTER) == INT
    assert types.pointee(module, INT) == 0
