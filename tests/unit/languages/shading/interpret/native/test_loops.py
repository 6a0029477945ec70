"""Loops in C turn as often as Python's."""

from __future__ import annotations

import pytest
from helpers.native_text import TRAP, Piece

from aberration.languages.shading.interpret.native.kinds import INT, Kind

_KNOWN: dict[str, Kind] = {"a": INT, "b": INT}


@pytest.mark.parametrize(
    "text",
    [
        "found = 0\nfor k in range(0, x): found = found * 3 + k",
        "found = 0\nfor k in range(x, 7, 2): found = found * 3 + k",
        "found = 0\nfor k in range(x, -4, -3): found = found * 3 - k",
        "found = 0\nt = range(1, x, 2)\nfound = len(t)\nfor k in t: found = found * 3 + k",
        "found = 0\na = x\nfor k in range(a, 6):\n a = 100\n found = found * 3 + k",
        "found = 0\na = 5\nfor k in range(0, a):\n a = x\n found = found + k",
        "found = 0\nwhile (found < x):\n found = found + 2\n if (found == 4): break",
        "found = 0\nwhile True:\n found = found + 1\n if (found < x): continue\n break",
        "found = 9\nwhile False:\n found = found + 1",
        (
            "found = 0\nfor k in range(0, 5):\n if (k == x): continue\n if (k > 3): break\n"
            " found = found * 3 + k"
        ),
        "while True:\n if (x > 1):\n  a = 3\n  break\n a = 4\n break\nfound = a",
    ],
)
def test_loops_are_those_of_python(text: str) -> None:
    piece = Piece(text, {"x": 0}, known=_KNOWN)
    for x in (-5, -1, 0, 1, 2, 3, 5, 8):
        assert piece.in_c(x=x) == piece.in_python(x=x), x


def test_what_only_a_turn_writes_is_unwritten_after_no_turn() -> None:
    piece = Piece("if 0: a = 0\nfor k in range(0, x): a = k\nfound = a", {"x": 0}, known=_KNOWN)
    assert [piece.in_c(x=x) for x in (0, 1, 4)] == [TRAP, 0, 3]


def test_what_every_way_out_of_a_loop_writes_needs_no_check() -> None:
    text = "if 0: a = 0\nwhile True:\n if (x > 1):\n  a = 3\n  break\n a = 4\n break\nfound = a"
    assert Piece(text, {"x": 0}, known=_KNOWN).checks == 0
