"""Program points and statements, and what is refused."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.languages.c import csmith, front_end
from aberration.languages.c.source import ProgramPoint, Source


def _body(text: str) -> Source:
    return front_end.parse(f"int g, h; int f(int p) {{\n{text}\nreturn p; }}\n".encode())


def _texts(source: Source) -> list[str]:
    """Return the statements behind the program points, the last `return p;` left out."""
    return [
        source.data[program_point.statement.start : program_point.statement.end].decode()
        for program_point in source.program_points[:-1]
    ]


def _program_point(source: Source, start: str) -> ProgramPoint:
    at = source.data.index(start.encode())
    return next(
        program_point for program_point in source.program_points if program_point.offset == at
    )


def _wrappable(source: Source) -> list[str]:
    return [
        source.data[program_point.statement.start : program_point.statement.end].decode()
        for program_point in source.program_points[:-1]
        if program_point.statement.wrappable
    ]


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("g = 1;", "expression"),
        ("g = 1 /* ; */ ;", "expression"),
        ("g = 1 // ;\n ;", "expression"),
        ("f(3);", "expression"),
        ('g = "a;b"[0];', "expression"),
        ("g = ';';", "expression"),
        (";", "null"),
        ("return (3) ;", "return"),
        ("{ g = 1; }", "compound"),
        ("{ }", "compound"),
        ("if (g) h = 1;", "if"),
        ("if (g) h = 1; else h = 2;", "if"),
        ("if (g) { h = 1; } else if (h) { h = 2; } else { h = 3; }", "if"),
        ("while (g) h = h - 1;", "while"),
        ("for (;;) { g = 1; break; }", "for"),
        ("for (int i = 0; i < 3; i++) ;", "for"),
        ("do g = 1; while (h);", "do"),
        ("do { g = 1; } while (h) /* x */ ;", "do"),
        ("switch (g) { case 1: h = 1; break; default: h = 2; }", "switch"),
        ("if (g) while (h) if (p) g = 2; else h = 3;", "if"),
        ("g = (int){ 3 };", "expression"),
        ("g = h, h = 3;", "expression"),
    ],
)
def test_extents(statement: str, kind: str) -> None:
    source = _body(statement)
    first = source.program_points[0].statement
    assert source.data[first.start : first.end].decode() == statement
    assert first.kind == kind
    assert first.wrappable


def test_extents_are_bytes() -> None:
    source = front_end.parse(
        'int g; void f(void) { /* \u00e4\u00f6\u20ac */ const char *s = "\u20ac"; g = 7; }'.encode()
    )
    statement = source.program_points[1].statement
    assert source.data[statement.start : statement.end] == b"g = 7;"


def test_declarations_are_not_wrappable() -> None:
    source = _body("int a = 1, b; typedef int t; struct s *q; g = a;")
    assert [program_point.statement.kind for program_point in source.program_points] == [
        *["declaration"] * 3,
        "expression",
        "return",
    ]
    assert _wrappable(source) == ["g = a;"]


def test_program_points_lie_in_compounds_only() -> None:
    source = _body("if (g) h = 1; else { h = 2; } for (;;) g = 3; while (h) { g = 4; }")
    assert "h = 2;" in _texts(source)
    assert "g = 4;" in _texts(source)
    assert "h = 1;" not in _texts(source)
    assert "g = 3;" not in _texts(source)


def test_ordinals_follow_the_text() -> None:
    source = _body("{ g = 1; { h = 2; } } while (g) { for (;;) { break; } }")
    assert [program_point.ordinal for program_point in source.program_points] == list(
        range(len(source.program_points))
    )
    assert [program_point.offset for program_point in source.program_points] == sorted(
        program_point.offset for program_point in source.program_points
    )
    compounds = {
        _program_point(source, text).compound for text in ("g = 1", "h = 2", "break", "return p")
    }
    assert len(compounds) == 4


def test_no_program_point_before_the_first_case() -> None:
    source = _body(
        "switch (g) { int x; case 1: h = 1; h = 2; break; case 2: { h = 3; } default: ; }"
    )
    texts = _texts(source)
    assert [text.split()[0] for text in texts] == ["switch", "h", "break;", "case", "h", "default:"]
    assert "case 2: { h = 3; }" not in _wrappable(source)
    assert "h = 2;" in _wrappable(source)


def test_labels_are_not_wrappable() -> None:
    source = _body("again: g = 1; if (g) { inner: h = 1; } if (h) goto again; goto inner;")
    assert _wrappable(source) == ["if (h) goto again;", "goto inner;"]


def test_a_case_of_a_switch_around_is_not_wrappable() -> None:
    source = _body("switch (g) { case 1: h = 0; do { h = 1; case 2: h = 2; } while (--p > 0); }")
    assert not any(text.startswith("do") for text in _wrappable(source))


def test_loops_and_switches_around() -> None:
    source = _body(
        "while (g) { h = 1; do { h = 2; } while (h); switch (h) { case 1: break; h = 3; } } h = 4;"
    )
    for text, expected in {
        "h = 1": (True, True, 1),
        "h = 2": (True, True, 2),
        "h = 3": (True, True, 1),
        "h = 4": (False, False, 0),
    }.items():
        program_point = _program_point(source, text)
        assert (program_point.in_loop, program_point.in_breakable, program_point.depth) == expected
    source = _body("switch (h) { case 1: break; h = 3; }")
    assert (
        _program_point(source, "h = 3").in_loop,
        _program_point(source, "h = 3").in_breakable,
    ) == (False, True)


def test_what_escapes() -> None:
    source = _body(
        "while (g) { if (h) { break; } if (h) { continue; } for (;;) { break; } switch "
        "(h) { case 1: break; } }"
    )
    inner = [
        program_point.statement
        for program_point in source.program_points
        if program_point.depth == 1 and program_point.statement.kind in ("if", "for", "switch")
    ]
    assert [statement.escapes for statement in inner] == [True, True, False, False]
    source = _body("while (g) { switch (h) { case 1: continue; } }")
    assert _program_point(source, "switch").statement.escapes
    assert not source.program_points[0].statement.escapes


@pytest.mark.parametrize(
    "text",
    [
        "#define SET g = 1\nSET; h = 2;",
        "#define SET g = 1; h = 3\nSET; h = 2;",
        "#define DO_IT(x) x\nDO_IT(g = 1;) h = 2;",
        "#define DO_IT(x) x\nDO_IT(g = 1; g = 3); h = 2;",
    ],
)
def test_statements_in_macros_are_left_alone(text: str) -> None:
    define, _, body = text.partition("\n")
    source = front_end.parse(f"{define}\nint g, h; void f(void) {{ {body} }}".encode())
    assert [
        source.data[program_point.statement.start : program_point.statement.end]
        for program_point in source.program_points
    ] == [b"h = 2;"]


def test_statements_that_end_in_macros() -> None:
    source = front_end.parse(b"#define TWO 1; g = 3\nint g; void f(void) { g = TWO; g = 4; }")
    assert [program_point.statement.wrappable for program_point in source.program_points] == [
        False,
        True,
    ]
    source = front_end.parse(b"#define ONE 1\nint g; void f(void) { g = ONE; if (g) g = ONE; }")
    assert [program_point.statement.wrappable for program_point in source.program_points] == [
        True,
        True,
    ]
    source = front_end.parse(b"#define END g = 1; }\nint g; void f(void) { if (g) { END g = 4; }")
    assert [program_point.statement.wrappable for program_point in source.program_points] == [
        False,
        True,
    ]
    source = front_end.parse(
        b"#define ELSE else g = 2\nint g; void f(void) { if (g) g = 1; ELSE; g = 4; }"
    )
    first = source.program_points[0].statement
    assert source.data[first.start : first.end] == b"if (g) g = 1; ELSE;"


@pytest.mark.parametrize(
    "function",
    [
        "int f(int *restrict q) { return *q; }",
        "int f(int *q) { int *__restrict r = q; return *r; }",
        "int f(int n) { char *q = __builtin_alloca(n); return q[0] = 1; }",
        "int f(int n) { void *q = &&out; goto *q; out: return 1; }",
        "int f(int n) { n = ({ int k = n; k + 1; }); return n; }",
        "int f(int n) { struct local { int a; } x = { n }; return x.a; }",
        "int f(int n) { enum { one = 1 }; return one; }",
        "int f(int n) {\n#if 1\n return n;\n#endif\n}",
        "int f(int n) {\n#pragma GCC unroll 4\n for (;;) { return n; } }",
        "typedef int number; int f(int n) { int number = n; return number; }",
        "#define BODY { return 1; }\nint f(int n) BODY",
        "#define HEAD int f(int n)\nHEAD { return n; }",
    ],
)
def test_frozen_functions_have_no_program_points(function: str) -> None:
    source = front_end.parse(f"int other(void) {{ return 1; }}\n{function}".encode())
    assert [
        source.functions[program_point.function].name for program_point in source.program_points
    ] == ["other"]


def test_main_of_csmith_is_frozen() -> None:
    source = front_end.parse(csmith.generate(5, "small"))
    assert source.program_points
    assert "main" not in {
        source.functions[program_point.function].name for program_point in source.program_points
    }
    assert "main" in {function.name for function in source.functions}
    assert front_end.parse(b"int main(void) { return 0; }").program_points


@pytest.mark.parametrize(
    ("program", "where"),
    [
        ("int f(void) { return 1 }", "1:23"),
        ("int f(void) { return x; }", "1:22"),
        ("#include <setjmp.h>\njmp_buf b; int f(void) { return setjmp(b); }", "2:33"),
        ("#include <signal.h>\nvoid h(int);\nvoid f(void) { signal(2, h); }", "3:16"),
        ('int f(void) { __asm__("nop"); return 1; }', "1:15"),
        ("#include <unistd.h>\nint f(void) { return fork(); }", "2:22"),
        ("int f(void) { return __LINE__; }", "1:22"),
        ("void c(int *p) { } void f(void) { int x __attribute__((cleanup(c))) = 1; }", "1:41"),
        ("__attribute__((pure)) int f(int x) { return x; }", "1:1"),
        ('int g; extern int h __attribute__((alias("g"))); ', "1:21"),
        ("[[gnu::pure]] int f(int x) { return x; }", "1:1"),
        ("#define JUMP longjmp\nint f(void) { return 1; }", "1:1"),
        ("%:define x y\nint f(void) { return 1; }", "1:1"),
        ("int \u00e4; int f(void) { return 1; }", "1:5"),
        ("int a$b; int f(void) { return 1; }", "1:6"),
        ("int *restrict p; int f(void) { return 1; }", ""),
        ("int f(void) { int i\\\nj = 1; return ij; }", "1:20"),
    ],
)
def test_refused_programs(program: str, where: str) -> None:
    with pytest.raises(BadInput) as caught:
        front_end.parse(program.encode(), "a.c")
    assert caught.value.where == (f"a.c:{where}" if where else "a.c")


def test_words_in_comments_and_strings_are_not_refused() -> None:
    source = front_end.parse(
        b'/* setjmp asm */ const char *s = "fork() __LINE__"; // asm\nint f(void) { return 1; }'
    )
    assert len(source.program_points) == 1


def test_functions_and_callees() -> None:
    source = front_end.parse(
        b"int one(int a, char b) { return a + b; } void two(void) { } int three(double d) { "
        b"return 1; }\n"
        b"int four(int, ...); int five(int *p) { return 1; } int seven(unsigned x); int "
        b"eight(int x);\n"
        b"__attribute__((noinline)) static int six(int two) { return 1; }\n"
        b"int seven(unsigned x) { return 2; }\n"
    )
    six = next(function for function in source.functions if function.name == "six")
    assert [callee.name for callee in six.callees] == ["one", "seven"]
    assert [parameter.width for parameter in six.callees[0].parameters] == [32, 8]
    seven = source.functions[-1]
    assert [callee.name for callee in seven.callees] == ["one", "two", "six"]
    assert source.data[seven.start : seven.start + 9] == b"int seven"


def test_functions_that_never_run_code_does_not_call() -> None:
    text = (
        "inline int one(int a) { return a; } static inline int two(int a) { return a; } %s "
        "void f(void) { }"
    )
    assert [
        callee.name for callee in front_end.parse((text % "").encode()).functions[-1].callees
    ] == ["two"]
    inlined = "__attribute__((always_inline)) static inline int three(int a) { return a; }"
    assert front_end.parse((text % inlined).encode()).functions[-1].callees == ()


def test_functions_declared_by_the_name_of_a_type_are_not_called() -> None:
    source = front_end.parse(
        b"typedef int h(int, int *); typedef int k(int); static h two; static k three;"
        b"static int two(int a, int *b) { return 1; } static int three(int x) { return 1; } int "
        b"z(void) { return 0; }"
    )
    assert source.functions[-1].callees == ()


def test_printf() -> None:
    assert front_end.parse(b"#include <stdio.h>\nint f(void) { return 1; }").prints
    assert not front_end.parse(b"#include <stdlib.h>\nint f(void) { return 1; }").prints


def test_version_and_availability() -> None:
    assert front_end.unavailable() == ""
    assert "18" in front_end.version()


def test_blocks_too_deep_for_libclang_are_refused() -> None:
    text = f"int main(void) {{ return f((unsign{'{' * 100_000}1; }}"
    with pytest.raises(BadInput, match="at most 2,000 blocks within each other"):
        front_end.parse(text.encode())


@pytest.mark.parametrize("sign", ["-", "1 + ", "(", "!", "x[", "1 ? 1 : "])
def test_an_expression_too_deep_for_libclang_is_refused(sign: str) -> None:
    text = f"int x[9]; int main(void) {{ return {sign * 100_000}1; }}"
    with pytest.raises(BadInput, match="at most 2,000 operators in an expression"):
        front_end.parse(text.encode())
