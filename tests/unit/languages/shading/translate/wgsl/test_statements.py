"""WGSL's statements in GLSL: zeros, loops with a part that goes on, switches, and what is
declared there.
"""

from __future__ import annotations

from helpers.translated import compute, everywhere


def shader(body: str, before: str = "") -> dict[tuple[str, int], str]:
    return everywhere(
        compute("wgsl", f"{before} @compute @workgroup_size(1) fn main() {{ {body} }}")
    )


def test_variables_begin_as_zero() -> None:
    texts = shader(
        "var i: i32; var v: vec3f; var s: S; var t: array<i32, 100>; t[3] += 1; data[1] = i "
        "+ i32(v.y) + "
        "s.m[1].y + t[3] + t[99] + big[70] + p;"
        " for (var k = 0; k < 2; k++) { var fresh: i32; fresh += 5; data[2] += fresh; }",
        "struct S { m: array<vec2i, 2> } var<private> big: array<i32, 80>; var<private> p: i32;",
    )
    assert "int i = 0;" in texts["glsl", 460]
    assert "int t[100];" in texts["glsl", 460]


def test_loops_go_on_by_their_continuing_part() -> None:
    texts = shader(
        "var i = 0; loop { if i > 5 { break; } var j = i * 2; let k = j + 1; if (i & 1) == "
        "1 { i += 1; "
        "continue; } data[1] += j;"
        " continuing { i += 1; let c = j + k; data[2] += c; break if i > 40; } }"
        " loop { data[3] -= 3; continuing { data[6] += 2; break if data[6] > 8; } } loop { "
        "if data[5] > 90 { "
        "break; } data[5] += 7; }"
    )
    assert "bool again = false;" in texts["glsl", 460]


def test_loops_whose_heads_do_something() -> None:
    shader(
        "for (var i = 0; i < next(); i++) { if n > 20 { break; } if i > 3 { continue; } "
        "data[1] += i; } "
        "while next() < 30 && next() > 0 { data[2] += 1; if n == 25 { continue; } data[3] += 1; }"
        " for (var i = 0; ; i += next()) { if i > 99 { break; } data[4] = i; } data[5] = n;",
        "var<private> n: i32; fn next() -> i32 { n += 1; return n; }",
    )


def test_switches() -> None:
    texts = shader(
        "for (var i = 0; i < 6; i++) { switch i { case 0, 2: { data[1] += 1; } case 3: { if "
        "data[1] > 1 { "
        "break; } data[2] += 5; } case 4, default: { data[3] += i; continue; } } data[4] += 1; }"
        " switch u32(data[6]) { case 1: { data[5] = 1; } default: { } }"
    )
    assert "case 1u:" in texts["glsl", 460]


def test_what_is_computed_for_nothing() -> None:
    shader(
        "_ = data[0] + 1; _ = next(); _ = 7; let unused = next(); data[1] = n;",
        "var<private> n: i32; fn next() -> i32 { n += 1; return n; }",
    )


def test_assertions_hold_already() -> None:
    texts = shader(
        "const k = 4; const_assert k == 4; data[1] = k;", "const a: i32 = 3; const_assert a < 4;"
    )
    assert "assert" not in texts["glsl", 460]
