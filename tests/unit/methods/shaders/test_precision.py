"""Precisions are made high, those too that nobody wrote."""

from __future__ import annotations

import pytest

from aberration.languages.shading.read import read
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
