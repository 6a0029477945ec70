"""Operands that affect each other: what trapped runs, from left to right."""

from __future__ import annotations

from collections import Counter

import pytest
from helpers.before_and_after import (
    before_and_after,
    kind_of,
    of_compute,
    reconditioned,
    run,
    settings,
)
from helpers.shading_runs import compute_text
from helpers.unordered_programs import unordered_program

from aberration.core.outcome import Buffers, Image
from aberration.languages.shading.interpret.trap import Refused
from aberration.languages.shading.tree import LanguageName

CHOSEN = settings(["evaluation-order"])
_BEFORE = """
struct S { int a; ivec2 v; };
int g = 1;
int bump() { g = g * 3 + 1; return g; }
int look() { return g; }
int minus(int a, int b) { return a - b; }
void both(out int a, inout int b) { a = 5; b += 3; }
void mixed(inout int a, int b) { a = a * 10 + b; }
int given(out int a) { a = 5; g = 9; return 1; }
"""
_SETUP = "int i = 2, j = 7; int a[4] = int[4](1, 2, 3, 4); ivec2 v = ivec2(1, 2); g = 1; "
HAZARDS = (
    ("read after write", "data[0] = i++ + i;", 5),
    ("write after read", "data[0] = i + i++;", 4),
    ("write after write", "data[0] = i++ - i++;", -1),
    ("three", "data[0] = i++ * 100 + i++ * 10 + i;", 234),
    ("assignments inside", "data[0] = (i = 5) + (i += 2);", 12),
    ("assignment of itself", "i = i++; data[0] = i;", 2),
    ("compound", "i += i++; data[0] = i;", 4),
    ("compound with an index", "a[i & 3] += a[2]++; data[0] = a[2];", 6),
    ("index and value", "a[i] = i++; data[0] = a[2];", 2),
    ("index of a write", "a[i--] = i; data[0] = a[2];", 1),
    ("index and place", "v[v.x++ - 1] = 7; data[0] = v.x;", 7),
    ("two indices", "data[0] = a[i++] * 10 + a[i];", 34),
    ("calls", "data[0] = bump() - bump() * 10;", 4 - 130),
    ("call and variable", "data[0] = bump() - g * 10;", 4 - 40),
    ("variable and call", "data[0] = g - bump() * 10;", 1 - 40),
    ("reading call", "data[0] = look() - bump() * 10;", 1 - 40),
    ("out arguments", "both(i, i); data[0] = i;", 5),
    ("out argument and index", "both(a[1], a[a[0]]); data[0] = a[1];", 5),
    ("constructor", "data[0] = ivec2(i++ + i, 1).x;", 5),
    ("an array", "int b[2] = int[2](i++ + i, i); data[0] = b[0] * 10 + b[1];", 53),
    ("a structure", "S s = S(i - i++, v); data[0] = s.a;", 0),
    ("initialiser", "int x = i++ + i, y = x + i; data[0] = x * 10 + y;", 58),
    ("return value", "data[0] = minus(j - j++, 1);", -1),
    ("condition", "if (i++ < i) { data[0] = i; }", 3),
    ("else if", "if (i > 9) data[0] = 1; else if (i++ < i) { data[0] = i; }", 3),
    ("switch", "switch (i++ + i) { case 5: data[0] = 8; break; }", 8),
    ("while", "while (i++ + i < 12) { data[0] = i; }", 6),
    ("do", "do { data[0] = i; } while (i++ + i < 12);", 6),
    ("for", "for (int k = i++ + i; k++ + k < 15; k += k++) { data[0] = k; }", 6),
    ("lazy", "data[0] = int(i > 1 && i++ + i == 5 || i++ == i);", 1),
    ("chosen", "data[0] = j > 1 ? i++ + i : i-- - i;", 5),
    ("comma", "data[0] = (i++, i++ + i);", 7),
    ("not evaluated", "if (i + i++ > 0) {} if (i > 100 && bump() + g > 0) {} data[0] = g;", 1),
    ("increment", "v[v.x]++; v[v.x--]++; data[0] = v.x;", 0),
    ("evaluated alone", "i++ + i; data[0] = i;", 3),
)


ORDERED_BY_THE_INTERPRETER = frozenset(
    ("compound with an index", "index and place", "out argument and index", "increment")
)
"""It finds the place first, and two places meet for it only where the text says so."""


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize(("name", "body", "value"), HAZARDS, ids=[name for name, _, _ in HAZARDS])
def test_goes_from_left_to_right(language: LanguageName, name: str, body: str, value: int) -> None:
    was, now = of_compute(language, _SETUP + body, _BEFORE, CHOSEN)
    assert kind_of(was) == ("" if name in ORDERED_BY_THE_INTERPRETER else "order")
    assert isinstance(now, Buffers), str(now)
    assert int.from_bytes(now.data[0][:4], "little", signed=True) == value


DEFINED = (
    "data[0] = i++ + j++;",
    "data[0] = (i++, i) + j;",
    "i = i + 1; data[0] = i;",
    "data[0] = i++ < 9 && i == 3 ? i : 0;",
    "a[i & 1] = a[2]++;",
    "both(a[0], a[i]); data[0] = a[0] + a[2];",
    "data[0] = given(g) + 1; data[1] = g;",
    "both(j, a[i++]); mixed(i, i++); data[0] = i; mixed(g, bump()); data[1] = g;",
    "a[--j & 3] ^= a[2] = 5; data[0] = j + a[2];",
    "v.x = v.y++; data[0] = v.x;",
    "data[0] = minus(i++, i);",
    "a[--j & 3] += (i = 5, a[1]++); data[0] = j + a[1] + a[2];",
)


@pytest.mark.parametrize("body", DEFINED)
def test_a_defined_program_gives_the_same(body: str) -> None:
    was, now = of_compute("glsl", _SETUP + body, _BEFORE, CHOSEN)
    if kind_of(was):
        pytest.fail(f"{body} traps: {was}")
    assert was == now


@pytest.mark.parametrize("body", DEFINED[:4])
def test_what_has_no_conflict_is_left_alone(body: str) -> None:
    text = compute_text("glsl", _SETUP + body, _BEFORE)
    assert "first" not in reconditioned(text, "glsl", "compute", CHOSEN)


def test_lists_of_initialisers() -> None:
    body = "int b[2] = { i++, i }, c = b[1]; data[0] = b[0] * 100 + b[1] * 10 + c;"
    _, now = of_compute("glsl", _SETUP + body, _BEFORE, CHOSEN)
    assert isinstance(now, Buffers)
    assert now.data[0][:4] == (233).to_bytes(4, "little")


@pytest.mark.parametrize(
    ("language", "head"),
    [("essl", "#version 100\nprecision mediump float;"), ("glsl", "#version 110")],
)
def test_old_versions(language: LanguageName, head: str) -> None:
    text = f"""{head}
    float g = 1.0;
    float bump() {{ g += 1.0; return g; }}
    float sum(float a[2], float b) {{ return a[0] + a[1] + b; }}
    void main() {{
        float a[2]; a[0] = 1.0; a[1] = 2.0;
        float x = g * bump();
        float y = sum(a, a[1]++);
        for (int i = 0; i < 3; i++) {{ x += x++; }}
        gl_FragColor = vec4(x, y, bump() - g, a[1]);
    }}"""
    was, now = before_and_after(text, language, "fragment", CHOSEN)
    assert kind_of(was) == "order"
    assert isinstance(now, Image), str(now)


def _check_at_random(seeds: range) -> None:
    kinds: Counter[str] = Counter()
    for seed in seeds:
        text = unordered_program(seed)
        after = reconditioned(text, "glsl", "compute", CHOSEN)
        now = run(after, "glsl", "compute")
        assert isinstance(now, Buffers), f"{seed}: {now}"
        try:
            was = run(text, "glsl", "compute")
        except Refused:
            kinds["refused"] += 1
            continue
        kinds[kind_of(was)] += 1
        assert kind_of(was) == "order" or was == now, seed
    assert kinds["order"] > len(seeds) // 4, kinds
    assert kinds[""] > len(seeds) // 20, kinds


def test_programs_at_random() -> None:
    _check_at_random(range(24))


@pytest.mark.slow
def test_many_programs_at_random() -> None:
    _check_at_random(range(1000, 1300))
