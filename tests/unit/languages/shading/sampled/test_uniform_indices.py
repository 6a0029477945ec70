"""Which indices are known to be dynamically uniform."""

from __future__ import annotations

import pytest

from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.sampled.uniform_indices import UniformIndices
from aberration.languages.shading.tree import Index
from aberration.languages.shading.tree.walk import find

TEXT = """#version 450
layout(location = 0) out vec4 colour;
layout(std140) uniform Block {{ int first; ivec4 more; }};
layout(std140) uniform Other {{ int numbers[4]; }} other;
layout(std430) buffer Stored {{ int stored; }};
uniform sampler2D layers[9];
int plain;
int same(int k) {{ return k; }}
void change(inout int k) {{ k = int(gl_FragCoord.x); }}
void main() {{
  const int kept = first + 1;
  int local = first;
  {before}
  colour = texture(layers[{index}], vec2(0.5));
  {after}
}}
"""


def is_uniform(index: str, before: str = "", after: str = "") -> bool:
    shader = read(TEXT.format(index=index, before=before, after=after), "glsl")
    typing = check(shader.module, "fragment", shader.source)
    (found,) = (
        one for one in find(shader.module, Index) if getattr(one.base, "name", "") == "layers"
    )
    return UniformIndices(typing).is_uniform(found.index)


@pytest.mark.parametrize(
    "index",
    ["3", "first", "first + 1", "-more.y", "more[first]", "other.numbers[2]", "int(uint(first))"],
)
def test_what_operators_make_of_constants_and_uniforms_is(index: str) -> None:
    assert is_uniform(index)


@pytest.mark.parametrize(
    "index",
    ["int(gl_FragCoord.x)", "stored", "plain", "local", "same(first)", "first + plain", "plain++"],
)
def test_what_may_differ_between_invocations_is_not(index: str) -> None:
    assert not is_uniform(index)


def test_a_constant_that_begins_uniform_is() -> None:
    assert is_uniform("kept")


@pytest.mark.parametrize(
    ("head", "body", "known"),
    [
        ("int i = 0; i < 3; i++", "", True),
        ("int i = first; i < 3; i += more.x", "", True),
        ("int i = 8; i > int(gl_FragCoord.x); --i", "if (gl_FragCoord.y > 3.0) break;", True),
        ("int i = int(gl_FragCoord.x); i < 3; i++", "", False),
        ("int i = plain; i < 3; i++", "", False),
        ("int i = 0; i < 3; i += plain", "", False),
        ("int i = 0; i < 3; i = i + 1", "", False),
        ("int i = 0; i < 3; i++", "if (gl_FragCoord.x > 2.0) i++;", False),
        ("int i = 0; i < 3; i++", "change(i);", False),
        ("int i = 0; i < 3; plain++", "i++;", False),
    ],
)
def test_the_counter_of_a_loop_is_where_nothing_else_writes_it(
    head: str, body: str, known: bool
) -> None:
    assert is_uniform("i", f"for ({head}) {{ {body}", "}") is known
