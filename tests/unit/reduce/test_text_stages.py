"""The stages on small programs, with predicates that look at the text alone."""

from collections.abc import Callable

import pytest

from aberration.reduce.stages import (
    expressions,
    inner_statements,
    never_executed,
    pieces_by_depth,
    unused_declarations,
)
from aberration.reduce.text import Means, TextReducer
from aberration.reduce.text_search import Stage, search_text

PROGRAM = """int g_1 = 3;
static int one(int);
static int two(void) { return one(2); }
static int one(int p) { return p; }
struct pair { int a; };
int main(void) {
    int l_1 = 4, l_2;
    int l_3[2] = {5, 6};
    if (g_1) { puts("yes"); } else puts("no");
    while (g_1 > 3) { g_1--; }
    return wrap((int)g_1, 7);
}
"""


def after(stage: Stage, *needed: str) -> str:
    search = search_text(PROGRAM.encode(), has(*needed), lambda _: None, 60.0)
    stage(search)
    return " ".join(search.best.decode().split())


def has(*needed: str) -> Callable[[bytes], bool]:
    return lambda text: (
        all(word in text.decode() for word in needed) and text.count(b"{") == text.count(b"}")
    )


def test_declarations_that_nothing_names_go_with_those_that_they_name() -> None:
    left = after(unused_declarations, "main")
    assert "one" not in left
    assert "pair" not in left
    assert "l_1" not in left
    assert left.startswith("int g_1 = 3; int main(void) { if (g_1)")


def test_statements_go_and_needed_names_stay() -> None:
    assert after(pieces_by_depth, "g_1--") == (
        "int g_1 = 3; int main(void) { while (g_1 > 3) { g_1--; } }"
    )


def test_parts_of_statements_take_their_place() -> None:
    left = after(inner_statements, "no", "g_1--")
    assert 'puts("no"); g_1--;' in left
    assert "if" not in left


def test_expressions_become_numbers_and_operands() -> None:
    left = after(expressions, "wrap", "7")
    assert "{0}" in left
    assert "return wrap(g_1, 7);" in left or "return wrap((int)g_1, 7);" in left
    assert "return 0;" in after(expressions, "main")


def test_what_is_never_executed_goes_at_once() -> None:
    program = b"int main(void) { if (0) { a(); b(); } c(); return 0; }"
    search = search_text(program, lambda _: True, lambda _: None, 60.0)
    never_executed(lambda marked: b"printed before " + b"1" + b"00" + b"11")(search)
    assert search.best == b"int main(void) { if (0) {   } c(); return 0; }"
    assert search.tests == 1


def test_when_it_cannot_be_told_nothing_goes() -> None:
    search = search_text(PROGRAM.encode(), lambda _: True, lambda _: None, 60.0)
    never_executed(lambda _: None)(search)
    assert search.best == PROGRAM.encode()


@pytest.mark.parametrize("written_out", [None, b"int x; " + PROGRAM.encode()])
def test_the_whole_reduction(written_out: bytes | None) -> None:
    means = Means(None, written_out, lambda _: None, None, 60.0)
    told: list[str] = []
    kept: list[bytes] = []
    reducer = TextReducer(
        PROGRAM.encode(), has("while", "g_1--", "main"), means, kept.append, told.append
    )
    reduced = reducer.reduce()
    assert reduced.status == "complete"
    assert len(reduced.text.splitlines()) <= 5
    assert kept[-1] == reduced.text
    assert sum(stage.tests for stage in reduced.stages) == reduced.tests
    assert len(told) == len(reduced.stages)


def test_a_text_that_does_not_show_the_bug_is_left_alone() -> None:
    reducer = TextReducer(
        b"int x;", lambda _: False, Means(None, None, lambda _: None, None, 60.0), print, print
    )
    assert reducer.reduce().status == "not-reproduced"
