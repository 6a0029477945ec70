"""What generated variables hold, as runs of cells."""

from __future__ import annotations

import pytest

from aberration.languages.shading import types
from aberration.languages.shading.interpret.native.kinds import (
    FLOAT,
    INT,
    Address,
    Many,
    Row,
    Unsupported,
    cells,
    is_fixed,
    kind_of,
    numbers_in,
    offset_of,
    result_kinds,
    row_of,
    variable_kind,
)
from aberration.languages.shading.types import Array, Pointer, Struct, TypeMember

_VEC3 = types.vector(types.FLOAT, 3)
_MAT2X3 = types.matrix(types.FLOAT, 2, 3)
_PAIR = Struct("Pair", (TypeMember("number", types.INT), TypeMember("place", _VEC3)))


def test_numbers_are_one_cell_and_lists_are_runs_of_them() -> None:
    assert kind_of(types.BOOL) == INT
    assert kind_of(_VEC3) == Many(FLOAT, 3)
    assert kind_of(_MAT2X3) == Many(Many(FLOAT, 3), 2)
    assert kind_of(_PAIR) == Row((INT, Many(FLOAT, 3)))
    assert cells(kind_of(Array(_PAIR, 5))) == 20


def test_a_list_of_equal_parts_is_of_many_however_it_is_written() -> None:
    assert row_of((FLOAT, FLOAT, FLOAT)) == kind_of(_VEC3)
    assert row_of((Many(FLOAT, 3), Many(FLOAT, 3))) == kind_of(_MAT2X3)
    assert row_of((INT, FLOAT)) == Row((INT, FLOAT))


def test_a_part_lies_behind_those_before_it() -> None:
    kind = Row((INT, Many(FLOAT, 3), INT))
    assert [offset_of(kind, k) for k in range(3)] == [0, 1, 4]
    assert numbers_in(kind) == [INT, FLOAT, FLOAT, FLOAT, INT]


def test_a_size_that_only_a_run_knows_has_no_number_of_cells() -> None:
    kind = kind_of(Array(types.INT, None))
    assert kind == Many(INT, None)
    assert not is_fixed(kind)
    with pytest.raises(Unsupported, match="whose size only a run knows"):
        cells(kind)


def test_a_number_in_memory_is_alone_in_a_list() -> None:
    assert variable_kind(types.INT, True) == Many(INT, 1)
    assert variable_kind(types.INT, False) == INT
    assert variable_kind(_VEC3, True) == Many(FLOAT, 3)


def test_a_pointer_to_a_list_is_the_list() -> None:
    assert kind_of(Pointer("function", types.INT, "read_write")) == Address(INT)
    assert kind_of(Pointer("function", _VEC3, "read_write")) == Many(FLOAT, 3)


def test_results_are_numbers_one_by_one_and_lists_as_a_whole() -> None:
    assert result_kinds((_VEC3, _PAIR)) == (FLOAT, FLOAT, FLOAT, Row((INT, Many(FLOAT, 3))))
