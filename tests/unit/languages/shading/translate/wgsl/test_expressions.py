"""WGSL's expressions in GLSL: abstract numbers, order, and results that GLSL leaves undefined."""

from __future__ import annotations

import pytest
from helpers.translated import compute, everywhere

BODY = "@compute @workgroup_size(1) fn main() {{ {body} }}"


def shader(body: str, before: str = "") -> dict[tuple[str, int], str]:
    """Return the translations of a body that works on eight integers."""
    return everywhere(compute("wgsl", before + BODY.format(body=body)))


def test_abstract_numbers_get_types() -> None:
    texts = shader(
        "let x: f32 = 1; let v = vec2(1, 2.5); let u = vec3u(1); var t = array(1, 2); const "
        "k = 3; const w = 1 << 4u;"
        " data[1] = i32(x + v.y) + i32(u.z) + t[1] * k + w + max(2, data[0]) + min(data[0], 3);"
    )
    assert "float x = 1.0;" in texts["glsl", 460]
    assert "vec2 v = vec2(1.0, 2.5);" in texts["essl", 310]


@pytest.mark.parametrize(
    "body",
    [
        (
            "let z = data[2]; data[1] = data[0] / z + data[3] % z; data[5] = data[4] / (z - "
            "1); data[6] = "
            "data[4] % (z - 1);"
        ),
        "data[1] = data[1] % 4 + -7 / 2; data[0] /= data[2]; data[3] %= data[1];",
        "let v = vec3(data[0], data[1], data[2]); let q = v / vec3(data[2], 3, -1) + v % "
        "vec3(4, 3, 2) + 7 / "
        "v; data[1] = q.x + q.y * 3 + q.z * 5;",
        "let u = u32(data[0]); let z = u32(data[2]); data[1] = i32(u / z + u % z + 9u / (z + 2u));",
    ],
)
def test_division_is_defined(body: str) -> None:
    texts = shader(body)
    assert "exact_" in texts["glsl", 430]


def test_a_divisor_that_is_written_out_needs_no_guard() -> None:
    assert (
        "exact_"
        not in shader(
            "data[1] = data[0] / 3; data[2] = 8 % data[6] * 0 + i32(17u % 5u);".replace(
                "8 % data[6] * 0 + ", ""
            )
        )["glsl", 430]
    )


def test_shifts_go_by_the_amount_modulo_32() -> None:
    texts = shader(
        "let s = u32(data[0]) * 8u; data[1] = (1 << s) + (data[3] >> (s + 30u)); data[2] = "
        "data[3] << 3u; "
        "data[4] >>= s;"
    )
    assert "& 31u" in texts["glsl", 430]
    assert "<< 3u;" in texts["glsl", 430]


def test_floats_become_the_nearest_integers() -> None:
    texts = shader(
        "let f = f32(data[3]) * 1e6; data[1] = i32(f); data[2] = i32(-f); data[4] = "
        "i32(u32(f) >> 8u); "
        "data[5] = i32(u32(-f));"
        " let v = vec2<i32>(vec2f(f, 2.5)); data[6] = v.x + v.y;"
    )
    assert "clamp(x, -2147483648.0, 2147483520.0)" in texts["glsl", 430]


def test_operands_and_arguments_go_from_left_to_right() -> None:
    before = (
        "var<private> n: i32; fn next() -> i32 { n = n * 2 + 1; return n; } fn pair(a: i32, "
        "b: i32) -> i32 { "
        "return a * 10 + b; }"
        "fn bump(p: ptr<function, i32>) -> i32 { *p += 1; return *p; }"
    )
    texts = shader(
        "var l = 3; let v = vec2(next(), next()); data[1] = next() - next() * 3 + n; "
        "data[2] = pair(next(), "
        "n); data[3] = pair(bump(&l), l) + l * bump(&l);"
        " var t = array(1, 2, 3, 4, 5, 6, 7, 8); t[l - 3] = next(); t[0] += next(); data[4] "
        "= v.x + v.y * 10 "
        "+ t[2] + t[0]; data[n & 7] = bump(&l); data[5] = n;",
        before,
    )
    assert "int result = next();" in texts["glsl", 460]


def test_lazy_operators_stay_lazy() -> None:
    before = "var<private> n: i32; fn more(x: i32) -> bool { n += 1; return x > n; }"
    shader(
        "let a = data[0] > 0 && more(3); let b = a || more(1); let c = more(9) && !more(0); "
        "data[1] = i32(a) "
        "+ 2 * i32(b) + 4 * i32(c); data[2] = n;",
        before,
    )


def test_operators_on_vectors_of_truth_values() -> None:
    texts = shader(
        "let v = vec3(data[0], data[1], data[2]); let b = v < vec3(1, 2, 3); let c = (b & "
        "vec3(true)) | (v "
        "== vec3(5)); let d = (data[0] > 2) | (data[1] > 2);"
        " data[1] = i32(any(c)) + 2 * i32(all(c)) + 4 * i32(any(!c)) + 8 * i32(d & true) + "
        "16 * i32(any(b != "
        "c)); data[2] = select(3, 4, c.x);"
        " let s = select(v, vec3(7), c); data[3] = s.x + s.y + s.z;"
    )
    assert "lessThan(" in texts["glsl", 460]


def test_remainders_of_floats() -> None:
    shader(
        "let f = f32(data[1]) * 0.75; data[1] = i32((f % 2.0) * 100.0) + i32((vec2(f, "
        "5.5) % vec2(1.5)).y * 10.0);"
    )


def test_bits_as_other_types() -> None:
    texts = shader(
        "let f = bitcast<f32>(data[3]); let u = bitcast<vec2<u32>>(vec2f(f, 1.0)); data[1] "
        "= bitcast<i32>(f "
        "+ 0.0) + i32(u.y >> 3u) + bitcast<i32>(bitcast<u32>(data[1]));"
    )
    assert "intBitsToFloat(" in texts["essl", 310]
