"""Values in C."""

from __future__ import annotations

from aberration.languages.shading.interpret.native.kinds import FLOAT, INT, Many
from aberration.languages.shading.interpret.native.terms import Term, is_none


def test_a_list_is_an_address_and_an_offset() -> None:
    term = Term("m1", Many(FLOAT, 4), offset=2)
    assert term.address == "(m1 + 2)"
    assert term.cell(1, FLOAT) == "m1[3].d"


def test_none_is_looked_for_in_the_bits() -> None:
    assert is_none(Term("v1", INT)) == "v1 == NONE"
    assert is_none(Term("v1", FLOAT)) == "((cell *)&v1)->i == NONE"
    assert is_none(Term("m1[3].d", FLOAT)) == "m1[3].i == NONE"
