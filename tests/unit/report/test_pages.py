"""What the templates call, and that all pages carry their style with them."""

from __future__ import annotations

import pytest

from aberration.report.pages import caption, code_span, is_picture, style, with_code


def test_code_spans_hold_backticks() -> None:
    assert [code_span(text) for text in ("a `b` ``c", "`x", "")] == [
        "```a `b` ``c```",
        "`` `x ``",
        "",
    ]


def test_code_in_a_sentence_is_code_and_all_of_it_is_text() -> None:
    assert with_code("1 < 2: `a<b>` holds") == "1 &lt; 2: <code>a&lt;b&gt;</code> holds"
    assert with_code("one ` alone") == "one ` alone"


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("expected.png", "expected"),
        ("variant.png", "got (the variant)"),
        ("program-2.png", "got, attachment 2"),
        ("other.png", "other"),
    ],
)
def test_captions_say_what_an_image_shows(file: str, words: str) -> None:
    assert is_picture(file)
    assert caption(file) == words


def test_files_in_folders_are_no_pictures_of_the_page() -> None:
    assert not any(map(is_picture, ("case", "a/b.png", "x.txt", "a.png\n")))


def test_the_style_asks_for_nothing() -> None:
    text = style()
    assert "url(" not in text
    assert "@import" not in text
    assert "prefers-color-scheme" in text or "light-dark(" in text
