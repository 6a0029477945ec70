"""Text of a column: what a database refuses is written otherwise, and comes back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine

from aberration.campaign.storage.any_text import AnyText, storable

SQLITE = create_engine("sqlite://").dialect
POSTGRESQL = create_engine("postgresql+psycopg://").dialect


@given(st.text(st.characters(exclude_categories=()), max_size=20))
def test_each_string_comes_back(text: str) -> None:
    column = AnyText()
    stored = column.process_bind_param(text, SQLITE)
    assert stored is not None
    assert "\0" not in stored
    stored.encode()
    assert column.process_result_value(stored, SQLITE) == text


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("plain ünïcode", "plain ünïcode"),
        ("a\0b", "a\x1a0000b"),
        ("name\udcff", "name\x1adcff"),
        ("\x1a", "\x1a001a"),
    ],
)
def test_what_is_stored(text: str, stored: str) -> None:
    assert storable(text) == stored


def test_nothing_stays_nothing() -> None:
    assert AnyText().process_bind_param(None, SQLITE) is None
    assert AnyText().process_result_value(None, SQLITE) is None


def test_postgresql_sorts_by_code_points() -> None:
    assert AnyText().compile(POSTGRESQL) == 'VARCHAR COLLATE "C"'
    assert AnyText().compile(SQLITE) == "VARCHAR"
