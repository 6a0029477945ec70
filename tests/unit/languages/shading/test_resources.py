"""What a shader declares to be supplied: names, places and offsets."""

from __future__ import annotations

from typing import Final

import pytest

from aberration.core.errors import BadInput, MalformedShader
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.resources import declarations_of

STAGES: Final[tuple[Stage, ...]] = ("vertex", "fragment")
TEXT = """#version 440
#define AT 2
layout(std140, binding = AT + 1, row_major) uniform First { vec3 a; mat2x3 m[2]; uint last; } first;
layout(std430, binding = 5) readonly buffer Store { int head; vec3 rest[]; };
uniform struct { uvec2 u; float f[2]; } parts[2];
uniform sampler2D image;
in vec2 passed;
out vec4 colour;
void main() { colour = vec4(first.a, 1.0); }
"""


def test_loose_uniforms_are_named_as_opengl_names_them() -> None:
    found = declarations_of(TEXT, "glsl", "fragment")
    loose = [(piece.name, piece.type.glsl, piece.count, piece.offset) for piece in found.loose]
    assert loose == [
        ("parts[0].u", "uvec2", 0, 0),
        ("parts[0].f", "float", 2, 16),
        ("parts[1].u", "uvec2", 0, 48),
        ("parts[1].f", "float", 2, 64),
    ]
    assert (found.opaque, found.outputs, found.inputs) == (("image",), ("colour",), ("passed",))


def test_blocks_have_places_offsets_and_sizes() -> None:
    first, store = declarations_of(TEXT, "glsl", "fragment").blocks
    assert (first.name, first.kind, first.group, first.binding, first.size) == (
        "First",
        "uniform",
        0,
        3,
        128,
    )
    assert [first.full_name(piece) for piece in first.pieces] == [
        "First.a",
        "First.m",
        "First.last",
    ]
    assert [piece.offset for piece in first.pieces] == [0, 16, 112]
    assert (store.kind, store.binding, [piece.offset for piece in store.pieces]) == (
        "buffer",
        5,
        [0, 16],
    )


def test_words_of_a_matrix_go_by_columns_whatever_its_layout() -> None:
    matrix = declarations_of(TEXT, "glsl", "fragment").blocks[0].pieces[1]
    # row_major: each of three rows of two floats begins 16 bytes after the one before, a matrix 48
    # bytes.
    assert matrix.words(0) == [0, 16, 32, 4, 20, 36]


def test_what_is_varying_is_an_output_of_vertex_shaders_and_an_input_of_fragment_shaders() -> None:
    text = "precision highp float; varying vec2 v; void main() {}"
    vertex, fragment = (declarations_of(text, "essl", stage) for stage in STAGES)
    assert (vertex.outputs, vertex.inputs) == (("v",), ())
    assert (fragment.outputs, fragment.inputs) == ((), ("v",))


def test_what_is_no_shader_is_refused() -> None:
    with pytest.raises(MalformedShader):
        declarations_of("uniform float;;{", "glsl", "fragment")


def test_elements_of_an_array_of_blocks_are_blocks_of_their_own() -> None:
    text = """#version 450
layout(std140, binding = 3) uniform B { vec4 x; } b[2];
layout(std140) uniform C { vec4 x; } c[2];
out vec4 colour;
void main() { colour = b[1].x + c[0].x; }
"""
    found = declarations_of(text, "glsl", "fragment")
    assert [(one.name, one.binding) for one in found.blocks] == [
        ("B[0]", 3),
        ("B[1]", 4),
        ("C[0]", None),
        ("C[1]", None),
    ]
    assert {"B[0]", "B[1]", "C[0]", "C[1]"} <= found.named


def test_an_array_of_arrays_of_blocks_is_refused() -> None:
    text = "#version 450\nuniform B { vec4 x; } b[2][2];\nvoid main() {}"
    with pytest.raises(BadInput, match="expected one size of the array of blocks b"):
        declarations_of(text, "glsl", "fragment")
