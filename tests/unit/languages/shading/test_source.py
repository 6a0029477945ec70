"""Places and excerpts in messages."""

from __future__ import annotations

import pytest

from aberration.languages.shading.source import Source, quote

TEXT = "one\ntwo\twords\n\nlast"


@pytest.mark.parametrize(
    ("offset", "place"),
    [(0, (1, 1)), (3, (1, 4)), (4, (2, 1)), (8, (2, 5)), (14, (3, 1)), (15, (4, 1)), (19, (4, 5))],
)
def test_lines_and_columns_count_from_one(offset: int, place: tuple[int, int]) -> None:
    assert Source(TEXT).line_and_column(offset) == place


def test_an_error_has_place_line_caret_and_advice() -> None:
    error = Source(TEXT, "a.frag").error(8, "expected this, came that", "Do so.")
    assert str(error) == "a.frag:2:5: expected this, came that\n  two words\n      ^\n  Do so."
    assert str(Source(TEXT).error(19, "expected more")) == "4:5: expected more\n  last\n      ^"


def test_a_long_line_is_cut_around_the_place() -> None:
    excerpt = Source("x" * 5000).excerpt(2500)
    line, caret = excerpt.splitlines()
    assert len(line) == 200
    assert caret.index("^") == 102


def test_words_in_messages_are_short_and_visible() -> None:
    assert quote("abc") == "'abc'"
    assert quote("a" * 100) == f"'{'a' * 40}...'"
    assert quote("\u200e") == "'\\u200e'"
