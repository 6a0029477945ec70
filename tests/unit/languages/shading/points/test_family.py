"""Vertex shaders in GLSL and ESSL as points."""

from __future__ import annotations

import pytest
from helpers import vertex_shaders
from helpers.vertex_shaders import SHADERS, points_of

from aberration.core.errors import BadInput
from aberration.languages.shading.checker import check
from aberration.languages.shading.points.form import attributes_of, is_point_shader
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName


@pytest.mark.parametrize(("language", "text"), SHADERS)
def test_what_is_made_is_such_a_program(language: LanguageName, text: str) -> None:
    made = points_of(language, text)
    shader = read(made.text, language)
    check(shader.module, "vertex", shader.source)
    assert is_point_shader(shader)
    assert attributes_of(shader) == made.attributes


def test_outputs_of_essl_1_become_variables() -> None:
    made = points_of("essl", vertex_shaders.OLD_ESSL)
    for line in (
        "highp vec4 aberration_position;",
        "attribute vec3 position;",
        "vec2 place;",
        "mediump mat2 turned[2];",
        "attribute highp vec2 aberration_place;",
        "varying highp vec4 aberration_result;",
        "    turned[1][0] = vec2(0.0);",
        "    aberration_main();",
        "    highp vec4 aberration_sum = aberration_bounded(aberration_position);",
        "    gl_Position = vec4(aberration_place, 0.0, 1.0);",
        "    gl_PointSize = 1.0;",
    ):
        assert f"\n{line}\n" in made.text
    assert "invariant" not in made.text
    assert "unused" not in made.text
    assert made.left_out == ("unused",)
    assert [one.location for one in made.attributes] == [0, 1, 2]


def test_outputs_of_old_glsl_and_an_early_return() -> None:
    made = points_of("glsl", vertex_shaders.OLD_GLSL)
    for line in (
        "attribute mat3 turn;",
        "vec3 normal;",
        "        return;",
        "attribute vec2 aberration_place;",
        "varying vec4 aberration_result;",
        "    aberration_point_size = 0.0;",
    ):
        assert f"\n{line}\n" in made.text
    assert "aberration_bounded(vec4(aberration_point_size, normal))" in made.text


def test_essl_3_gets_locations_and_a_flat_result() -> None:
    made = points_of("essl", vertex_shaders.ESSL)
    for line in (
        "layout(location = 1) in vec4 position;",
        "layout(location = 0) in ivec2 number;",
        "layout(location = 2) in mat2 turn;",
        "layout(location = 4) in highp vec2 aberration_place;",
        "flat out highp vec4 aberration_result;",
        "    counted = ivec3(number, gl_VertexID + gl_InstanceID);",
        "    aberration_sum += 1.375 * aberration_counted(ivec4(counted, 0));",
    ):
        assert f"\n{line}\n" in made.text
    # Nothing writes it, so it is in no colour.
    assert "vec3 kept;" in made.text
    assert "kept" not in made.text.partition("void main()")[2]


def test_blocks_of_outputs_become_structures_and_variables() -> None:
    made = points_of("essl", vertex_shaders.NEW_ESSL)
    assert (
        "struct Passed {\n    vec2 a;\n    uint n;\n    mediump float list[2];\n};\n" in made.text
    )
    assert "\nPassed passed[2];\nvec4 alone;\nprecise aberration_position;\n" in made.text
    assert "    passed[1].list[0] = 0.0;\n" in made.text
    assert "aberration_counted(ivec4(passed[0].n, passed[1].n, 0, 0))" in made.text
    assert "layout(location = 0) out highp vec4 aberration_result;" in made.text
    made = points_of("glsl", vertex_shaders.NEW_GLSL)
    assert "\nvec4 colour;\nvec2 uv;\nint kind;\nprecise float exact;\n" in made.text


def test_structures_and_clip_distances() -> None:
    made = points_of("glsl", vertex_shaders.GLSL)
    assert made.text.startswith(
        "#version 330 core\nvec4 aberration_position;\nfloat aberration_clip_distance[2];\n"
    )
    assert "    aberration_clip_distance[0] = aberration_position.x;\n" in made.text
    assert "    lights[1].colour = vec3(0.0);\n" in made.text
    # It is read, and never written: it is zero, and no part of the colour.
    assert "    aberration_position = vec4(0.0);\n" in made.text
    assert "aberration_bounded(aberration_position)" not in made.text


def test_shaders_for_vulkan_declare_what_is_built_in() -> None:
    text = vertex_shaders.VULKAN
    made = points_of("glsl", text)
    assert "aberration_position = vec4(gl_VertexID, gl_InstanceID, 0, 1);" in made.text
    assert "float aberration_clip_distance[1];" in made.text
    assert "gl_PerVertex" not in made.text
    with pytest.raises(BadInput, match="gl_P"):
        points_of("glsl", text.replace("gl_PointSize; };", "gl_PointSize; } own;"))


def test_an_extension_brings_locations() -> None:
    text = """#version 140
#extension GL_ARB_explicit_attrib_location : enable
layout(location = 2) in vec4 a; in vec4 b; void main() { gl_Position = a + b; }"""
    made = points_of("glsl", text)
    assert "layout(location = 0) in vec4 b;" in made.text
    assert "layout(location = 1) in vec2 aberration_place;" in made.text
    without = points_of("glsl", "#version 140\nin vec4 a; void main() { gl_Position = a; }")
    assert "layout" not in without.text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("void f() {}", "expected a vertex shader with a main function, but it has none"),
        ("void main() {}", "expected a vertex shader that gives something"),
        ("out vec4 aberration_result; void main() {}", "names that begin with aberration_"),
        ("in vec2 a[2]; out vec2 b; void main() { b = a[1]; }", r"the attribute a is of type vec2"),
        (
            "layout(xfb_buffer = 0, xfb_offset = 0) out vec4 b; void main() { b = vec4(1.0); }",
            r"transform feedback \(xfb_buffer\) is not supported",
        ),
        (
            "layout(xfb_buffer = 0) out; out vec4 b; void main() { b = vec4(1.0); }",
            r"transform feedback \(xfb_buffer\) is not supported",
        ),
        (
            "void main() { for (int k = 0; k < 2; k++) gl_ClipDistance[k] = 1.0; }",
            "gl_ClipDistance is used with indexes that are not constant",
        ),
        ("out dvec2 d; void main() { d = dvec2(1.0); }", "the output d is of type dvec2"),
    ],
)
def test_what_is_refused_by_name(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        points_of("glsl", f"#version 460\n{text}\n")
