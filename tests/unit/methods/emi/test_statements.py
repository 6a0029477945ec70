from __future__ import annotations

import msgspec

from aberration.languages.c.expressions import Floating, FloatRead, Literal, Read
from aberration.languages.c.integers import INT
from aberration.methods.emi.statements import (
    Assign,
    FloatAssign,
    FloatBlock,
    FloatLocal,
    Goto,
    If,
    Labelled,
    Print,
    Statement,
    names_in,
    prints,
    render_body,
    smaller_body,
)

A, TWO = Read("a", INT), Literal(2, INT)
STORE = Assign("a", "=", TWO, ("a",))
SUM = Floating("double", "+", A, FloatRead("x", "double", INT), INT)
FLOATS = FloatBlock(
    (FloatLocal("x", "double", TWO), FloatLocal("y", "float", A)),
    (FloatAssign("x", "double", "*=", SUM), Assign("a", "=", SUM, ("a",))),
)
NESTED = Labelled("end", (If("if", A, (Labelled("start", (Goto(0), Goto(1))),)), STORE))


def test_text_of_floats() -> None:
    assert render_body((FLOATS,), 7) == (
        "{ double x = 2.0; float y = ((float)a); x *= (((double)a) + x); "
        "a = ((int)(((double)a) + x)); }"
    )


def test_text_of_jumps() -> None:
    assert render_body((NESTED, Labelled("end", (Goto(0),))), 7) == (
        "{ if (a) { { live_7_l1: ; goto live_7_l1; goto live_7_l0; } } a = 2; live_7_l0: ; } "
        "{ goto live_7_l2; live_7_l2: ; }"
    )


def test_names_of_a_block_are_its_own() -> None:
    assert set(names_in((FLOATS,))) == {"a"}
    assert set(names_in(FLOATS.body)) == {"a", "x"}


def test_a_jump_out_of_all_labels_names_what_is_never_there() -> None:
    assert set(names_in((NESTED,))) == {"a"}
    assert "goto" in set(names_in((Labelled("end", (Goto(1),)),)))
    assert "goto" in set(names_in((Labelled("end", (Goto(-1),)),)))


def test_what_prints_inside_of_blocks_is_found() -> None:
    assert not prints((NESTED, FLOATS))
    assert prints((Labelled("end", (Print(A),)),))


def test_smaller_ones_keep_labels_and_variables_that_are_needed() -> None:
    todo: list[tuple[Statement, ...]] = [(NESTED, FLOATS)]
    seen = 0
    while todo:
        made = todo.pop()
        seen += 1
        assert set(names_in(made)) <= {"a"}
        todo += smaller_body(made)
    assert seen > 10


def test_a_block_that_nothing_needs_goes() -> None:
    assert (STORE,) in list(smaller_body((Labelled("end", (STORE,)),)))
    assert (STORE,) in list(smaller_body((msgspec.structs.replace(FLOATS, body=(STORE,)),)))
    assert FLOATS.body not in list(smaller_body((FLOATS,)))
