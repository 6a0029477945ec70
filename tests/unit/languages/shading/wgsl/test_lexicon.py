"""WGSL's blanks, comments and identifiers."""

from __future__ import annotations

import pytest
from helpers.shading import module, refused

from aberration.languages.shading.lexer import lex
from aberration.languages.shading.wgsl.lexicon import LEXICON, without_block_comments


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("a/**/b", "id id"),
        ("a/* // */b", "id id"),
        ("a/* /* */ */b", "id id"),
        ("a//b\nc", "id id"),
        ("a // b", "id"),
        ("//", ""),
        ("a\u2028b\u0085c\u200ed", "id id id id"),
        ("é Δx 变量", "id id id"),
        ("e\u0301", "id"),
        ("²", "bad"),
        ("a\u00a0b", "bad"),
        ("_ _a", "_ id"),
        ("null self fn", "reserved reserved fn"),
        ("1e5f 0x1p3 .5 1.", "number " * 4),
        ("`", "bad"),
        ("# a", "bad id"),
    ],
)
def test_words(text: str, kinds: str) -> None:
    assert lex(without_block_comments(text)[0], LEXICON).kinds == kinds.split()


def test_a_blanked_comment_keeps_all_places() -> None:
    text = "a /* x\n/* y */\n*/ b"
    blanked, opened = without_block_comments(text)
    assert (len(blanked), opened, blanked.split(), blanked.count("\n")) == (
        len(text),
        -1,
        ["a", "b"],
        2,
    )


def test_an_open_comment_is_shown_where_it_begins() -> None:
    assert refused("fn f() {}\n /* a /* */", "wgsl").startswith(
        "x:2:2: expected the end of this comment, came the end"
    )


def test_names_beyond_ascii_are_names() -> None:
    assert module("const Δ = 1;", "wgsl") != module("const δ = 1;", "wgsl")
