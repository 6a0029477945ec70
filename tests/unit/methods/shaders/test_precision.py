"""Precisions are made high, those too that nobody wrote."""

from __future__ import annotations

import struct

import pytest

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.languages.shading.read import read
from aberration.methods.shaders.executed import Executed
from aberration.methods.shaders.precision import all_high, is_coarse

BODY = "// a comment\nvoid main() { uint fold = 1u >> 16u; }\n"
FLOATS = "#version 320 es\n#extension GL_EXT_shader_io_blocks : enable\nprecision highp float;\n"


@pytest.mark.parametrize(
    "heading", [FLOATS, FLOATS + "precision mediump int;\n", FLOATS.replace("highp", "mediump")]
)
def test_the_text_asks_for_high_precisions(heading: str) -> None:
    shader = read((heading + BODY).encode(), "essl")
    assert is_coarse(shader.module, "fragment")
    text = all_high(shader, "fragment")
    assert not is_coarse(read(text, "essl").module, "fragment")
    assert "precision highp int;" in text
    assert BODY in text


def test_what_is_high_already_stays() -> None:
    """Mesa 25 and newer compute integers of low precision with 16 bits: a reducer that dropped
    `precision highp int;` made a right driver look wrong.
    """
    shader = read((FLOATS + "precision highp int;\n" + BODY).encode(), "essl")
    assert not is_coarse(shader.module, "fragment")
    assert all_high(shader, "fragment") == shader.source.text
    assert not is_coarse(read(FLOATS + BODY, "essl").module, "compute")


def test_results_of_low_precision_are_widened_before_anything_is_computed_of_them() -> None:
    """Mesa computes `uint(findMSB(x))` with 16 bits in ESSL: a wrong result was none."""
    text = (
        "#version 320 es\nlayout(local_size_x = 1) in;\n"
        "layout(std430, binding = 0) buffer Data { uint given; uint total; };\n"
        "void main() { total = uint(findMSB(given)) + uint(bitCount(uvec2(given)).y); }\n"
    )
    shader = read(text.encode(), "essl")
    assert is_coarse(shader.module, "compute")
    made = all_high(shader, "compute")
    assert "uint(as_high(findMSB(given))) + uint(as_high(bitCount(uvec2(given))).y)" in made
    program = Program("essl", "compute", made.encode(), Inputs(buffers=(_words(0, 7),)))
    assert Executed(program).result(program.inputs) == Buffers(
        (struct.pack("<II", 0, 0xFFFFFFFF),), (((("uint", 2)),),)
    )


def test_samplers_that_nobody_calls_high_are_made_so() -> None:
    """In ESSL a `sampler2D` is `lowp`, and so is what is computed of its samples."""
    text = FLOATS + "precision highp int;\nuniform sampler2D image;\n" + BODY
    shader = read(text.encode(), "essl")
    assert is_coarse(shader.module, "fragment")
    made = all_high(shader, "fragment")
    assert "precision highp sampler2D;" in made
    assert not is_coarse(read(made, "essl").module, "fragment")


def _words(*values: int) -> Buffer:
    return Buffer(0, struct.pack(f"<{len(values)}I", *values), (("uint", len(values)),))
