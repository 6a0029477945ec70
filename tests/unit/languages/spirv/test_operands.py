from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aberration.languages.spirv import grammar
from aberration.languages.spirv.description import SET_FILES
from aberration.languages.spirv.operands import (
    CONSTANT_OPERATIONS,
    constant_operation,
    core_table,
    decode_string,
    encode_string,
    set_table,
)


def test_aliases_share_a_layout() -> None:
    table = core_table()
    assert table.by_name["OpSDotKHR"] is table.by_name["OpSDot"]


def test_parameters_come_from_the_lowest_bit() -> None:
    kind = core_table().kinds["MemoryAccess"]
    assert [slot.kind for slot in kind.parameters_of(2 | 8)] == ["LiteralInteger", "IdScope"]


@pytest.mark.parametrize("name", SET_FILES)
def test_every_set_has_instructions_of_known_kinds(name: str) -> None:
    table = set_table(name)
    assert table.by_number
    kinds = {slot.kind for layout in table.by_number.values() for slot in layout.slots}
    assert kinds <= table.kinds.keys()


def test_unknown_set_is_empty() -> None:
    assert not set_table("NonSemantic.Unknown").by_name


@pytest.mark.parametrize("name", CONSTANT_OPERATIONS.split())
def test_constant_operations_exist(name: str) -> None:
    layout = constant_operation(name)
    assert layout is not None
    assert grammar.HAS_TYPE[layout.number]


def test_memory_is_no_constant_operation() -> None:
    assert constant_operation("Load") is None


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_strings_round_trip(text: str) -> None:
    words = encode_string(text)
    assert decode_string(words) == text
    assert len(words) == len(text.encode()) // 4 + 1


def test_bytes_that_are_no_text_survive() -> None:
    assert encode_string(decode_string([0x0000FFFE])) == [0x0000FFFE]
