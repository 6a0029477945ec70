"""Assignments, branches, and variables that were never written."""

from __future__ import annotations

import pytest
from helpers.native_text import TRAP, Piece

from aberration.languages.shading.interpret.native.kinds import FLOAT, INT, Kind, Unsupported

_KNOWN: dict[str, Kind] = {"a": INT, "b": INT, "f": FLOAT}


@pytest.mark.parametrize(
    "text",
    [
        "a, b = x, 2\na, b = b, a\nfound = a * 10 + b",
        "if 0: a = 0\nif (x > 1): a = 5\nfound = a",
        "if 0: a = b = 0\nif (x > 1): a = 5\nelse: a = 6\nfound = a",
        "a = 0\ndel a\nif (x > 1):\n a = x\nfound = a + 1",
        "if 0: f = 0\nif (x > 0): f = 0.5\nfound = f",
        "a = b = None\nif (x > 1): a = 3\nfound = sure(a)",
        "a = None\nfound = (1 if a is None else 0) + x",
        "a = 1\nif (x == 0): raise Undefined('order', 'somewhere')\nfound = a",
        "if True: found = x\nelse: found = 7",
        "if False: found = x\nelse: found = 7",
        "found = 1\nif (x > 0):\n if (x > 2): found = 3\n else: found = 4\nelse:\n pass",
    ],
)
def test_statements_are_those_of_python(text: str) -> None:
    piece = Piece(text, {"x": 0}, known=_KNOWN)
    for x in (-1, 0, 1, 2, 3):
        assert piece.in_c(x=x) == piece.in_python(x=x), x


def test_a_variable_is_checked_where_it_may_be_unwritten_and_only_there() -> None:
    maybe = Piece("if 0: a = 0\nif (x > 1): a = 5\nfound = a", {"x": 0}, known=_KNOWN)
    surely = Piece("if 0: a = 0\na = 5\nfound = a", {"x": 0}, known=_KNOWN)
    assert maybe.in_c(x=0) == TRAP
    assert surely.in_c(x=0) == 5
    assert maybe.checks == 1
    assert surely.checks == 0


def test_a_statement_that_the_translation_does_not_know_is_refused_by_name() -> None:
    with pytest.raises(Unsupported, match="the statement With of the generated text"):
        Piece("found = 1\nwith found: pass", {})
