"""Statements with holes where their variables, calls and jumps are."""

from __future__ import annotations

import pytest

from aberration.languages.c import front_end
from aberration.languages.c.fragments import Call, Fragment, Leave, Slot
from aberration.languages.c.integers import INT, LONG

PROGRAM = """
typedef unsigned word;
enum level { LOW = 3 };
struct pair { int a; } both;
long many[4];
static long wide(long x) { return x; }
int work(int x, double d) {
    word w;
    int *p;
    HERE
}
"""


def read(statement: str, portable: bool = False) -> Fragment | None:
    """Return a statement of the program as a fragment."""
    data = PROGRAM.replace("HERE", statement).encode()
    source = front_end.parse(data)
    found = [
        each.ordinal
        for each in source.program_points
        if data[each.offset :].startswith(statement.encode())
    ]
    assert len(found) == 1
    return source.statements.fragment(found[0], 1, portable)


@pytest.mark.parametrize(
    ("statement", "pieces"),
    [
        ("x = (word)x + 1;", (0, " = (", "unsigned int", ")", 0, " + 1;")),
        ("if (x) goto out; out: ;", ("if (", 0, ") ", Leave(), ";")),
        ("return x + 2;", ("do { (void)(", 0, " + 2", Leave("); ", "; } while (0)"), ";")),
        ("for (int i = x; i; i--) ;", ("for (int ", 1, " = ", 0, "; ", 1, "; ", 1, "--) ;")),
        ("many[x] = 2;", (0, "[", 1, "] = 2;")),
        (
            "x = wide(x);",
            (0, " = ", Call("wide", "long (long)", False, ("(", 0, ")"), (1,)), ";"),
        ),
    ],
)
def test_pieces(statement: str, pieces: tuple[object, ...]) -> None:
    made = read(statement, True)
    assert made is not None
    assert made.statements == (pieces,)
    assert made.needs == 0


def test_slots() -> None:
    made = read("p = &x, d = many[x];")
    assert made is not None
    assert made.slots == (
        Slot("pointer", "int *"),
        Slot("integer", "int", INT, True),
        Slot("float", "double"),
        Slot("array", "long", LONG, False, 4),
    )
    whole = read("p = (int *)many;")
    assert whole is not None
    assert whole.slots[1].exact


def test_what_comes_with_its_program_only() -> None:
    for statement in ("x = LOW;", "{ struct pair q; q.a = 1; }", "x = sizeof(enum level);"):
        assert read(statement, True) is None
        made = read(statement)
        assert made is not None
        assert made.needs > 0


@pytest.mark.parametrize("portable", [False, True])
@pytest.mark.parametrize(
    "statement",
    [
        "{ int v[x]; v[0] = 1; }",
        "{ static int s; s = 1; }",
        "{ extern int e; e = 1; }",
        "{ int (*f)(int) = 0; f = 0; }",
        "{ int large[17]; large[0] = 1; }",
        "x = __func__[0];",
        "x = _Generic(x, int: 1);",
    ],
)
def test_what_is_no_fragment(statement: str, portable: bool) -> None:
    assert read(statement, portable) is None


def test_declarations() -> None:
    assert Slot("array", "long", LONG, False, 4).declare("x") == "static long x[4];"
    assert Slot("other", "int *[2][3]").declare("x") == "static int * x[2][3];"
    assert Slot("pointer", "int *").declare("x") == "int * x;"
