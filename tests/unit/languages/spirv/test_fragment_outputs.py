"""Outputs of fragment shaders as modules, by location."""

import pytest

from aberration.core.attachments import DEPTH, Output
from aberration.core.program import Program
from aberration.languages.spirv.fragment_outputs import outputs_of
from aberration.languages.spirv.module import Module
from aberration.targets.front_end import compile_glsl


def outputs(declarations: str, body: str) -> dict[int, Output]:
    text = f"#version 450\n{declarations}\nvoid main() {{ {body} }}\n"
    program = compile_glsl(Program("glsl", "fragment", text.encode()))
    return outputs_of(Module.parse(program.source))


def test_scalars_and_vectors_of_each_type() -> None:
    found = outputs(
        "layout(location = 0) out vec4 a; layout(location = 2) out int b;"
        "layout(location = 5) out uvec3 c;",
        "a = vec4(1.0); b = 1; c = uvec3(2u);",
    )
    assert found == {0: Output("float", 4), 2: Output("int", 1), 5: Output("uint", 3)}


@pytest.mark.parametrize(
    ("declarations", "body"),
    [
        ("layout(location = 1) out vec4 a[2];", "a[0] = a[1] = vec4(1.0);"),
        (
            "layout(location = 1, component = 0) out float a;"
            "layout(location = 1, component = 1) out float b;",
            "a = b = 1.0;",
        ),
        ("layout(location = 1, index = 1) out vec4 a;", "a = vec4(1.0);"),
    ],
)
def test_what_is_not_alone_at_its_location_is_not_there(declarations: str, body: str) -> None:
    assert 1 not in outputs(declarations, body)


DEPTH_OUT = "gl_FragDepth = 0.5;"


def test_the_depth_is_behind_the_locations() -> None:
    assert outputs("", DEPTH_OUT) == {DEPTH: Output("float", 1)}


@pytest.mark.parametrize(
    "declarations",
    [
        "layout(early_fragment_tests) in;",
        "layout(depth_greater) out float gl_FragDepth;",
        "layout(depth_less) out float gl_FragDepth;",
        "layout(depth_unchanged) out float gl_FragDepth;",
    ],
)
def test_a_depth_that_may_not_be_kept_as_it_is_is_not_there(declarations: str) -> None:
    assert outputs(declarations, DEPTH_OUT) == {}
