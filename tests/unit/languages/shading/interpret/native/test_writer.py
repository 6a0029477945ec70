"""Variables and lines of C."""

from __future__ import annotations

import pytest
from helpers.native_text import writer

from aberration.languages.shading.interpret.native.kinds import (
    COUNTING,
    FLOAT,
    INT,
    NOTHING,
    Many,
    Unsupported,
)
from aberration.languages.shading.interpret.native.terms import Term, plain_integer


def test_what_is_simple_is_not_kept_twice() -> None:
    made = writer()
    assert made.spill(Term("v1", INT)).text == "v1"
    assert made.spill(plain_integer(-3)).text == "(-3LL)"
    kept = made.spill(Term("ADD(a, b)", INT))
    assert made.lines == [f"int64_t {kept.text} = ADD(a, b);"]


def test_a_variable_lives_where_it_is_first_written() -> None:
    made = writer()
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
    made = writer()
    made.declare("t", COUNTING)
    assert made.locals == ["int64_t t_from;", "int64_t t_to;"]


def test_a_variable_of_nothing_is_refused() -> None:
    with pytest.raises(Unsupported, match="nothing says what it holds"):
        writer().declare("x", NOTHING)


def test_a_variable_that_may_be_unwritten_is_checked_once_on_a_way() -> None:
    made = writer()
    made.declare("a", INT).open = True
    made.read("a")
    made.read("a")
    assert made.lines == ["if (a == NONE) stop(TRAPPED);"]
