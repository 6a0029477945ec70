"""Programs cut into chunks: declarations with their names, statements with what may stand in
their place.
"""

import pytest

from aberration.languages.c.chunks import Chunk, Edit, TokenizedText, apply, to_bytes, to_text

PROGRAM = """
#include <stdio.h>
struct pair { int a; int b; };
static int g_1 = 3, g_2[2] = {1, 2};
static int (*pointer)(int);
static int f(int p);
int f(int p) {
    int l = p; /* { */
    if (l > 1) { l = 2; } else l = 3;
    do l++; while (l < 9);
    for (int i = 0; i < 3; i++) puts(")");
again: ;
    return l;
}
int main(void) { return f(1); }
"""


def texts(depth: int) -> list[str]:
    return [
        PROGRAM[chunk.start : chunk.end]
        for chunk in TokenizedText(PROGRAM).chunks
        if chunk.depth == depth
    ]


def piece_that_begins(with_text: str) -> Chunk:
    return next(
        chunk
        for chunk in TokenizedText(PROGRAM).chunks
        if PROGRAM.startswith(with_text, chunk.start)
    )


def test_declarations_have_their_names() -> None:
    names = [chunk.name for chunk in TokenizedText(PROGRAM).chunks if chunk.depth == 0]
    assert names == ["", "pair", "g_1", "", "f", "f", "main"]


def test_statements_of_functions() -> None:
    assert texts(1) == [
        "int l = p;",
        "if (l > 1) { l = 2; } else l = 3;",
        "do l++; while (l < 9);",
        'for (int i = 0; i < 3; i++) puts(")");',
        "again:",
        ";",
        "return l;",
        "return f(1);",
    ]
    assert texts(2) == ["{ l = 2; }", "l = 3;", "l++;", 'puts(")");']
    assert texts(3) == ["l = 2;"]


def test_what_may_stand_in_place_of_a_statement() -> None:
    inner = [PROGRAM[start:end] for start, end in piece_that_begins("if (l").inner]
    assert inner == ["{ l = 2; }", "if (l > 1) { l = 2; }", "l = 3;"]
    assert [PROGRAM[start:end] for start, end in piece_that_begins("{ l = 2").inner] == ["l = 2;"]


def test_a_body_without_braces_does_not_vanish() -> None:
    assert not piece_that_begins("l++").alone
    assert piece_that_begins("do l++").alone


@pytest.mark.parametrize("text", ["int f(void) { (} )", "{", "}", ")("])
def test_unbalanced_text_has_no_chunks(text: str) -> None:
    assert TokenizedText(text).chunks == []


@pytest.mark.parametrize(
    "text",
    ["", "int", "int x", "if", "int f(void) { if (1) }", "int f() { case }", "int f() { do }"],
)
def test_broken_text_is_cut_all_the_same(text: str) -> None:
    assert all(0 <= chunk.start <= chunk.end <= len(text) for chunk in TokenizedText(text).chunks)


def test_edits_are_applied_and_outer_ones_win() -> None:
    assert apply("abcdef", [Edit(4, 5), Edit(1, 3, "-"), Edit(2, 3, "+")]) == "a-df"


def test_every_byte_survives() -> None:
    source = bytes(range(256))
    assert to_bytes(to_text(source)) == source
