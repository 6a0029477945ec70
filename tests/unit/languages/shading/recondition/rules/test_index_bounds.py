"""Indexes out of bounds. `data` holds 0, 1, 2, 3, -1, -2^31, 40, 7."""

from __future__ import annotations

import struct

import pytest
from helpers.reconditioned import reconditioned_text, repaired, run_text, unchanged

from aberration.core.outcome import Buffers
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write_changed

MODULO = Settings(indexes="modulo")


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@pytest.mark.parametrize(
    ("index", "nearest", "rest"),
    [("data[6]", 7, 0), ("data[4]", 0, 0), ("data[5]", 0, 7), ("data[7] + 6", 7, 5)],
)
def test_elements_of_arrays(language: LanguageName, index: str, nearest: int, rest: int) -> None:
    start = "data[0] = 1000; data[2] = 0;"
    values = (1000, 1, 0, 3, -1, -(2**31), 40, 7)
    body = f"{start} data[1] = data[{index}];"
    assert repaired("out-of-bounds", language, body).numbers[1] == values[nearest]
    found = repaired("out-of-bounds", language, body, settings=MODULO)
    assert found.numbers[1] == values[rest]


@pytest.mark.parametrize("settings", [Settings(), MODULO])
@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_indexes_within_stay(language: LanguageName, settings: Settings) -> None:
    vector = "var v = vec3f(1.5)" if language == "wgsl" else "vec3 v = vec3(1.5)"
    unchanged(
        language, f"data[data[7]] = data[data[3]]; {vector}; v[data[1]] = 2.0; real[data[2]] = v.y;"
    )


@pytest.mark.parametrize(
    ("body", "result"),
    [
        ("data[data[6]] = 5;", {7: 5}),
        ("data[uint(data[4])] += 5;", {7: 12}),
        ("data[data[data[6]] * 9] = 5;", {7: 5}),
        ("ivec3 v = ivec3(4); v[data[6]] = 9; data[0] = v.z + v[data[4]];", {0: 13}),
        ("mat2 m = mat2(1.0, 2.0, 3.0, 4.0); data[0] = int(m[data[6]][data[4]]);", {0: 3}),
        ("int a[2][3]; a[1][2] = 4; data[0] = a[data[6]][data[6]];", {0: 4}),
        ("ivec2 v = ivec2(4); v[data[6]]++; data[0] = v.y;", {0: 5}),
        ("change(data[data[6]]);", {7: 99}),
    ],
)
@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_places_stay_places(language: LanguageName, body: str, result: dict[int, int]) -> None:
    found = repaired("out-of-bounds", language, body, "void change(out int x) { x = 99; }")
    assert {k: found.numbers[k] for k in result} == result


@pytest.mark.parametrize(
    ("body", "result"),
    [
        ("data[data[6]] = 5;", {7: 5}),
        ("data[u32(data[4])] += 5;", {7: 12}),
        ("var v = vec3i(4); v[data[6]] = 9; data[0] = v.z + v[data[4]];", {0: 13}),
        ("var v = vec3i(4); let p = &v; p[data[6]] = 9; (*p)[data[4]] += 1; data[0] = v.z + v.x;",
         {0: 14}),
        ("var a = array<i32, 3>(1, 2, 3); change(&a, data[6]); data[0] = a[2];", {0: 99}),
        ("let p = &held.data[data[6]]; *p = 5;", {7: 5}),
        ("data[0] = array(1, 2, 3)[data[6]];", {0: 3}),
    ],
)  # fmt: skip
def test_pointers(body: str, result: dict[int, int]) -> None:
    before = "fn change(p: ptr<function, array<i32, 3>>, at: i32) { p[at] = 99; }"
    found = repaired("out-of-bounds", "wgsl", body, before)
    assert {k: found.numbers[k] for k in result} == result


def test_the_index_is_evaluated_once() -> None:
    before = "int calls = 0; int next() { calls++; return 40; }"
    body = "data[next()] += 2; data[0] = calls; int k = 8; data[k++] -= 1; data[1] = k;"
    found = repaired("out-of-bounds", "glsl", body, before)
    assert found.numbers == (1, 9, 2, 3, -1, -(2**31), 40, 8)


_RUNTIME = {
    "essl": """#version 310 es
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { int list[]; };
void main() { list[list[6]] = 5; list[uint(list[4])] += 1; }
""",
    "wgsl": """
@group(0) @binding(0) var<storage, read_write> list: array<i32>;
fn change(p: ptr<storage, array<i32>, read_write>, at: u32) { p[at] += 1; }
@compute @workgroup_size(1) fn main() { list[list[6]] = 5; change(&list, u32(list[4])); }
""",
}


@pytest.mark.parametrize("settings", [Settings(), MODULO])
@pytest.mark.parametrize("language", ["essl", "wgsl"])
def test_arrays_without_a_size_are_asked_for_it(language: LanguageName, settings: Settings) -> None:
    text = _RUNTIME[language]
    found = reconditioned_text(text, language, settings)
    assert ("arrayLength(" if language == "wgsl" else ".length()") in found
    numbers = numbers_of(found, language)
    # The buffer has twelve words: 40 is 4 modulo 12, and -1 as an unsigned one 3.
    assert 5 in numbers or 6 in numbers


def numbers_of(text: str, language: LanguageName) -> tuple[int, ...]:
    found = run_text(text, language)
    assert isinstance(found, Buffers), str(found)
    return struct.unpack("<12i", found.data[0])


_OLD = """#version 100
precision mediump float;
uniform float list[4];
varying float n;
void main() {
    float sum = 0.0, own[4];
    for (int i = 0; i < 9; i++) { own[i] = list[i]; sum += own[i - 2]; }
    gl_FragColor = vec4(sum, own[int(n)], 0.0, 1.0);
}
"""


def test_essl_1_indexes_by_loops_without_calls() -> None:
    shader = read(_OLD, "essl")
    text = write_changed(shader, recondition(shader, "fragment").module)
    again = read(text, "essl")
    check(again.module, "fragment", again.source)
    assert "list[i < 0 ? 0 : i < 4 ? i : 3]" in text
    assert "own[clamp_index_int(" in text
