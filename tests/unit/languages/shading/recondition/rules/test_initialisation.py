"""Variables begin with zeros: what trapped runs, and what is defined stays as it was."""

from __future__ import annotations

import pytest
from helpers.before_and_after import before_and_after, kind_of, of_compute, reconditioned, settings

from aberration.core.outcome import Buffers, Image
from aberration.languages.shading.tree import LanguageName

CHOSEN = settings(["initialisation"])
_BEFORE = """
struct S { int a; ivec2 v; int rest[3]; };
int g; S h; int many[20]; S two[2];
void give(out int n, out S s, bool all) { if (all) { n = 1; s = S(1, ivec2(2), int[3](1, 2, 3)); } }
"""
HAZARDS = (
    ("a local", "int x; data[0] = x;"),
    ("one component", "ivec2 v; v.x = 1; data[0] = v.x + v.y;"),
    ("a matrix", "mat2 m; data[0] = int(m[1].x);"),
    ("an array", "int a[3]; a[0] = 1; data[0] = a[2];"),
    ("a long array", "int a[40]; data[0] = a[data[6] - 1];"),
    ("the second of a declaration", "int x = 1, y, z = 2; data[0] = y;"),
    ("a structure", "S s; data[0] = s.v.y;"),
    ("an array in a structure", "S s; s.a = 1; data[0] = s.rest[1];"),
    ("an array of structures", "S s[2]; data[0] = s[1].a;"),
    ("a type without a name", "struct { int n; int m[20]; } s; data[0] = s.m[3];"),
    ("in the head of a loop", "for (int i; i < 3; i++) { data[0]++; }"),
    (
        "in a loop, each time",
        "for (int i = 0; i < 2; i++) { int x; if (i > 4) x = 1; data[0] = x; }",
    ),
    ("in a switch", "switch (1) { case 1: int x; data[0] = x; }"),
    ("a global", "data[0] = g;"),
    ("a global structure", "data[0] = h.rest[0];"),
    ("a long global array", "data[0] = many[7];"),
    ("a global array of structures", "data[0] = two[1].v.x;"),
    ("an out parameter", "int n; S s; give(n, s, data[0] > 4); data[0] = n + s.v.x;"),
)


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize(("name", "body"), HAZARDS, ids=[name for name, _ in HAZARDS])
def test_what_was_uninitialised_is_zero(language: LanguageName, name: str, body: str) -> None:
    was, now = of_compute(language, body, _BEFORE, CHOSEN)
    assert kind_of(was) == "uninitialised"
    assert isinstance(now, Buffers), str(now)


@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_a_defined_program_gives_the_same(language: LanguageName) -> None:
    body = """
    int x, y = 3; x = y; S s, t; s = S(1, ivec2(2, x), int[3](4, 5, 6)); t = s; g = t.rest[1];
    give(x, h, true); many[3] = x; data[0] = many[3] + h.rest[2]; data[1] = g;
    """
    was, now = of_compute(language, body, _BEFORE, CHOSEN)
    assert isinstance(was, Buffers)
    assert was == now


OUTPUTS: tuple[tuple[LanguageName, str, str], ...] = (
    ("essl", "#version 300 es\nprecision highp float;\nout vec4 c;", "c.x = 1.0;"),
    ("essl", "#version 100\nprecision mediump float;", "gl_FragColor.x = 1.0;"),
    ("essl", "#version 100\nprecision mediump float;", "gl_FragData[0].y = 1.0;"),
    (
        "glsl",
        "#version 450\nlayout(location = 0) out vec4 c;",
        "if (gl_FragCoord.x > 2.0) c = vec4(1);",
    ),
    ("glsl", "#version 110", "if (gl_FragCoord.x > 2.0) gl_FragColor = vec4(1.0);"),
)


@pytest.mark.parametrize(("language", "head", "body"), OUTPUTS)
def test_what_was_not_written_is_zero(language: LanguageName, head: str, body: str) -> None:
    text = f"{head}\nvoid main() {{ {body} }}"
    was, now = before_and_after(text, language, "fragment", CHOSEN)
    assert kind_of(was) == "unwritten-output"
    assert isinstance(now, Image), str(now)


OLD = """
struct S {{ float a; float b[3]; }};
float g[4]; S h;
void give(out S s, out float many[3]) {{ s.a = 1.0; }}
void main() {{
    float a[3], b = a[1]; S s; float many[3];
    struct {{ float n; float m[2]; }} t;
    give(s, many);
    {colour} = vec4(b + a[2], g[1] + h.b[2], s.b[1] + many[2], t.m[1]);
}}
"""


@pytest.mark.parametrize(
    ("language", "head"),
    [("essl", "#version 100\nprecision mediump float;"), ("glsl", "#version 110")],
)
def test_versions_without_array_constructors_assign(language: LanguageName, head: str) -> None:
    text = head + OLD.format(colour="gl_FragColor")
    was, now = before_and_after(text, language, "fragment", CHOSEN)
    assert kind_of(was) == "uninitialised"
    assert isinstance(now, Image), str(now)


def test_the_depth_is_the_one_that_the_pixel_has() -> None:
    text = """#version 450
    layout(location = 0) out vec4 c;
    void main() { c = vec4(0); if (gl_FragCoord.x > 1.0) { gl_FragDepth = 0.5; } }"""
    found = reconditioned(text, "glsl", "fragment", CHOSEN)
    assert "gl_FragDepth = gl_FragCoord.z;" in found


def test_shared_memory_and_wgsl_stay_as_they_are() -> None:
    shared = """#version 310 es
    layout(local_size_x = 1) in;
    shared int n[4];
    void main() { n[0] = 1; }"""
    kept = reconditioned(shared, "essl", "compute", settings([]))
    assert reconditioned(shared, "essl", "compute", CHOSEN) == kept
    wgsl = "@compute @workgroup_size(1) fn main() {\n    var x: i32;\n    _ = x;\n}\n"
    assert reconditioned(wgsl, "wgsl", "compute", CHOSEN) == wgsl


def test_outputs_of_vertex_shaders_are_written() -> None:
    text = """#version 320 es
    out vec2 uv; out Passed { vec4 colour; float rest[2]; } passed;
    void main() { if (gl_VertexID > 3) { gl_Position = vec4(1.0); } }"""
    found = reconditioned(text, "essl", "vertex", CHOSEN)
    for written in ("uv = vec2(0.0);", "passed.colour = vec4(0.0);", "gl_Position = vec4(0.0);"):
        assert written in found
