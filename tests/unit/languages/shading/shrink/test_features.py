"""What small shaders are made of."""

from __future__ import annotations

import pytest

from aberration.core.errors import MalformedShader
from aberration.core.program import Program
from aberration.languages.shading.shrink.features import distinctive, features_of


def features(body: str, before: str = "") -> set[str]:
    text = f"#version 450\nout vec4 colour;\n{before}\nvoid main() {{ {body} }}"
    return set(features_of(Program("glsl", "fragment", text.encode())))


def test_what_every_program_has_is_none() -> None:
    assert features("float a = 3.0; a = 4.0; colour = vec4(a, vec2(0.0), 1.0);") == set()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int a = 8 >> 2;", {">> of int"}),
        ("uvec2 a = uvec2(8u); a >>= 2u;", {">>= of uint vector"}),
        ("float a = min(1.0, 2.0);", {"min of float"}),
        ("int a[2]; a[0] = 1;", {"array written at constant"}),
        ("int a[2] = int[2](1, 2); int b = a[a[1]];",
         {"array made", "array read at constant", "array read at variable"}),
        ("switch (1) { case 1: case 2: a(); default: break; }",
         {"switch", "several labels", "fall-through", "default", "call"}),
        ("while (true) { if (true) { discard; } }", {"while loop", "if in loop", "discard in if"}),
        ("mat2 a = mat2(1.0) * 2.0;", {"* of matrix", "matrix made"}),
        ("uint a = true ? true ? 1u : 2u : 3u;", {"selection", "selection in selection"}),
        ("int a = 1; int b = (a = 2) + a++;",
         {"= of int for its value", "++ after its value", "+ of int"}),
        ("vec3 a = vec3(1.0); a.yx = a.zz;",
         {"components of numbers written", "components of float vector read"}),
        ("int a = int(1.5) + 0x80000000;", {"int from float", "+ of int", "number from 2^31 on"}),
    ],
)  # fmt: skip
def test_operators_functions_and_statements_are(body: str, expected: set[str]) -> None:
    assert features(body, "void a() { }") == expected


def test_own_functions_and_structures_are_without_their_names() -> None:
    one = features("int a = 1; f(a);", "void f(inout int x) {}")
    assert one == {"call", "inout parameter"}
    assert features("int b = 1; g(b);", "void g(inout int y) {}") == one
    assert features("S s = S(1);", "struct S { int x; };") == {"structure made"}


def test_only_an_early_return_is_one() -> None:
    assert features("", "int f() { return 1; }") == set()
    assert features("", "int f() { if (true) { return 1; } return 2; }") == {"if", "return in if"}


def test_wgsl_has_its_own() -> None:
    text = "fn f(p: ptr<function, i32>) { *p = 1; }\n@compute @workgroup_size(1) fn main() {"
    text += " var a = 1; f(&a); loop { break; } let b = bitcast<u32>(a); }"
    found = features_of(Program("wgsl", "compute", text.encode()))
    expected = {"call", "pointer followed", "pointer made", "loop", "break in loop"}
    assert found == expected | {"uint from int"}


def test_what_carries_a_value_is_not_distinctive() -> None:
    carrying = {"+ of int", "< of float", "float from uint", "call", "selection", "array made"}
    assert distinctive(frozenset(carrying | {"- of int", "return in if"})) == {
        "- of int",
        "return in if",
    }


def test_what_cannot_be_read_is_refused() -> None:
    with pytest.raises(MalformedShader):
        features("{")
