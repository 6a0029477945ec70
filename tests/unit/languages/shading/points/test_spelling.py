"""What the colour is made of is legal text of each version."""

from __future__ import annotations

import pytest

from aberration.languages.shading.checker import check
from aberration.languages.shading.points.colour import FOLDED, leaves_of, sum_lines
from aberration.languages.shading.points.spelling import fold_functions, spelling, zero_of
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.types import BOOL, FLOAT, UINT, vector


@pytest.mark.parametrize(
    ("head", "language", "highp"),
    [("#version 130\n", "glsl", ""), ("#version 300 es\n", "essl", "highp ")],
)
def test_the_functions_and_the_sum_are_legal(head: str, language: LanguageName, highp: str) -> None:
    kinds = {"a": vector(FLOAT, 3), "b": UINT, "c": vector(BOOL, 2), "d": FLOAT.array(2)}
    leaves = [leaf for name, type in kinds.items() for leaf in leaves_of(name, type)]
    declared = ("vec3 a; uint b; bvec2 c; float d[2];").replace("vec3", f"{highp}vec3")
    declared = declared.replace("float", f"{highp}float")
    lines = [
        declared,
        f"out {highp}vec4 result;",
        *fold_functions(leaves, highp),
        "void main() {",
        *(f"{leaf.text} = {zero_of(leaf)};" for leaf in leaves),
        *sum_lines(leaves, spelling(highp)),
        f"result = {FOLDED}; }}",
    ]
    shader = read(head + "\n".join(lines) + "\n", language)
    assert check(shader.module, "fragment", shader.source).types
    assert [zero_of(leaf) for leaf in leaves] == ["vec3(0.0)", "0u", "bvec2(false)", "0.0", "0.0"]
