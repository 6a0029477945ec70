"""Terms and variables of C."""

from __future__ import annotations

import pytest
from helpers.native_text import part

from aberration.languages.shading.interpret.native.kinds import (
    COUNTING,
    FLOAT,
    INT,
    NOTHING,
    Many,
    Unsupported,
)
from aberration.languages.shading.interpret.native.lines import Term, is_none, plain_integer


def test_a_list_is_an_address_and_an_offset() -> None:
    term = Term("m1", Many(FLOAT, 4), offset=2)
    assert term.address == "(m1 + 2)"
    assert term.cell(1, FLOAT) == "m1[3].d"


def test_what_is_simple_is_not_kept_twice() -> None:
    made = part()
    assert made.spilled(Term("v1", INT)).text == "v1"
    assert made.spilled(plain_integer(-3)).text == "(-3LL)"
    kept = made.spilled(Term("ADD(a, b)", INT))
    assert made.lines == [f"int64_t {kept.text} = ADD(a, b);"]


def test_none_is_looked_for_in_the_bits() -> None:
    assert is_none(Term("v1", INT)) == "v1 == NONE"
    assert is_none(Term("v1", FLOAT)) == "((cell *)&v1)->i == NONE"
    assert is_none(Term("m1[3].d", FLOAT)) == "m1[3].i == NONE"


def test_a_variable_lives_where_it_is_first_written() -> None:
    made = part()
    made.declare("a", INT)
    made.scope = "invocation"
    made.declare("b", Many(INT, 2))
    made.scope = "static"
    made.declare("c", FLOAT)
    made.declare("c", FLOAT)
    assert (made.locals, made.fields, made.statics) == (
        ["int64_t a;"],
        ["cell *b;"],
        ["static double c;"],
    )
    assert made.variables["b"].text == "own.b"


def test_a_range_is_two_numbers() -> None:
    made = part()
    made.declare("t", COUNTING)
    assert made.locals == ["int64_t t_from;", "int64_t t_to;"]


def test_a_variable_of_nothing_is_refused() -> None:
    with pytest.raises(Unsupported, match="nothing tells what it holds"):
        part().declare("x", NOTHING)


def test_a_variable_that_may_be_unwritten_is_checked_once_on_a_way() -> None:
    made = part()
    made.declare("a", INT).open = True
    made.read("a")
    made.read("a")
    assert made.lines == ["if (a == NONE) stop(TRAPPED);"]
