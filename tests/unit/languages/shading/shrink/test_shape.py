"""Shaders of one shape, and others."""

from __future__ import annotations

import pytest

from aberration.core.errors import MalformedShader
from aberration.core.program import Program
from aberration.languages.shading.shrink.shape import shape_of

GIVEN = (
    "uniform Block { int base; } block; struct S { int x; }; void main() { S s = S(3); int "
    "y = s.x % block.base; }"
)


def shape(text: str) -> str:
    return shape_of(Program("glsl", "fragment", f"#version 450\n{text}".encode()))


@pytest.mark.parametrize(
    ("old", "new"), [("base", "other"), ("S", "T"), ("3", "77"), ("y", "x2"), ("block", "b")]
)
def test_names_and_numbers_make_no_difference(old: str, new: str) -> None:
    assert GIVEN.replace(old, new) != GIVEN
    assert shape(GIVEN.replace(old, new)) == shape(GIVEN)


def test_versions_and_precisions_make_no_difference() -> None:
    text = "uniform highp int base; void main() { mediump int y = base; }"
    plain = text.replace("highp ", "").replace("mediump ", "")
    new, old = f"#version 310 es\nprecision highp float;\n{text}", f"#version 330\n{plain}"
    assert shape_of(Program("essl", "fragment", new.encode())) == shape_of(
        Program("glsl", "fragment", old.encode())
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("%", "/"),
        ("int y", "uint y"),
        ("S(3)", "S(-3)"),
        ("void main() {", "void main() { ;;int z; "),
    ],
)
def test_all_else_does(old: str, new: str) -> None:
    assert shape(GIVEN.replace(old, new)) != shape(GIVEN)


def test_built_in_functions_and_swizzles_keep_their_names() -> None:
    text = "void main() { vec2 v = min(vec2(1.0), vec2(2.0)); float f = v.x; }"
    assert shape(text) != shape(text.replace("min", "max"))
    assert shape(text) != shape(text.replace("v.x", "v.y"))


def test_what_cannot_be_read_is_refused() -> None:
    with pytest.raises(MalformedShader):
        shape("void main( {")
