"""The plainest operator of a group stands for another."""

from __future__ import annotations

import pytest
from helpers.shrinking import after_each

from aberration.languages.shading.shrink.operators import PLAINER, plainest
from aberration.languages.shading.tree import LanguageName


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@pytest.mark.parametrize(
    ("given", "wanted"),
    [("x % 3", "x + 3"), ("x & 3", "x + 3"), ("x >= 3", "x < 3"), ("x == 3", "x < 3")],
)
def test_each_group_has_a_plainest(language: LanguageName, given: str, wanted: str) -> None:
    wgsl = language == "wgsl"
    kind = "int" if given.endswith(("% 3", "& 3")) else "bool"
    head = "fn f() { var x = 5; let" if wgsl else f"void f() {{ int x = 5; {kind}"
    (made,) = after_each(plainest, f"{head} a = {given}; }}", language)
    assert f"a = {wanted};" in made


def test_a_value_is_counted_up() -> None:
    (made,) = after_each(plainest, "void f() { int x = 5; int a = x--; }")
    assert "int a = x++;" in made
    assert after_each(plainest, "void f() { for (int i = 3; i < 9; i--) { } }") == []


def test_what_is_plainest_stays() -> None:
    text = "void f() { int x = 5; bool a = x + 1 < 3 && true; }"
    assert after_each(plainest, text) == []
    assert not set(PLAINER) & set(PLAINER.values())
