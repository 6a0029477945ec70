"""Statements and clauses go, one by one or together."""

from __future__ import annotations

from helpers.shrinking import after_all, after_each

from aberration.languages.shading.shrink.statements import any_statement, clauses, labels


def test_each_statement_is_an_edit_inner_ones_too() -> None:
    text = "void main() { int a = 0; for (;;) { a++; } }"
    assert after_each(any_statement, text) == [
        "void main() { for (;;) { a++; } }",
        "void main() { int a = 0; }",
        "void main() { int a = 0; for (;;) { } }",
    ]
    assert after_all(any_statement, text) == "void main() { }"


def test_clauses_go() -> None:
    text = "void main() { int a = 0; switch (a) { case 1: a = 2; break; default: a = 3; break; } }"
    assert [("case 1" in one, "default" in one) for one in after_each(clauses, text)] == [
        (False, True),
        (True, False),
    ]


def test_labels_go_where_others_stay() -> None:
    text = "void main() { switch (1) { case 1: case 2: break; case 3: break; default: break; } }"
    assert after_each(labels, text) == [
        text.replace("case 1: ", ""),
        text.replace("case 2: ", ""),
    ]
    wgsl = "fn f() { switch (1) { case 1, default: { } } }"
    assert len(after_each(labels, wgsl, "wgsl")) == 1
