"""Which statements are taken out of a program together."""

from __future__ import annotations

import subprocess
import sys

from aberration.languages.c import front_end

PROGRAM = b"""
int f(int x) {
    int a = 1;
    a += x;
    { x = 2; }
    switch (x) { case 1: a = 3; break; default: a = 4; }
    int last;
    return a;
}
"""
SOURCE = front_end.parse(PROGRAM)


def ordinal_of(text: bytes) -> int:
    return next(
        each.ordinal for each in SOURCE.program_points if PROGRAM[each.offset :].startswith(text)
    )


def count_of(text: bytes, count: int) -> int:
    made = SOURCE.statements.fragment(ordinal_of(text), count, True)
    return len(made.statements) if made is not None else 0


def test_statements_of_one_block_follow_each_other() -> None:
    assert [count_of(b"int a", count) for count in (1, 2, 3)] == [0, 2, 3]
    assert count_of(b"x = 2", 3) == 1
    assert count_of(b"switch", 2) == 1


def test_what_a_case_leads_to_stays() -> None:
    assert count_of(b"default", 1) == 0
    made = SOURCE.statements.fragment(ordinal_of(b"break"), 1, True)
    assert made is not None
    assert made.escapes


def test_each_is_read_once() -> None:
    first = SOURCE.statements.fragment(ordinal_of(b"a += x"), 1, True)
    assert SOURCE.statements.fragment(ordinal_of(b"a += x"), 1, True) is first


def test_a_tree_that_is_left_at_the_end_says_nothing() -> None:
    code = (
        "from aberration.languages.c import front_end\n"
        "source = front_end.parse(b'int f(void) { return 1; }')\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert ran.stderr == b""
