"""Statements that may become the body of a new function."""

from __future__ import annotations

from aberration.languages.c import front_end
from aberration.languages.c.outlines import FreeVariable, Outline

PROGRAM = """
typedef struct { int a; } item;
int g;
int work(int x, struct part *part) {
    int a[2] = {0, 0}, hidden = x;
    int *p = &hidden;
    item one = {1};
    HERE
    return *p;
}
"""


def read(statement: str, count: int = 1) -> Outline | None:
    """Return a statement of the program as an outline."""
    data = PROGRAM.replace("HERE", statement).encode()
    source = front_end.parse(data)
    ordinal = next(
        each.ordinal
        for each in source.program_points
        if data[each.offset :].startswith(statement.encode())
    )
    return source.statements.outline(ordinal, count)


def test_variables_are_numbered_and_globals_stay() -> None:
    assert read("g = x + hidden + a[x];") == Outline(
        ("g = ", 0, " + ", 1, " + ", 2, "[", 0, "];"),
        (
            FreeVariable("x", "int", True),
            FreeVariable("hidden", "int", False),
            FreeVariable("a", "int[2]", False),
        ),
        PROGRAM.index("HERE") + len("g = x + hidden + a[x];"),
    )


def test_what_is_written_once_is_not_only_read() -> None:
    for statement in ("g = x; x = 2;", "g = x; x++;", "g = x + sizeof x;"):
        made = read(statement, statement.count(";"))
        assert made is not None
        assert made.variables == (FreeVariable("x", "int", False),)


def test_parameters() -> None:
    assert FreeVariable("x", "int *", True).by_value("in") == "int * in"
    assert FreeVariable("x", "int[2]", False).by_pointer("in") == "int (*in)[2]"


def test_types_of_a_parameter_list_stay() -> None:
    assert read("g = part != 0;") is None
    made = read("g = one.a;")
    assert made is not None
    assert made.variables == (FreeVariable("one", "item", False),)


def test_a_local_in_the_place_of_another_name_stays() -> None:
    assert read("{ int x = 1; g = x; }") is not None
    assert read("{ g = x; int x = 1; g = x; }") is None
    made = read("{ __typeof__(x) y = 1; g = y; }")
    assert made is not None
    assert made.pieces == ("{ __typeof__(", 0, ") y = 1; g = y; }")


def test_declarations_stay() -> None:
    assert read("g = 1; int last = x; g = last;", 3) is None
    assert read("g = 1; int last = x; g = last;", 1) is not None


def test_statements_must_stand_behind_each_other() -> None:
    assert read("{ g = 1; }", 3) is None
    assert read("g = 1; g = 2;", 2) is not None


def test_text_beyond_ascii_stays() -> None:
    assert read('g = "\\xe9"[0];') is not None
    assert read('g = "é"[0];') is None
