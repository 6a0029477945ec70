"""Lists in C: elements, bounds, copies, what was never written, comparisons."""

from __future__ import annotations

import ast

import pytest
from helpers.native_text import TRAP, Piece, writer

from aberration.languages.shading.interpret.native.kinds import (
    FLOAT,
    INT,
    Kind,
    Many,
    Row,
    Unsupported,
)
from aberration.languages.shading.interpret.native.lists import copy_cells, integer_of
from aberration.languages.shading.interpret.native.terms import Term

_KNOWN: dict[str, Kind] = {
    "numbers": Many(INT, 4),
    "grid": Many(Many(INT, 3), 2),
    "mixed": Row((INT, Many(FLOAT, 2), INT)),
    "other": Row((INT, Many(FLOAT, 2), INT)),
}


def _piece(text: str) -> Piece:
    return Piece(text, {"x": 0}, known=_KNOWN)


@pytest.mark.parametrize(
    "text",
    [
        "numbers = [None] * 4\nnumbers[2] = 5\nfound = sure(numbers[x if x >= 0 else below(x)])",
        "numbers = [10, 11, 12, 13]\nfound = numbers[x if x >= 0 else below(x)]",
        (
            "numbers = [10, 11, 12, 13]\nt = x if x >= 0 else below(x)\nnumbers[t] = 7\n"
            "found = numbers[0] + numbers[3]"
        ),
        "grid = [[1, 2, 3], [4, 5, 6]]\nfound = grid[x if x >= 0 else below(x)][2]",
        (
            "grid = [[0] * 3 for e in range(2)]\ngrid[1][2] = 9\n"
            "found = grid[x if x >= 0 else below(x)][2]"
        ),
        "grid = [[1, 2, 3], [4, 5, 6]]\nt = grid[1]\nt[0] = 8\nfound = grid[1][0] + x",
        "grid = [[1, 2, 3], [4, 5, 6]]\nt = grid[1][:]\nt[0] = 8\nfound = grid[1][0] + x",
        (
            "grid = [[1, 2, 3], [4, 5, 6]]\nt = [e0[:] for e0 in grid]\nt[0][0] = 8\n"
            "found = grid[0][0] + t[0][0] * x"
        ),
        (
            "grid = [[1, 2, 3], [4, 5, 6]]\n"
            "a, b, c, d, e, f = [r for c in grid for r in c]\nfound = a + f + x"
        ),
        "mixed = [1, [0.5, 1.5], None]\nmixed[2] = x\nfound = sure(mixed[2]) + mixed[0]",
        "mixed = [1, [0.5, 1.5], None]\nfound = sure(mixed[2]) + x",
        (
            "mixed = [x, [0.5, 1.5], 1]\nother = [2, [0.5, 1.5], 1]\n"
            "found = (1 if (mixed == other) else 0)"
        ),
        (
            "mixed = [x, [0.5, 0.0], None]\nother = [2, [0.5, -0.0], None]\n"
            "found = (1 if (mixed != other) else 0)"
        ),
        (
            "mixed = [x, [0.5, 1.5], 1]\nother = [2, [0.5, 1.5], 1]\nother[:] = mixed\n"
            "found = other[0] * 10 + other[2]"
        ),
        (
            "mixed = [x, [0.5, 1.5], 1]\nother = deep(mixed)\nother[0] = 5\n"
            "found = mixed[0] * 10 + other[0]"
        ),
        (
            "mixed = [x, [0.5, 1.5], 1]\nother = [2, [2.5, 1.5], 9]\nreplace(mixed, other)\n"
            "found = mixed[0] + mixed[2]"
        ),
        "found = (4, 5, 6)[x if x >= 0 else below(x)]",
        "numbers = [1, 2, 3, 4]\np = (numbers, x)\nfound = p[0][p[1]]",
        "numbers = [1, 2, 3, 4]\np = (numbers, x)\nfound = 3",
        "numbers = [1, 2, 3, 4]\nfound = len(numbers) + x",
    ],
)
def test_lists_are_those_of_python(text: str) -> None:
    piece = _piece(text)
    for x in (-1, 0, 1, 2, 3, 4, 100, -(2**31)):
        if x < 0 and "below" not in text and "p =" in text:
            continue
        assert piece.in_c(x=x) == piece.in_python(x=x), x


def test_an_index_beyond_the_end_traps() -> None:
    piece = _piece("numbers = [10, 11, 12, 13]\nfound = numbers[x]")
    assert [piece.in_c(x=x) for x in (3, 4, -1, 2**62)] == [13, TRAP, TRAP, TRAP]


def test_a_copy_between_lists_of_two_kinds_is_refused() -> None:
    made = writer(known=_KNOWN)
    with pytest.raises(Unsupported, match="two kinds"):
        copy_cells(made, Term("a", Many(INT, 2)), Term("b", Many(FLOAT, 2)))


def test_an_integer_of_the_text() -> None:
    assert integer_of(ast.parse("-12", mode="eval").body) == -12
    with pytest.raises(Unsupported, match="not known"):
        integer_of(ast.parse("x", mode="eval").body)
