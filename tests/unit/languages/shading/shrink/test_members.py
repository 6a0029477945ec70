"""Members that are not used go, with what constructors give for them."""

from __future__ import annotations

from helpers.shrinking import after_each

from aberration.languages.shading.shrink.members import unused_members


def test_a_member_goes_from_the_structure_and_its_constructors() -> None:
    text = "struct S { int a; int b; }; void main() { S s = S(1, 2); int c = s.b; }"
    assert after_each(unused_members, text) == [
        "struct S { int b; }; void main() { S s = S(2); int c = s.b; }"
    ]


def test_members_of_a_block_whose_names_are_global() -> None:
    text = "uniform Block { int a; int b; }; void main() { int c = a; }"
    assert after_each(unused_members, text) == [
        "uniform Block { int a; }; void main() { int c = a; }"
    ]


def test_the_last_one_stays() -> None:
    assert after_each(unused_members, "struct S { int a; }; void main() { S s; }") == []
