"""A part stands for the whole statement."""

from __future__ import annotations

import pytest
from helpers.shrinking import after_each

from aberration.languages.shading.shrink.arms import part


@pytest.mark.parametrize(
    ("statement", "variants"),
    [
        ("if (true) { a = 1; }", ["a = 1;"]),
        ("if (true) { a = 1; } else { a = 2; }", ["a = 1;", "a = 2;", "if (true) { a = 1; }"]),
        ("while (true) { a = 1; break; }", ["a = 1;"]),
        (
            "for (int i = 0; i < 2; i++) { a = i; }",
            ["a = i;", "int i = 0; a = i;", "while (i < 2) { a = i; }"],
        ),
        ("for (;;) { if (true) { break; } }", ["if (true) { }"]),
        ("switch (a) { case 1: a = 2; break; default: break; }", ["a = 2;", ""]),
    ],
)
def test_parts_in_order(statement: str, variants: list[str]) -> None:
    text = f"void main() {{ int a = 0; {statement} }}"
    for variant, wanted in enumerate(variants):
        made = after_each(part, text, variant=variant)[0]
        assert made == " ".join(f"void main() {{ int a = 0; {wanted} }}".split())


def test_a_jump_of_an_inner_loop_stays_with_it() -> None:
    (outer, inner) = after_each(part, "void main() { for (;;) { while (true) { break; } break; } }")
    assert outer == "void main() { while (true) { break; } }"
    assert inner == "void main() { for (;;) { break; } }"


def test_an_arm_of_else_if_becomes_the_else() -> None:
    text = "void main() { int a = 0; if (a > 0) { a = 1; } else if (a > 1) { a = 2; } }"
    assert "else { a = 2; }" in after_each(part, text)[1]


def test_loop_of_wgsl() -> None:
    text = "fn f() { var a = 0; loop { a = 1; continuing { a = 2; break if a > 1; } } }"
    assert after_each(part, text, "wgsl") == ["fn f() { var a = 0; a = 1; a = 2; }"]


def test_a_loop_of_wgsl_without_what_it_does_at_the_end() -> None:
    text = "fn f() { var a = 0; loop { if a > 1 { break; } continuing { a = 2; } } }"
    assert after_each(part, text, "wgsl", variant=1) == [
        "fn f() { var a = 0; loop { if (a > 1) { break; } } }"
    ]


def test_the_condition_at_the_end_of_a_loop_of_wgsl_goes() -> None:
    text = "fn f() { loop { continuing { let a = 1; break if false; } } }"
    assert after_each(part, text, "wgsl", variant=1) == ["fn f() { loop { } }"]
    assert after_each(part, text, "wgsl", variant=2) == [
        "fn f() { loop { continuing { let a = 1; } } }"
    ]
