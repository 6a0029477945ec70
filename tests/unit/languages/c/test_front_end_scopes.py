"""What a program point may read, write and name."""

from __future__ import annotations

import pytest

from aberration.languages.c import front_end, integers
from aberration.languages.c.integers import IntType
from aberration.languages.c.source import Place, Scope, Source


def _scope(text: str, at: str = "HERE") -> Scope:
    """Return the scope of the program point before the first statement that calls `HERE`."""
    source = _parse(text)
    offset = source.data.index(f"{at}()".encode())
    return source.scopes[
        next(
            program_point.ordinal
            for program_point in source.program_points
            if program_point.offset == offset
        )
    ]


def _parse(text: str) -> Source:
    return front_end.parse(f"void HERE(void);\n{text}".encode())


def _names(text: str) -> list[str]:
    return [place.text for place in _scope(text).places]


def _place(scope: Scope, text: str) -> Place:
    return next(place for place in scope.places if place.text == text)


@pytest.mark.parametrize(
    ("reason", "text", "expected"),
    [
        (
            "nearest first",
            "int g; void f(int p) { int a = 1; { int b = 2; HERE(); } }",
            ["b", "a", "p", "g"],
        ),
        ("globals before", "int a; void f(void) { HERE(); } int b;", ["a"]),
        (
            "newest global first",
            "int a, b; static int c; void f(void) { HERE(); }",
            ["c", "b", "a"],
        ),
        ("declared after", "void f(void) { HERE(); int a = 1; }", []),
        ("block left", "void f(void) { { int a = 1; } HERE(); }", []),
        ("no initialiser", "void f(void) { int a; HERE(); }", []),
        ("assigned", "void f(void) { int a; a = 1; HERE(); }", ["a"]),
        ("assigned in a chain", "void f(void) { int a, b; a = b = 1; HERE(); }", ["b", "a"]),
        ("compared", "void f(void) { int a; int b = 0; b == 1; HERE(); }", ["b"]),
        ("assigned in a block", "void f(int p) { int a; if (p) { a = 1; } HERE(); }", ["p"]),
        ("assigned around", "void f(int p) { int a; a = 1; if (p) { HERE(); } }", ["a", "p"]),
        ("assigned later", "void f(int p) { int a; while (p) { HERE(); a = 1; } }", ["p"]),
        ("added to", "void f(int p) { int a; int b; b = 1; HERE(); }", ["b", "p"]),
        ("assigned under a condition", "void f(int p) { int a; p && (a = 1); HERE(); }", ["p"]),
        ("counter", "void f(void) { int i; for (i = 0; i < 3; i++) { HERE(); } }", ["i"]),
        (
            "counters",
            "void f(void) { int i, j; for (i = 0, j = 9; i < j; i++) { HERE(); } }",
            ["j", "i"],
        ),
        (
            "counter of an outer loop",
            "void f(void) { int i; for (i = 0; i < 3; i++) { for (;;) { HERE(); } } }",
            ["i"],
        ),
        (
            "counter after its loop",
            "void f(void) { int i; for (i = 0; i < 3; i++) { } HERE(); }",
            ["i"],
        ),
        ("counter declared", "void f(void) { for (int i = 0; i < 3; i++) { HERE(); } }", ["i"]),
        ("counter declared, after", "void f(void) { for (int i = 0; i < 3; i++) { } HERE(); }", []),
        ("counter stepped only", "void f(void) { int i; for (; i < 3; i = 1) { HERE(); } }", []),
        ("shadowed", "int a; void f(int b) { long a = 1; { char b = 2; HERE(); } }", ["b", "a"]),
        ("shadowed without value", "int a; void f(void) { int a; HERE(); }", []),
        ("shadowed later", "int a; void f(void) { HERE(); long a = 1; }", ["a"]),
        ("shadowed by a type", "int a; void f(void) { { typedef int a; HERE(); } }", []),
        (
            "shadowed by what stands elsewhere",
            "int a; void f(void) { int a; { extern int a; HERE(); } }",
            [],
        ),
        ("assignment to what is shadowed", "void f(void) { int a; a = 1; { int a; HERE(); } }", []),
        ("static", "void f(void) { static int a; HERE(); }", ["a"]),
        ("extern", "extern int a; void f(void) { HERE(); }", []),
        ("extern and defined", "extern int a; void f(void) { HERE(); } int a;", ["a"]),
        (
            "of a header",
            "#include <stdio.h>\n#include <errno.h>\nint a; void f(void) { HERE(); }",
            ["a"],
        ),
        ("volatile", "volatile int a; int b; void f(volatile int p) { HERE(); }", ["b"]),
        (
            "volatile member",
            "struct { volatile int a; int b; } s; void f(void) { HERE(); }",
            ["s.b"],
        ),
        (
            "volatile struct",
            "struct s { int a; }; volatile struct s s; void f(void) { HERE(); }",
            [],
        ),
        (
            "volatile cells",
            "typedef volatile int cell; cell a[2]; int b; void f(void) { HERE(); }",
            ["b"],
        ),
        (
            "union",
            "union { int a; } u; struct { union { int a; } v; int b; } s; void f(void) { HERE(); }",
            ["s.b"],
        ),
        (
            "nameless member",
            "struct { struct { int a; }; int b; int : 3; } s; void f(void) { HERE(); }",
            ["s.b"],
        ),
        (
            "members",
            "struct { struct { int a; } i; int b; } s; void f(void) { HERE(); }",
            ["s.i.a", "s.b"],
        ),
        (
            "cells",
            "int a[2][2]; void f(void) { HERE(); }",
            ["a[0][0]", "a[0][1]", "a[1][0]", "a[1][1]"],
        ),
        (
            "structs in cells",
            "struct { int x[2]; } a[1]; void f(void) { HERE(); }",
            ["a[0].x[0]", "a[0].x[1]"],
        ),
        ("a list fills an array", "void f(void) { int a[2] = { 1 }; HERE(); }", ["a[0]", "a[1]"]),
        ("a string fills an array", 'void f(void) { char a[2] = "x"; HERE(); }', ["a[0]", "a[1]"]),
        ("array without value", "void f(void) { int a[2]; a[0] = 1; HERE(); }", []),
        ("array of unknown length", "extern int a[]; void f(void) { HERE(); } int a[2];", []),
        ("array parameter", "void f(int a[3], int b[], int c[2][2], int n) { HERE(); }", ["n"]),
        ("variable length", "void f(int n) { int a[n]; HERE(); }", ["n"]),
        (
            "other types",
            (
                "double d; __int128 i; _Complex float c; _Atomic int a; enum { x } e; void "
                "f(void) { HERE(); }"
            ),
            [],
        ),
        ("macro", "int a, b; void f(void) { HERE(); }\n#define a b\n", ["b"]),
    ],
)
def test_readable_places(reason: str, text: str, expected: list[str]) -> None:
    assert _names(text) == expected


@pytest.mark.parametrize(
    ("reason", "body", "readable"),
    [
        ("a goto from before", "if (p) goto l; int a = 1; l: g = 1; HERE();", False),
        (
            "a goto from before into a block",
            "if (p) goto l; { int a = 1; l: g = 1; HERE(); }",
            False,
        ),
        (
            "a goto from behind into a block",
            "{ int a = 1; l: g = 1; HERE(); } if (p) goto l;",
            False,
        ),
        ("a goto past an assignment", "int a; if (p) goto l; a = 1; l: g = 1; HERE();", False),
        (
            "a goto into a loop",
            "int a; if (p) goto l; for (a = 1; a < 3; a++) { l: g = 1; HERE(); }",
            False,
        ),
        ("a goto back inside", "int a = 1; l: g = 1; HERE(); if (p) goto l;", True),
        ("a goto back around", "l: g = 1; int a = 1; HERE(); if (p) goto l;", True),
        ("a goto out of a block", "{ int a = 1; if (p) goto l; HERE(); } l: g = 1;", True),
        (
            "a goto within the loop",
            "int a; for (a = 1; a < 3; a++) { if (p) goto l; HERE(); l: g = 1; }",
            True,
        ),
        ("a switch into its block", "switch (p) { int a = 1; case 1: g = 1; HERE(); }", False),
        (
            "a switch past an assignment",
            "int a; switch (p) { case 1: g = 1; a = 1; case 2: g = 2; HERE(); }",
            False,
        ),
        (
            "a switch past a declaration",
            "switch (p) { case 1: { int a = 1; case 2: g = 2; HERE(); } }",
            False,
        ),
        ("a switch around", "int a = 1; switch (p) { case 1: g = 1; HERE(); }", True),
        ("a block behind a case", "switch (p) { case 1: { int a = 1; HERE(); } }", True),
    ],
)
def test_jumps_past_what_gives_a_value(reason: str, body: str, readable: bool) -> None:
    scope = _scope(f"int g; void f(int p) {{ {body} }}")
    assert ("a" in [place.text for place in scope.places]) is readable
    assert "a" in [place.text for place in scope.never_run]


@pytest.mark.parametrize(
    ("declaration", "text", "type_", "declared"),
    [
        ("int8_t x", "x", integers.CHAR, "signed char"),
        ("char x", "x", integers.CHAR, "char"),
        ("uint16_t x", "x", integers.USHORT, "unsigned short"),
        ("unsigned x", "x", integers.UINT, "unsigned int"),
        ("const long long x", "x", integers.LONG, "long long"),
        ("uint64_t x", "x", integers.ULONG, "unsigned long"),
        ("_Bool x", "x", integers.BOOL, "_Bool"),
        ("struct { unsigned a : 5; } x", "x.a", IntType(5, False), "unsigned int"),
        ("struct { const signed a : 31; } x", "x.a", IntType(31, True), "int"),
        ("struct { _Bool a : 1; } x", "x.a", integers.BOOL, "_Bool"),
    ],
)
def test_types(declaration: str, text: str, type_: IntType, declared: str) -> None:
    place = _place(_scope(f"#include <stdint.h>\n{declaration}; void f(void) {{ HERE(); }}"), text)
    assert (place.type, place.declared) == (type_, declared)
    assert place.writable is ("const" not in declaration)
    assert place.bits == (
        type_.width if ":" in declaration and not type_.boolean else int(":" in declaration)
    )
    assert place.addressable is (":" not in declaration)


def test_wide_bit_fields_are_left_out() -> None:
    assert _names("struct { unsigned long a : 40, b : 3; int c; } x; void f(void) { HERE(); }") == [
        "x.c"
    ]


def test_storage_and_identity() -> None:
    scope = _scope(
        "int g[2]; void f(register int p) { static int s; int l = 1; { int l = 2; HERE(); } }"
    )
    assert [place.storage for place in scope.places] == [
        "local",
        "static",
        "parameter",
        "global",
        "global",
    ]
    assert not _place(scope, "p").addressable
    assert _place(scope, "g[0]").object == _place(scope, "g[1]").object
    assert len({place.object for place in scope.places}) == 4


def test_cells_of_large_arrays_are_sampled() -> None:
    text = "int a[1000], b[30][40]; void f(void) { HERE(); }"
    names = _names(text)
    assert names == _names(text)
    assert {"a[0]", "a[999]", "b[0][0]", "b[29][39]"} <= set(names)
    assert 6 <= len(names) <= 16


def test_what_never_run_code_may_name() -> None:
    scope = _scope(
        "const int c = 1; int g[3]; const int h[2]; volatile int v[2]; struct { int i[4]; } "
        "s; int m[2][2];"
        "void f(int p) { int u; int w[5]; HERE(); }"
    )
    names = {place.text for place in scope.never_run}
    assert {"u", "p", "w[0]", "g[2]", "s.i[3]"} <= names
    assert not names & {"c", "h[0]", "v[0]"}
    assert [(array.text, array.length) for array in scope.arrays] == [("w", 5), ("g", 3)]


def test_structs_that_may_be_partly_set() -> None:
    partly = (
        "struct s {{ int a; }}; struct s g; {} void f(struct s p) {{ struct s q = g; struct "
        "s l = {{ 1 }}; HERE(); }}"
    )
    assert _names(partly.format("")) == ["l.a", "q.a", "p.a", "g.a"]
    assert _names(partly.format("void h(void) { struct s u; u.a = 1; }")) == []
    assert (
        _names(partly.format("void *malloc(unsigned long); void *h(void) { return malloc(4); }"))
        == []
    )
    assert (
        _names(partly.format("int i[2]; void h(void) { int u[2]; __builtin_memcpy(i, u, 8); }"))
        == []
    )


POINTERS = "int g, *p = &g; struct s { int *q; } t; "


def test_pointers() -> None:
    scope = _scope(
        f"{POINTERS} const int *c; void *v; int (*fp)(int); int (*row)[3]; volatile int "
        f"*vp; int *volatile pv;"
        "double *d; int *const k; struct s *ts; struct { int a; } *anonymous; int *cells[1];"
        "void f(int *a) { int *u; HERE(); }"
    )
    assert [pointer.text for pointer in scope.pointers] == ["a", "cells[0]", "ts", "k", "t.q", "p"]
    by_name = {pointer.text: pointer for pointer in scope.pointers}
    assert (by_name["ts"].declared, by_name["ts"].pointee) == ("struct s *", "struct s")
    assert (by_name["p"].declared, by_name["p"].pointee) == ("int *", "int")
    assert not by_name["k"].writable
    assert by_name["p"].writable


def test_addressed() -> None:
    scope = _scope(
        "typedef struct { int a : 3; char b; } pair; pair s; const int c = 1; unsigned "
        "g[1]; int *p;"
        "void f(int n) { int u; register int r = 1; HERE(); }"
    )
    types = {addressed.text: addressed.type for addressed in scope.addressed}
    assert types == {
        "u": "int",
        "n": "int",
        "p": "int *",
        "g[0]": "unsigned int",
        "s": "pair",
        "s.b": "char",
    }
    by_name = {addressed.text: addressed for addressed in scope.addressed}
    assert by_name["g[0]"].place == _place(scope, "g[0]")
    assert by_name["s"].place is None


@pytest.mark.parametrize(
    ("reason", "text", "safe"),
    [
        (
            "no address of a local is taken",
            f"{POINTERS} void f(int *a) {{ int *l = a; HERE(); }}",
            ["l", "a", "t.q", "p"],
        ),
        (
            "the local lives as long",
            f"{POINTERS} void f(int *a) {{ int x = 1, *l = &x; HERE(); }}",
            ["l", "a"],
        ),
        (
            "it is gone earlier",
            f"{POINTERS} void f(int *a) {{ {{ int x = 1; a = &x; }} HERE(); }}",
            [],
        ),
        (
            "of another function",
            f"{POINTERS} void f(int *a) {{ HERE(); }} void h(void) {{ int x; f(&x); }}",
            ["a"],
        ),
        (
            "the pointer's own address",
            f"{POINTERS} void f(int *a) {{ int **b = &a; HERE(); }}",
            ["b"],
        ),
        (
            "memory is freed",
            f"#include <stdlib.h>\n{POINTERS} void f(int *a) {{ free(a); HERE(); }}",
            [],
        ),
        ("array", f"{POINTERS} void f(int *a) {{ {{ int x[2] = {{ 1 }}; a = x; }} HERE(); }}", []),
        ("literal", f"{POINTERS} void f(int *a) {{ a = &(int){{ 1 }}; HERE(); }}", []),
        (
            "static local",
            f"{POINTERS} void f(int *a) {{ {{ static int x; a = &x; }} HERE(); }}",
            ["a", "t.q", "p"],
        ),
    ],
)
def test_pointers_that_may_dangle(reason: str, text: str, safe: list[str]) -> None:
    assert [pointer.text for pointer in _scope(text).pointers if not pointer.may_dangle] == safe


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("g = *p", False),
        ("(*p)++", False),
        ("g = *p + 1", False),
        ("g = p[1]", False),
        ("g = a[g]", False),
        ("g = m[g][1]", False),
        ("p = &a[1]", False),
        ("p = &s.x[1]", False),
        ("p = m[1]", False),
        ("g = p - a", False),
        ("p = (int *)(void *)p", False),
        ("p = (int *)0", False),
        ("p++", True),
        ("--p", True),
        ("p += 1", True),
        ("p = p - 1", True),
        ("p = 1 + a", True),
        ("p = &a[g]", True),
        ("p = &a[4]", True),
        ("p = &p[1]", True),
        ("p = &s.x[g]", True),
        ("p = &m[1][g]", True),
        ("p = m[g]", True),
        ("p = (m[g])", True),
        ("p = t[g].x", True),
        ("p = r[1]", True),
        ("p = &q[1]", True),
        ("p = q + 1", True),
        ("q++", True),
        ("g = q[g]", False),
        ("g = r[g][g]", False),
        ("p = &(m[1])[g]", True),
        ("p = &(a)[1]", False),
        ("g = ++(*q)", False),
        ("p = (int *)((unsigned long)p + 4)", True),
    ],
)
def test_pointer_arithmetic(expression: str, expected: bool) -> None:
    context = "int g, *p, a[4], m[2][3]; struct { int x[2]; } s, t[2];"
    assert (
        _parse(f"{context} void f(int q[3], int r[2][3]) {{ {expression}; }}").pointer_arithmetic
        is expected
    )


def test_pointer_arithmetic_of_globals() -> None:
    assert _parse("int a[3], *p = a + 3;").pointer_arithmetic
    assert not _parse("int a[3], *p = a;").pointer_arithmetic


def test_scopes_are_a_sequence() -> None:
    source = _parse("int g; void f(void) { g = 1; g = 2; } void h(int p) { g = 3; }")
    assert len(source.scopes) == len(source.program_points) == 3
    assert source.scopes[0] is source.scopes[1]
    assert [place.text for place in source.scopes[2].places] == ["p", "g"]
    assert len(source.scopes[1:]) == 2


def test_deep_nesting_is_no_error() -> None:
    source = _parse("int g; void f(void) { " + "{ " * 220 + "g = 1; " + "} " * 220 + " g = 2; }")
    assert not source.program_points[0].statement.wrappable


def test_floating_variables_that_may_be_written() -> None:
    text = (
        "double d; const float k; volatile double v; long double w; float a[2]; "
        "struct { double f; } s; void f(float p) { double x; HERE(); }"
    )
    assert [(one.text, one.kind) for one in _scope(text).floats] == [
        ("x", "double"),
        ("p", "float"),
        ("s.f", "double"),
        ("a[0]", "float"),
        ("a[1]", "float"),
        ("d", "double"),
    ]
