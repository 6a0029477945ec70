"""Declarations that are not used go, with those that only they use."""

from __future__ import annotations

from helpers.shrinking import after_all, after_each

from aberration.languages.shading.shrink.declarations import single_names, unused_declarations

CHAIN = """
struct Kept { int x; };
int deep(int n) { return n; }
int unasked(int n) { return deep(n); }
uniform Block { int member; };
uniform int loose;
void main() { Kept kept; kept.x = member; }
"""


def test_unused_ones_go_with_what_only_they_use() -> None:
    assert after_all(unused_declarations, CHAIN) == (
        "struct Kept { int x; }; uniform Block { int member; }; void main() { Kept "
        "kept; kept.x = member; }"
    )
    assert len(after_each(unused_declarations, CHAIN)) == 3


def test_entry_points_of_wgsl_stay() -> None:
    text = "const a = 1; fn f() { } @fragment fn main() { }"
    assert after_all(unused_declarations, text, "wgsl") == "@fragment fn main() { }"


def test_one_of_several_names_goes() -> None:
    assert after_each(single_names, "void main() { int a, b = 1; }") == [
        "void main() { int b = 1; }",
        "void main() { int a; }",
    ]
