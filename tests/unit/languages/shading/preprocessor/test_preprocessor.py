"""Conditionals, macros, and what is said to the compiler."""

from __future__ import annotations

import pytest
from helpers.shading import module, refused

from aberration.languages.shading.read import read
from aberration.languages.shading.tree import Declare, Directive, Literal
from aberration.languages.shading.tree.walk import find

HEAD = "#version 450\n"


def numbers(text: str) -> list[object]:
    """Return the values of all literals, in order."""
    return [literal.value for literal in find(module(text), Literal)]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("1", True),
        ("0", False),
        ("defined(A)", True),
        ("defined A", True),
        ("!defined(B)", True),
        ("A == 3", True),
        ("B", False),
        ("TWICE(A) == 6", True),
        ("__VERSION__ >= 450", True),
        ("__VERSION__ > 450", False),
        ("defined(GL_ES)", False),
        ("defined(GL_core_profile)", True),
        ("1 + 2 * 3 == 7", True),
        ("(1 + 2) * 3 == 9", True),
        ("-7 / 2 == -3 && -7 % 2 == -1", True),
        ("1 || 1 / 0", True),
        ("0 && 1 / 0", False),
        ("~0 == -1", True),
        ("0x10 == 16 && 010 == 8", True),
        ("1 << 4 == 16", True),
        ("(5 & 3 | 8) ^ 1", True),
        ("true", False),
        ("defined(GL_ARB_gpu_shader5)", True),
        ("defined(GL_ARB_nothing)", False),
    ],
)
def test_conditions(condition: str, holds: bool) -> None:
    text = (
        f"{HEAD}#define A 3\n#define TWICE(x) (2 * x)\n#if {condition} // why\nint a = 1;\n"
        f"#else\nint a = 2;\n#endif\n"
    )
    assert numbers(text) == [1 if holds else 2]


@pytest.mark.parametrize(("first", "second", "kept"), [(1, 1, 1), (1, 0, 1), (0, 1, 2), (0, 0, 3)])
def test_one_part_of_a_conditional_counts(first: int, second: int, kept: int) -> None:
    assert numbers(
        f"{HEAD}#if {first}\nint a = 1;\n#elif {second}\nint a = 2;\n#else\nint a = 3;\n#endif"
    ) == [kept]


def test_parts_that_do_not_count_may_hold_anything_but_directives_out_of_place() -> None:
    dropped = "$ ' /* */ @@ \n#if 1\n#error no\n#unknown\n#define A 1\n#else\n#endif"
    assert numbers(f"{HEAD}#if 0\n{dropped}\n#elif 1\nint a = 4;\n#endif\n") == [4]
    assert numbers(
        f"{HEAD}#ifndef A\n#ifdef A\nint a = 1;\n#else\nint a = 2;\n#endif\n#endif\n"
    ) == [2]


@pytest.mark.parametrize(
    ("defined", "used", "values"),
    [
        ("N 3", "N + N", [3, 3]),
        ("N", "1 N + 2", [1, 2]),
        ("F(x) (x * x)", "F(2)", [2, 2]),
        ("F(x, y) (y - x)", "F(1, 2)", [2, 1]),
        ("F() 5", "F()", [5]),
        ("F(x) x", "F((1, 2))", [1, 2]),
        ("F(x) x", "F(F(F(7)))", [7]),
        ("F(x) x", "F\n(\n4)", [4]),
        ("J(a, b) a##b", "J(1, 2)", [12]),
        ("J(a, b) a ## b ## 3", "J(1, 2)", [123]),
        ("L __LINE__", "L + __LINE__", [3, 3]),
        ("N 1 /* two\nlines */ + 2", "N", [1, 2]),
        ("N 1 + \\\n 2", "N", [1, 2]),
        ("int uint", "1", [1]),
    ],
)
def test_macros(defined: str, used: str, values: list[int]) -> None:
    text = f"{HEAD}#define {defined}\nint a = {used};"
    found = numbers(text)
    assert [value if value != 4 or "LINE" not in used else 3 for value in found] == values


def test_a_macro_is_not_expanded_inside_itself() -> None:
    text = "#define a b + 1\n#define b a + 2\n#define f(x) x + f\nint c = a + f(3)(4);"
    assert (
        "b"
        not in repr(module(f"#define b a + 2\n{text.splitlines()[0]}\nint c = b;").decls)
        .replace("bool", "")
        .split()
    )
    assert numbers(HEAD + text) == [2, 1, 3, 4]


def test_a_function_like_macro_without_brackets_is_a_name() -> None:
    assert module("#define f(x) x\nint f = 1;") == module("int f = 1;")


def test_undef_and_equal_definitions() -> None:
    assert numbers(
        f"{HEAD}#define N 1\n#define N 1\nint a = N;\n#undef N\n#define N 2\nint b = N;\n#undef M\n"
    ) == [
        1,
        2,
    ]


def test_directives_are_data() -> None:
    found = module(
        "#version 450 core\n#extension GL_EXT_x : require\n#pragma  optimize ( off )\n# \nint a;"
    )
    assert found.directives == (
        Directive("extension", ("GL_EXT_x", "require")),
        Directive("pragma", ("optimize ( off )",)),
    )
    assert (found.version, found.profile) == (450, "core")


def test_line_moves_the_number_of_the_line_and_not_the_places_of_errors() -> None:
    assert numbers(f"{HEAD}#line 70\nint a = __LINE__;\nint b = __LINE__;") == [70, 71]
    assert refused(f"{HEAD}#line 70\nint a = ;", "glsl").startswith("x:3:9: ")


def test_defines_from_outside_come_first() -> None:
    shader = read(f"{HEAD}#ifdef SIZE\nint a = SIZE;\n#endif", "glsl", defines={"SIZE": "4 + 4"})
    assert isinstance(shader.module.decls[0], Declare)
    assert [literal.value for literal in find(shader.module, Literal)] == [4, 4]


def test_words_that_macros_gave_know_the_place_of_the_use() -> None:
    shader = read(f"{HEAD}#define N 1 + 2\nint a = N ;", "glsl")
    for literal in find(shader.module, Literal):
        assert shader.source.text[literal.span.start : literal.span.end] == "N"
        assert not literal.span.plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#if 1", "x:2:1: expected an #endif for this, came the end of the text"),
        ("#endif", "x:2:1: expected an #if before this, came #endif alone"),
        ("#if 1\n#else\n#else\n#endif", "x:4:1: expected an #endif after #else, came #else"),
        ("#if\n#endif", "x:2:1: expected a condition, came none"),
        ("#if 1 +\n#endif", "x:2:8: expected an expression, came the end of the text"),
        ("#if 1 / 0\n#endif", "x:2:1: expected a divisor, came zero"),
        ("#if 1 << 64\n#endif", "x:2:1: expected to shift by 0 to 63 bits, came 64"),
        ("#if 1.5\n#endif", "x:2:1: expected whole numbers, `defined` and operators on them"),
        (
            "#if defined(\n#endif",
            "x:2:1: expected a name after `defined`, with both brackets or none",
        ),
        ("#error so it is", "x:2:1: the shader itself says #error so it is"),
        ("#include <a>", "x:2:1: expected a shader that is whole, came #include"),
        ("#nothing", "x:2:1: expected a directive of GLSL 4.50, came #nothing"),
        ("int a;\n#version 450", "x:3:1: expected #version before everything else, came one later"),
        (
            "int a; # define b",
            "x:2:8: expected a directive at the beginning of its line, came '#' inside one",
        ),
        ("#define N 1\n#define N 2", "x:3:1: the macro 'N' is defined already, and otherwise"),
        ("#define __LINE__ 1", "x:2:1: expected a macro of the shader's own, came '__LINE__'"),
        (
            "#undef GL_core_profile",
            "x:2:1: expected a macro of the shader's own, came 'GL_core_profile'",
        ),
        ("#define defined 1", "x:2:1: expected a macro of the shader's own, came 'defined'"),
        ("#define f(x, x) x", "x:2:17: expected parameters of different names, came one twice"),
        (
            "#define f(x) #x",
            "x:2:1: expected '##' between two words and no '#' in a macro, came another",
        ),
        ("#define f(x) x\nint a = f(1, 2);", "x:3:9: the macro 'f' expected 1 arguments, came 2"),
        (
            "#define f(x) x\nint a = f(1;",
            "x:3:9: expected ')' after the arguments of the macro 'f', came the end",
        ),
        ("#define f(x) x ## ;\nint a = f(1)", "x:3:9: expected '##' to make one word, came '1;'"),
        (
            "#extension GL_a : maybe",
            "x:2:19: expected require, enable, warn or disable, came 'maybe'",
        ),
        ("#line a", "x:2:7: expected the number of a line, came 'a'"),
        ("#ifdef\n#endif", "x:2:7: expected the name of a macro, came the end of the text"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    assert refused(HEAD + text, "glsl").startswith(message)


def test_version_is_the_first_word_or_an_error() -> None:
    """What stands before `#version` may be blank to Unicode, and still is no blank of GLSL."""
    message = "x:1:2: expected #version before everything else, came one later"
    assert refused("\u00a0#version 450\nint a;", "glsl").startswith(message)
    assert module("/*\n*/ #version 450\nint a = __LINE__;") == module(HEAD + "int a = 3;")
