"""Blocks of inputs become variables."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.languages.shading.read import read
from aberration.languages.shading.stand_ins.blocks import input_block_names, without_input_blocks
from aberration.languages.shading.stand_ins.family import with_stand_ins
from aberration.languages.shading.write import write

TEXT = """#version 330
in Passed { vec3 normal; flat int kind; mat2 turn; } passed;
in Loose { noperspective vec2 uv; };
out vec4 colour;
void main() { colour = vec4(passed.normal.xy + uv, float(passed.kind), passed.turn[0][0]); }
"""


def test_a_block_is_a_structure_or_its_members() -> None:
    shader = read(TEXT, "glsl")
    assert input_block_names(shader.module) == ("Passed", "uv")
    text = write(without_input_blocks(shader).module)
    assert "flat in stand_in_Passed passed;" in text
    assert "flat in vec2 uv;" in text
    assert "in Passed" not in text


def test_what_has_no_block_is_as_it_came() -> None:
    shader = read(
        "#version 330\nin vec2 uv;\nout vec4 c;\nvoid main() { c = vec4(uv, uv); }", "glsl"
    )
    assert without_input_blocks(shader) is shader


def test_each_member_has_a_number() -> None:
    text = with_stand_ins(read(TEXT, "glsl"))
    assert "passed.normal = vec3((gl_FragCoord.x + 0.0) / 256.0" in text
    assert "passed.kind = int(2);" in text
    assert "passed.turn = mat2(1.0);" in text
    assert "uv = vec2((gl_FragCoord.x + 32.0) / 256.0" in text


def test_an_array_of_blocks_is_refused() -> None:
    shader = read(
        "#version 450\nlayout(location = 0) in B { vec2 uv; } b[2];\nout vec4 c;\n"
        "void main() { c = vec4(b[1].uv, 0.0, 1.0); }",
        "glsl",
    )
    with pytest.raises(BadInput, match="B is an array"):
        without_input_blocks(shader)
