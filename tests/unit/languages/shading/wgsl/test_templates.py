"""Template lists against comparisons and shifts."""

from __future__ import annotations

import pytest

from aberration.languages.shading.lexer import lex
from aberration.languages.shading.wgsl.lexicon import LEXICON
from aberration.languages.shading.wgsl.templates import discover


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("a<b>", "id T< id T>"),
        ("a < b", "id < id"),
        ("a < b, c > (d)", "id T< id , id T> ( id )"),
        ("a(b < c, d > e)", "id ( id T< id , id T> id )"),
        ("(a < b) > c", "( id < id ) > id"),
        ("a < b && c > d", "id < id && id > id"),
        ("a < b || c > d", "id < id || id > id"),
        ("a<b<c>>", "id T< id T< id T> T>"),
        ("a<b<c>>=d", "id T< id T< id T> T> = id"),
        ("a >> b", "id >> id"),
        ("a >>= b", "id >>= id"),
        ("a >= b", "id >= id"),
        ("a > > b", "id > > id"),
        ("a > = b", "id > = id"),
        ("a << b", "id << id"),
        ("a <= b > c", "id <= id > id"),
        ("if a < b { } c > d", "if id < id { } id > id"),
        ("a < b; c > d", "id < id ; id > id"),
        ("a < b = c > d", "id < id = id > id"),
        ("var<private> a", "var T< id T> id"),
        ("array<i32, (1 > 2)>", "id T< id , ( number > number ) T>"),
        ("array<i32, a[b]>", "id T< id , id [ id ] T>"),
        ("1 < a > b", "number < id > id"),
        ("fn f() -> vec2<f32>", "fn id ( ) -> id T< id T>"),
        (") a<b>", ") id T< id T>"),
    ],
)
def test_which_brackets_enclose_templates(text: str, kinds: str) -> None:
    assert discover(lex(text, LEXICON)).kinds == kinds.split()


def test_joined_operators_know_their_place() -> None:
    tokens = discover(lex("ab >>= c", LEXICON))
    assert (tokens.texts, tokens.starts, tokens.ends) == (["ab", ">>=", "c"], [0, 3, 7], [2, 6, 8])
