from __future__ import annotations

import pytest
from helpers import emi
from helpers.emi import compared

from aberration.languages.c.expressions import Binary, Literal, Read
from aberration.languages.c.integers import CHAR, INT, LONG, UINT, ULONG
from aberration.methods.emi.knowledge import Knowledge, truth

A, B = Read("a", INT), Read("b", ULONG)


def test_columns_are_values_by_place() -> None:
    assert Knowledge((A, B), ((1, 2), (3, 4))).columns == {"a": [1, 3], "b": [2, 4]}


def test_names_are_those_of_states_and_facts() -> None:
    fact = Binary("<", Read("i", INT), Read("n", INT))
    assert Knowledge((A, B), ((1, 2),), (fact, compared("i", 3))).names == ("a", "b", "i", "n", "i")
    assert Knowledge().names == ()


def test_the_condition_holds_in_these_states_and_no_others() -> None:
    """C itself says so: limits of each type, negative values, unsigned ones."""
    reads = (Read("c", CHAR), Read("i", INT), Read("u", UINT), Read("l", LONG), Read("w", ULONG))
    rows = ((-128, -(2**31), 2**32 - 1, -(2**63), 2**64 - 1), (0, 0, 0, 0, 0))
    fact = Binary("<", Read("i", INT), Literal(1, INT))
    condition = Knowledge(reads, rows, (fact,)).condition
    states = [*rows, (-128, 0, 0, 0, 0), (1, 0, 0, 0, 0), (0, 0, 0, 0, 1)]
    text = f"""#include <stdio.h>
    static int holds(signed char c, int i, unsigned u, long l, unsigned long w) {{
    return {condition}; }}
    int main(void) {{
    """
    for c, i, u, long, w in states:
        text += f'printf("%d", holds({c}, (int){i}LL, {u}U, (long)({long + 1}L - 1), {w}UL));\n'
    assert emi.outcome(f"{text} return 0; }}").stdout == b"11000"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (compared("a", 1, ">="), True),
        (compared("a", 3, ">"), False),
        (compared("a", 1), None),
        (compared("nowhere", 1), None),
        (Binary("/", Literal(1, INT), Read("zero", INT)), None),
    ],
)
def test_truth(expression: Binary, expected: bool | None) -> None:
    assert truth(expression, {"a": [1, 3], "zero": [1, 0]}, 2) is expected
