"""Outputs of fragment shaders as texts, by location."""

import pytest

from aberration.core.attachments import DEPTH, Output
from aberration.languages.shading.checker import check
from aberration.languages.shading.fragment_outputs import outputs_of
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

GLSL = "#version 430\n{}\nvoid main() {{ }}\n"


def outputs(text: str, language: LanguageName) -> dict[int, Output]:
    shader = read(text, language)
    return outputs_of(check(shader.module, "fragment", shader.source), language)


@pytest.mark.parametrize(
    ("declarations", "expected"),
    [
        ("out vec3 a;", {0: Output("float", 3)}),
        (
            "layout(location = 4) out ivec2 a; layout(location = 1) out uint b;",
            {4: Output("int", 2), 1: Output("uint", 1)},
        ),
        ("out vec4 a; layout(location = 1) out vec4 b;", {}),
        ("layout(location = 0, index = 1) out vec4 a;", {}),
        ("layout(location = 0) out vec4 a[2];", {}),
    ],
)
def test_outputs_of_glsl(declarations: str, expected: dict[int, Output]) -> None:
    assert outputs(GLSL.format(declarations), "glsl") == expected


def test_outputs_of_wgsl_are_members_of_the_result() -> None:
    text = (
        "struct R { @location(3) a: vec4f, @location(0) b: u32, "
        "@builtin(sample_mask) m: u32 }\n"
        "@fragment fn shade() -> R { return R(); }\n"
    )
    assert outputs(text, "wgsl") == {3: Output("float", 4), 0: Output("uint", 1)}


def test_the_output_of_wgsl_may_be_the_result_itself() -> None:
    text = "@fragment fn shade() -> @location(2) vec2i { return vec2i(1); }\n"
    assert outputs(text, "wgsl") == {2: Output("int", 2)}


@pytest.mark.parametrize(
    ("declarations", "found"),
    [
        ("", True),
        ("layout(early_fragment_tests) in;", False),
    ],
)
def test_the_depth_of_glsl_is_there_where_it_is_kept_as_it_is(
    declarations: str, found: bool
) -> None:
    text = f"#version 430\n{declarations}\nvoid main() {{ gl_FragDepth = 0.5; }}\n"
    assert outputs(text, "glsl") == ({DEPTH: Output("float", 1)} if found else {})


@pytest.mark.parametrize(
    "text",
    [
        "@fragment fn f() -> @builtin(frag_depth) f32 { return 0.5; }\n",
        "struct R { @builtin(frag_depth) d: f32 }\n@fragment fn f() -> R { return R(0.5); }\n",
    ],
)
def test_the_depth_of_wgsl_is_a_part_of_the_result(text: str) -> None:
    assert outputs(text, "wgsl") == {DEPTH: Output("float", 1)}
