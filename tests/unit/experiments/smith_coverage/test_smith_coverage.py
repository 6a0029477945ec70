"""What a program holds is counted, and what is left out has a reason that holds."""

from __future__ import annotations

import pytest
from experiments.smith_coverage.__main__ import main, rows_in
from experiments.smith_coverage.counting import operator_pairs, statement_pairs
from experiments.smith_coverage.left_out import NAMES, THEMES, reason

from aberration.languages.shading.builtins.table import ROWS
from aberration.languages.shading.read import read

TEXT = """#version 450
void main() {
    int a = 1 + 2 * 3;
    while (a < 4) {
        if (!(a == 5)) { { a += -a; } continue; }
        switch (a) { case 1: a++; break; default: a = a > 2 ? ~a : 3; }
    }
}"""


def test_statements_are_counted_in_the_bodies_of_others() -> None:
    # `break` at the end of a clause is no statement of the tree.
    assert set(statement_pairs(read(TEXT, "glsl").module)) == {
        ("Function", "Declare"),
        ("Function", "While"),
        ("While", "If"),
        ("While", "Switch"),
        ("If", "Assign"),
        ("If", "Continue"),
        ("Switch", "Increment"),
        ("Switch", "Assign"),
    }


def test_operators_are_counted_under_others() -> None:
    assert set(operator_pairs(read(TEXT, "glsl").module)) == {
        ("+", "*"),
        ("!x", "=="),
        ("?:", ">"),
        ("?:", "~x"),
    }


def test_reasons_are_of_rows_that_there_are() -> None:
    names = {row.name for row in ROWS}
    assert set(NAMES) <= names
    assert all(NAMES.values())
    assert all(THEMES.values())
    assert not reason("sin")
    assert not reason("textureLod")
    assert "several samples" in reason("textureSamples")


def test_the_command_prints_what_is_never_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--programs", "2", "--language", "wgsl", "--rare", "3"]) == 0
    printed = capsys.readouterr().out
    assert f"of {len(rows_in('wgsl'))}" in printed
    assert "never called: " in printed
