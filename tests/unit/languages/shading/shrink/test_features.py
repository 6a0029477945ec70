"""What small shaders are made of."""

from __future__ import annotations

import pytest

from aberration.core.errors import MalformedShader
from aberration.core.program import Program
from aberration.languages.shading.shrink.features import features_of


def features(body: str, before: str = "") -> set[str]:
    text = f"#version 450\nout vec4 colour;\n{before}\nvoid main() {{ {body} }}"
    return set(features_of(Program("glsl", "fragment", text.encode())))


def test_what_every_program_has_is_none() -> None:
    assert features("int a = 3; a = 4; colour = vec4(float(a), vec2(0.0), 1.0);") == set()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int a = 8 >> 2;", {">>"}),
        ("int a = 8; a >>= 2;", {">>", "compound assignment"}),
        ("float a = min(1.0, 2.0);", {"min"}),
        ("int a[2] = int[2](1, 2); a[0] = 1;", {"Index"}),
        ("switch (1) { case 1: break; }", {"Switch"}),
        ("while (true) { discard; }", {"While", "Discard"}),
        ("mat2 a = mat2(1.0) * 2.0;", {"*"}),
    ],
)
def test_operators_functions_and_statements_are(body: str, expected: set[str]) -> None:
    assert features(body) == expected


def test_own_functions_and_structures_are_without_their_names() -> None:
    one = features("int a = 1; f(a);", "void f(inout int x) {}")
    assert one == {"own function or structure", "parameter that is written"}
    assert features("int b = 1; g(b);", "void g(inout int y) {}") == one
    made = features("S s = S(1);", "struct S { int x; };")
    assert made == {"own function or structure", "StructDecl"}


def test_wgsl_has_its_own() -> None:
    text = "fn f(p: ptr<function, i32>) { *p = 1; }\n@compute @workgroup_size(1) fn main() {"
    text += " var a = 1; f(&a); loop { break; } let b = bitcast<u32>(a); }"
    found = features_of(Program("wgsl", "compute", text.encode()))
    expected = {"own function or structure", "Deref", "AddressOf", "Loop", "Break", "bitcast"}
    assert found == expected


def test_what_cannot_be_read_is_refused() -> None:
    with pytest.raises(MalformedShader):
        features("{")
