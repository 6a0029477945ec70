"""Statements: what control flow, assignments and calls do, by results worked out by hand."""

from __future__ import annotations

import pytest
from helpers.shading_runs import numbers_after, run_compute

from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.trap import Endless
from aberration.languages.shading.tree import LanguageName

_FUNCTIONS = """
struct S { int a; ivec2 v; int rest[2]; };
int twice(int n) { return n * 2; }
void shift(inout int n, out int old) { old = n; n += 3; }
S changed(S s) { s.a += 1; s.rest[1] = 9; return s; }
int early(int n) { for (int i = 0; i < 10; i++) { if (i == n) { return i * 10; } } return -1; }
int g = 4;
int bump() { g++; return g; }
"""
FAMILY = (
    (
        "fall through",
        (
            "switch (data[1]) { case 1: data[0] = 5; case 2: data[0] += 1; break; default: "
            "data[0] = 9; }"
        ),
        6,
    ),
    (
        "default in the middle",
        (
            "switch (data[3]) { case 1: data[0] = 1; break; default: data[0] = 7; case 2: "
            "data[0] += 2; }"
        ),
        9,
    ),
    ("no label fits", "data[0] = 3; switch (data[6]) { case 1: data[0] = 1; }", 3),
    (
        "break inside an if in a switch",
        "switch (2) { case 2: if (data[1] == 1) { break; } data[0] = 8; }",
        0,
    ),
    (
        "continue inside a switch",
        (
            "for (int i = 0; i < 4; i++) { switch (i) { case 1: continue; default: break; } "
            "data[0] += i; }"
        ),
        5,
    ),
    (
        "continue goes on to the step",
        "for (int i = 0; i < 6; i += 2) { if (i == 2) continue; data[0] += i + 1; }",
        6,
    ),
    (
        "continue in do-while tests the condition",
        "int i = 0; do { i++; if (i < 5) continue; data[0]++; } while (i < 7);",
        3,
    ),
    ("counting down", "for (int i = 5; i > 0; i--) { data[0] = data[0] * 2 + i; }", 129),
    ("a step of three", "for (int i = 0; i <= 9; i += 3) { data[0] += i; }", 18),
    (
        "a bound that changes",
        "int n = 3; for (int i = 0; i < n; i++) { if (i == 1) { n = 5; } data[0]++; }",
        5,
    ),
    ("a counter that the body changes", "for (int i = 0; i < 9; i++) { i += 2; data[0]++; }", 3),
    (
        "a counter that a call changes",
        "for (int i = 0; i < 9; i++) { int o; shift(i, o); data[0]++; }",
        3,
    ),
    ("an unsigned counter", "for (uint i = 3u; i > 0u; i--) { data[0] += int(i); }", 6),
    ("a loop without a turn", "for (int i = 9; i < 3; i++) { data[0] = 1; }", 0),
    (
        "nested breaks",
        (
            "for (int i = 0; i < 3; i++) { for (int j = 0; j < 3; j++) { if (j > i) { "
            "break; } data[0]++; } }"
        ),
        6,
    ),
    ("a condition that changes things", "int i = 0; while (i++ < 4) { data[0] += i; }", 10),
    ("lazy and", "int i = 0; if (data[0] == 1 && i++ == 0) { data[0] = 5; } data[0] = i;", 0),
    ("lazy or", "int i = 0; if (data[0] == 0 || i++ == 0) { data[0] = i + 7; }", 7),
    (
        "an arm alone is evaluated",
        "int i = 0; int j = data[1] == 1 ? i++ : (i += 10); data[0] = i * 100 + j;",
        100,
    ),
    ("comma", "int i = 1; data[0] = (i += 4, i * 2);", 10),
    (
        "prefix and postfix",
        "int i = 5; int a = i++; int b = ++i; data[0] = a * 100 + b * 10 + i;",
        577,
    ),
    ("assignment gives what was assigned", "int a; int b = (a = 6) + 1; data[0] = a * 10 + b;", 67),
    (
        "swizzles are written together",
        "ivec3 v = ivec3(1, 2, 3); v.zyx = v; data[0] = v.x * 100 + v.y * 10 + v.z;",
        321,
    ),
    (
        "a swizzle that is part of itself",
        (
            "ivec4 v = ivec4(1, 2, 3, 4); v.xy = v.yx; v.wz += v.xy; data[0] = v.x * 1000 + "
            "v.y * 100 + v.z * 10 + v.w;"
        ),
        2146,
    ),
    ("out and inout", "int o; int n = 4; shift(n, o); data[0] = n * 10 + o;", 74),
    (
        "inout into an element",
        "int a[3] = int[3](1, 2, 3); int o; shift(a[data[2]], o); data[0] = a[2] * 10 + o;",
        63,
    ),
    (
        "structures are values",
        "S s = S(1, ivec2(2), int[2](4, 5)); S t = changed(s);"
        " data[0] = s.a * 1000 + s.rest[1] * 100 + t.a * 10 + t.rest[1];",
        1529,
    ),
    (
        "arrays are values",
        "int a[2] = int[2](1, 2); int b[2] = a; b[0] = 7; data[0] = a[0] * 10 + b[0];",
        17,
    ),
    (
        "arrays compare",
        "int a[2] = int[2](1, 2); int b[2] = int[2](1, 2); data[0] = a == b ? 1 : 2;",
        1,
    ),
    ("a return out of a loop", "data[0] = early(3) + early(40);", 29),
    ("globals", "int a = bump(); data[0] = a * 10 + bump();", 56),
    ("a call twice in one expression", "data[0] = twice(twice(3)) + twice(1);", 14),
    (
        "names hidden by names",
        (
            "int x = 1; { int x = 2; { int x = 3; data[0] += x; } data[0] += x * 10; } "
            "data[0] += x * 100;"
        ),
        123,
    ),
    ("length", "int a[5]; data[0] = a.length();", 5),
    (
        "a matrix column",
        "mat3 m = mat3(1.0); m[1] = vec3(4.0, 5.0, 6.0); data[0] = int(m[1][2] * 10.0 + m[2][2]);",
        61,
    ),
    (
        "a vector of integers out of a matrix",
        "mat2 m = mat2(1.5, 2.0, 3.0, 4.0); ivec3 v = ivec3(9, m); bvec2 b = bvec2(m);"
        " data[0] = v.y + v.z * 10 + int(b.y);",
        22,
    ),
    (
        "a matrix by a variable",
        (
            "mat2 m = mat2(1.0, 2.0, 3.0, 4.0); int i = data[1]; m[i][0] = 9.0; data[0] = "
            "int(m[1].x * 10.0 + m[i].y);"
        ),
        94,
    ),
    (
        "a component by a variable",
        "ivec3 v = ivec3(1, 2, 3); v[data[2]] = 8; data[0] = v[data[2]] * 10 + v.x;",
        81,
    ),
)
WGSL = (
    (
        "a clause of several labels",
        "switch held.data[2] { case 1, 2: { held.data[0] = 5; } default: { held.data[0] = 6; } }",
        5,
    ),
    (
        "break in a switch",
        "switch 1 { default { if held.data[1] == 1 { break; } held.data[0] = 4; } }",
        0,
    ),
    (
        "continuing",
        (
            "var i = 0; loop { if i == 2 { continue; } held.data[0] += 10; continuing { "
            "i++; break if i == 4; } }"
        ),
        30,
    ),
    ("while", "var i = 0; while i < 5 { i += 2; } held.data[0] = i;", 6),
    ("for", "for (var i = 0u; i < 4u; i++) { held.data[0] += i32(i); }", 6),
    ("zero values", "var a: array<i32, 3>; var v: vec2i; held.data[0] = a[1] + v.y + 7;", 7),
    (
        "zero values in each turn",
        (
            "for (var i = 1; i < 4; i++) { var n: i32; var a: array<i32, 2>; n += i; a[1] += n; "
            "if i == 2 { continue; } held.data[0] = n * 10 + a[1]; }"
        ),
        33,
    ),
    (
        "zero values in each turn of a loop that goes on",
        (
            "loop { var n: vec2i; { var k: i32; k -= 1; n.y += k; } g -= 1; held.data[0] += n.y; "
            "continuing { var last: i32; last += 5; held.data[0] += last; break if g == 0; } }"
        ),
        16,
    ),
    ("division by zero", "held.data[0] = 5 / (held.data[0]);", 5),
    ("remainder by zero", "held.data[0] = 5 % (held.data[0]);", 0),
    ("INT_MIN / -1", "held.data[0] = held.data[5] / held.data[4];", -(2**31)),
    ("a shift by 33", "held.data[0] = 3 << u32(held.data[6] - 7);", 6),
    ("a conversion too large", "held.data[0] = i32(held.real[3]);", 2**31 - 2**7),
    ("a negative one to unsigned", "held.data[0] = i32(u32(held.real[2])) + 3;", 3),
    ("left to right", "held.data[0] = bump() * 10 + bump();", 56),
    (
        "the target before the value",
        "var a = array(1, 2, 3); g = 0; a[g] = bump() + 6; held.data[0] = a[0] * 10 + a[1];",
        72,
    ),
    (
        "the target through a pointer before the value",
        "var a = array(1, 2, 3); g = 0; *&a[g] = bump() + 6; held.data[0] = a[0] * 10 + a[1];",
        72,
    ),
    (
        "a part of the target through a pointer before the value",
        (
            "var a = array(vec2i(1), vec2i(2)); g = 0; (*&a[g]).y = bump() + 6; (&a[g]).x = "
            "bump(); held.data[0] = a[0].y * 10 + a[1].x;"
        ),
        72,
    ),
    (
        "the target through a pointer before the value that is added",
        "var a = array(1, 2, 3); g = 0; *&a[g] += bump() + 6; held.data[0] = a[0] * 10 + a[1];",
        82,
    ),
    (
        "the target in storage through a pointer before the value",
        "g = 1; *&held.data[g] = bump() + 6; held.data[0] = held.data[1] * 10 + held.data[2];",
        82,
    ),
    (
        "a pointer to a member",
        (
            "var s = S(1, vec2i(2, 3)); let p = &s.v; (*p).y = 9; p.x = 8; held.data[0] = "
            "s.v.x * 10 + s.v.y;"
        ),
        89,
    ),
    (
        "a pointer to an element",
        "var a = array(1, 2, 3); grow(&a[held.data[1]], 5); held.data[0] = a[1];",
        7,
    ),
    (
        "a pointer stays where the index was",
        "var i = 0; var a = array(1, 2); let p = &a[i]; i = 1; *p = 7; held.data[0] = a[0];",
        7,
    ),
    (
        "a whole value through a pointer",
        "var a = array(1, 2); let p = &a; *p = array(5, 6); held.data[0] = a[0] * 10 + a[1];",
        56,
    ),
    (
        "an element seen after a whole assignment",
        (
            "var a = array(vec2i(1), vec2i(2)); let p = &a[1]; a = array(vec2i(3), "
            "vec2i(4)); held.data[0] = (*p).x;"
        ),
        4,
    ),
    (
        "a vector through a pointer",
        "var v = vec3i(1, 2, 3); turn(&v); held.data[0] = v.x * 100 + v.y * 10 + v.z;",
        321,
    ),
    ("select is eager but gives one", "held.data[0] = select(4, 5, held.data[1] == 1);", 5),
    ("a phony assignment", "_ = bump(); held.data[0] = g;", 5),
    ("a let keeps its value", "let k = held.data[2]; held.data[2] = 9; held.data[0] = k;", 2),
    (
        "vectors compare each",
        (
            "let b = vec3i(1, 2, 3) == vec3i(1, 0, 3); held.data[0] = select(0, 1, b.x && "
            "!b.y && all(b.xz));"
        ),
        1,
    ),
    (
        "frexp's structure",
        "let f = frexp(held.real[1]); held.data[0] = f.exp * 10 + i32(f.fract * 4.0);",
        13,
    ),
    ("an override", "held.data[0] = size * 2;", 6),
    (
        "bits",
        (
            "held.data[0] = i32(extractBits(0xabu ^ u32(held.data[0]), 4u, 4u)) + "
            "countOneBits(held.data[7]);"
        ),
        13,
    ),
)
_WGSL_BEFORE = """
struct S { a: i32, v: vec2i }
override size: i32 = 3;
var<private> g: i32 = 4;
fn bump() -> i32 { g++; return g; }
fn grow(p: ptr<function, i32>, by: i32) { *p += by; }
fn turn(p: ptr<function, vec3i>) { let v = *p; *p = v.zyx; }
"""


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize(
    ("body", "expected"), [row[1:] for row in FAMILY], ids=[row[0] for row in FAMILY]
)
def test_glsl_and_essl(language: LanguageName, body: str, expected: int) -> None:
    assert numbers_after(language, body, _FUNCTIONS)[0] == expected


@pytest.mark.parametrize(
    ("body", "expected"), [row[1:] for row in WGSL], ids=[row[0] for row in WGSL]
)
def test_wgsl(body: str, expected: int) -> None:
    assert numbers_after("wgsl", body, _WGSL_BEFORE)[0] == expected


@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("glsl", "while (data[0] == 0) { data[1] = 2; }"),
        ("essl", "for (;;) { data[1]++; }"),
        ("glsl", "do { data[1] = 1; } while (data[1] == 1);"),
        ("glsl", "for (int i = 0; i < 2000000000; i++) { data[1] = i; }"),
        ("wgsl", "loop { if held.data[0] == 1 { break; } }"),
    ],
)
def test_a_loop_without_end_is_an_outcome_of_its_own(language: LanguageName, body: str) -> None:
    found = run_compute(language, body, options=Options(turns=5000))
    assert found == Endless(5000, (0, 0, 0))


def test_a_loop_that_leaves_early_pays_for_its_turns_only() -> None:
    body = "for (int i = 0; i < 2000000000; i++) { if (i == 40) { break; } data[0] = i; }"
    assert numbers_after("glsl", body, options=Options(turns=41))[0] == 39
    assert isinstance(run_compute("glsl", body, options=Options(turns=40)), Endless)


def test_counting_operations_changes_no_result() -> None:
    body = "for (int i = 0; i < 5; i++) { if (i > 1 && data[1] == 1) { data[0] += i * 2; } }"
    plain, counted = (
        run_compute("glsl", body, options=Options(count=count)) for count in (False, True)
    )
    assert isinstance(plain, Buffers)
    assert plain == counted


@pytest.mark.parametrize(
    "loop",
    [
        "int i = 2; i < 0; i++",
        "int i = 0; i > 3; i--",
        "int i = 9; i <= 1; i += 2",
        "int i = -5; i >= 4; i -= 3",
    ],
)
def test_a_loop_that_never_turns_may_hold_anything(loop: str) -> None:
    """What its variable would be is used to leave checks out; there a shift once had a negative
    amount.
    """
    body = (
        f"for ({loop}) {{ data[1] += 1 << i; data[2] = data[2] / (i + 3) + (data[3] >> i) + "
        f"i % 7 + (i & 3); }}"
    )
    assert numbers_after("glsl", body)[:4] == (0, 1, 2, 3)
