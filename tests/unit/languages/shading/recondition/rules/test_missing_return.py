"""Functions give a result wherever they end."""

from __future__ import annotations

import pytest
from helpers.before_and_after import before_and_after, kind_of, of_compute, reconditioned, settings

from aberration.core.outcome import Buffers, Image
from aberration.languages.shading.tree import LanguageName

CHOSEN = settings(["missing-return"])
_BEFORE = """
struct S { int a; ivec2 v; int rest[3]; };
int number(int n) { if (n > 2) { return 7; } }
int looped(int n) { for (int i = 0; i < 3; i++) { if (i == n) { return i; } } }
S record(int n) { switch (n) { case 3: return S(1, ivec2(2), int[3](1, 2, 3)); } }
int[20] many(int n) { if (n > 2) { return int[20](0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9); } }
int both(int n) { if (n > 1) { return 1; } else { return 2; } }
int every(int n) { switch (n) { case 0: return 1; case 1: n++; default: return n; } }
"""
CALLS = ("number({})", "looped({} * 9)", "record({}).v.y", "many({})[3]")


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize("call", CALLS)
def test_the_end_of_a_function_gives_zeros(language: LanguageName, call: str) -> None:
    was, now = of_compute(language, f"data[0] = {call.format('data[1]')};", _BEFORE, CHOSEN)
    assert kind_of(was) == "missing-return"
    assert isinstance(now, Buffers), str(now)
    assert now.data[0][:4] == bytes(4)


def test_what_returns_is_left_alone() -> None:
    body = "data[0] = number(3) + looped(1) + record(3).a + both(0) + every(1);"
    was, now = of_compute("glsl", body, _BEFORE, CHOSEN)
    assert isinstance(was, Buffers)
    assert was == now


def test_where_the_end_is_not_reached_nothing_is_added() -> None:
    text = """#version 450
    int both(int n) { if (n > 1) { return 1; } else { return 2; } }
    int every(int n) { switch (n) { case 0: return 1; case 1: n++; default: return n; } }
    void main() { both(1); every(2); }"""
    assert "return 0" not in reconditioned(text, "glsl", "fragment", CHOSEN)


@pytest.mark.parametrize(
    ("language", "head"),
    [("essl", "#version 100\nprecision mediump float;"), ("glsl", "#version 110")],
)
def test_structures_with_arrays_in_old_versions(language: LanguageName, head: str) -> None:
    text = f"""{head}
    struct S {{ float a; vec2 b; }};
    S made(float x) {{ if (x > 9.0) return S(x, vec2(x)); }}
    mat2 turned(float x) {{ if (x > 9.0) {{ return mat2(x); }} }}
    void main() {{ gl_FragColor = vec4(made(1.0).b, turned(2.0)[1]); }}"""
    was, now = before_and_after(text, language, "fragment", CHOSEN)
    assert kind_of(was) == "missing-return"
    assert isinstance(now, Image), str(now)
