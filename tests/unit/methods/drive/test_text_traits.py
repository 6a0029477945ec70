"""What our front end sees of a shader in text."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.methods.drive.text_traits import text_traits

PLAIN = "out vec4 colour; void main() { colour = vec4(1.0); }"


def traits_of(text: str) -> tuple[set[str], set[str]]:
    found = text_traits(Program("glsl", "fragment", f"#version 450\n{text}".encode()))
    return {*found.seen}, {*found.has}


@pytest.mark.parametrize(
    ("text", "seen", "has"),
    [
        (PLAIN, set(), set()),
        (f"layout(std140) uniform B {{ float a; }}; {PLAIN}", set(), {"buffers"}),
        (
            f"layout(std430) readonly buffer B {{ float a; }}; {PLAIN}",
            {"invocations"},
            {"buffers"},
        ),
        (f"// buffer B {{ float a; }};\n{PLAIN}", set(), set()),
        (PLAIN.replace("1.0", "gl_HelperInvocation ? 1.0 : 0.0"), {"helpers"}, set()),
    ],
)
def test_what_a_shader_could_see_and_what_it_has(text: str, seen: set[str], has: set[str]) -> None:
    assert traits_of(text) == (seen | {"groups"}, has)


def test_other_programs_have_none() -> None:
    with pytest.raises(BadInput, match="expected a shader in text"):
        text_traits(Program("c", "program", b""))
