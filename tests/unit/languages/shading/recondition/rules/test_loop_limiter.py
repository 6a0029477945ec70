"""Loops come to their end, and to the same end as before where they had one soon enough."""

from __future__ import annotations

import pytest
from helpers.before_and_after import before_and_after, kind_of, of_compute, reconditioned, settings
from msgspec.structs import replace

from aberration.core.outcome import Buffers, Image
from aberration.languages.shading.tree import LanguageName

CHOSEN = settings(["loop-limiter"], turns=100)
ENDLESS = (
    ("for", "for (;;) { data[0]++; }"),
    ("while", "while (data[0] >= 0) { data[0]++; }"),
    ("do", "do { data[0]++; } while (true);"),
    ("continue", "for (int i = 0; i < 3; i++) { i--; data[0]++; continue; }"),
    ("nested", "for (;;) { for (;;) { data[0]++; } }"),
    ("in a switch", "while (true) { switch (data[1]) { case 1: data[0]++; break; } }"),
    ("of floats", "for (float x = 0.0; x != 0.25; x += 0.1) { data[0]++; }"),
    ("of large floats", "for (float x = 16777216.0; x < 16777220.0; x += 1.0) { data[0]++; }"),
    ("below zero", "for (uint i = 13u; i >= 1u; i -= 3u) { data[0]++; }"),
)


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize(("name", "body"), ENDLESS, ids=[name for name, _ in ENDLESS])
def test_loops_end(language: LanguageName, name: str, body: str) -> None:
    was, now = of_compute(language, body, "", CHOSEN)
    assert kind_of(was) == "endless"
    assert isinstance(now, Buffers), str(now)


ENDLESS_WGSL = (
    ("loop", "loop { held.data[0]++; if (held.data[0] < 0) { break; } }"),
    (
        "continuing",
        "loop { let n = 1; continuing { held.data[0] += n; break if held.data[0] < 0; } }",
    ),
    ("while", "while (true) { held.data[0] = 1; continue; }"),
    ("for", "for (var i = 0; i < 3; i++) { let p = &i; *p = 0; }"),
    ("in a function", "held.data[0] = given(1).y;"),
)
_WGSL = """
fn given(n: i32) -> vec2<i32> { var i = n; loop { if (i < 0) { return vec2<i32>(i); } i = i | 1; } }
"""


@pytest.mark.parametrize(("name", "body"), ENDLESS_WGSL, ids=[name for name, _ in ENDLESS_WGSL])
def test_loops_end_in_wgsl(name: str, body: str) -> None:
    was, now = of_compute("wgsl", body, _WGSL, CHOSEN)
    assert kind_of(was) == "endless"
    assert isinstance(now, Buffers), str(now)


DEFINED: tuple[tuple[LanguageName, str], ...] = (
    ("glsl", "for (int i = 0; i < 90; i++) { if (i == 50) continue; data[0] += i; }"),
    ("glsl", "int i = 0; do { i++; if (i > 70) break; } while (i < 80); data[0] = i;"),
    ("essl", "int i = 0; while (i++ < 7) { for (int k = 0; k < i; k++) data[0] += k; }"),
    ("wgsl", "var i = 0; loop { if (i > 66) { break; } continuing { i++; } } held.data[0] = i;"),
)


@pytest.mark.parametrize(("language", "body"), DEFINED)
def test_loops_within_the_budget_do_the_same(language: LanguageName, body: str) -> None:
    was, now = of_compute(language, body, "", CHOSEN)
    assert isinstance(was, Buffers)
    assert was == now
    assert body not in reconditioned_body(language, body)


def reconditioned_body(language: LanguageName, body: str) -> str:
    from helpers.shading_runs import compute_text

    return reconditioned(compute_text(language, body), language, "compute", CHOSEN)


SHORT = (
    "for (int i = 0; i < 9; i++) { data[0] += i; }",
    "for (int i = 9; i >= 0; i -= 2) { for (int k = 0; k != 5; k++) { data[0] += k; } }",
    "for (float x = 0.0; x < 1.0; x = x + 0.125) { data[0]++; }",
)
LONG = (
    "for (int i = 0; i < 64; i++) { data[0] += i; }",
    "for (int i = 0; i < 9; i++) { i -= data[1]; }",
    "for (int i = 0; i < 9; i++) { change(i); }",
    "for (int i = 0; i < 9; i--) { data[0]++; }",
    "for (int i = 0; i < 8; i++) { for (int k = 0; k < 8; k++) { data[0]++; } }",
    "for (int i = 0; i < 20; i++) { ten(); }",
    "for (int i = 0; i < 60; i++) { data[0]++; } for (int i = 0; i < 60; i++) { data[0]++; }",
    "while (data[0] < 9) { data[0]++; ten(); }",
    "ten(); ten(); ten(); ten(); ten(); ten(); ten();",
)
_BEFORE = """
void change(inout int n) { n--; }
void ten() { for (int i = 0; i < 10; i++) { data[1]++; } }
"""


@pytest.mark.parametrize("body", SHORT)
def test_short_loops_are_left_alone(body: str) -> None:
    assert "turns_left" not in reconditioned_body("glsl", body)


@pytest.mark.parametrize("body", LONG)
def test_other_loops_are_limited(body: str) -> None:
    from helpers.shading_runs import compute_text

    text = compute_text("glsl", body, _BEFORE)
    assert "turns_left" in reconditioned(text, "glsl", "compute", CHOSEN)


def test_invocations_that_wait_leave_loops_together() -> None:
    """Each goes round the inner loop as often as its number says: with one budget for both loops
    some would leave the outer one before the others.
    """
    before = "shared int box[8];"
    body = """
    int me = int(gl_LocalInvocationIndex);
    for (int i = 0; i < 70; i++) {
        for (int k = 0; k < me; k++) { if (k > 100) { k = 0; } }
        box[me] = i; barrier(); data[me] = box[7 - me]; barrier();
    }
    """
    was, now = of_compute("essl", body, before, CHOSEN, size=8)
    assert isinstance(was, Buffers)
    assert isinstance(now, Buffers), str(now)


UNIFORM = """
@group(0) @binding(0) var<storage, read_write> o: array<i32>;
var<workgroup> box: array<i32, 4>;
fn last(n: i32) -> i32 { var i = 0; loop { if (i > n) { return i; } i++; } }
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) me: u32) {
    for (var i = 0; i < 100; i++) {
        var k = 0;
        while (k < i32(me)) { k++; }
        box[me] = i; workgroupBarrier(); o[me] += box[3 - me]; workgroupBarrier();
    }
    if (last(3) == 4) { workgroupBarrier(); }
}
"""


def test_wgsl_with_barriers_stays_uniform() -> None:
    found = reconditioned(UNIFORM, "wgsl", "compute", CHOSEN)
    assert found.count("turns_left") == 3 * 3
    assert "var<private>" not in found


def test_loops_in_which_nobody_waits_may_share_a_budget() -> None:
    shared = replace(CHOSEN, one_budget=True)
    text = UNIFORM.replace("if (last(3) == 4) { workgroupBarrier(); }", "o[me] += last(3);")
    found = reconditioned(text, "wgsl", "compute", shared)
    # The loop around the barrier has a counter of its own, the other two share one.
    assert found.count("var<private> turns_left") == 1
    assert found.count("var turns_left") == 1
    assert found.count("turns_left") == 3 + 1 + 2 * 2


def test_a_shared_budget_decides_nowhere_who_waits() -> None:
    """WGSL's analysis of uniformity refuses it there: each loop has a counter of its own."""
    found = reconditioned(UNIFORM, "wgsl", "compute", replace(CHOSEN, one_budget=True))
    assert found.count("var turns_left") == 3


def test_derivatives_in_loops_stay_legal() -> None:
    text = """@fragment fn main(@builtin(position) p: vec4<f32>) -> @location(0) vec4<f32> {
        var x = 0.0;
        for (var i = 0; i < 99; i++) { x += dpdx(p.x); }
        return vec4<f32>(x / 99.0);
    }"""
    was, now = before_and_after(text, "wgsl", "fragment", CHOSEN)
    assert isinstance(was, Image)
    assert was == now


@pytest.mark.parametrize(
    ("language", "head"),
    [("essl", "#version 100\nprecision mediump float;"), ("glsl", "#version 110")],
)
def test_old_versions(language: LanguageName, head: str) -> None:
    text = f"""{head}
    void main() {{ float x = 0.0; while (x > -1.0) {{ x += 1.0; }} gl_FragColor = vec4(x); }}"""
    was, now = before_and_after(text, language, "fragment", CHOSEN)
    assert kind_of(was) == "endless"
    assert isinstance(now, Image), str(now)
