"""Functions of the pixel stand for what a vertex stage passes on, and for textures of kinds that
get no picture.
"""

from __future__ import annotations

from typing import Final

import pytest

from aberration.campaign.loading.fit import Fitted, with_inputs
from aberration.core.errors import BadInput
from aberration.core.inputs_file import read_file
from aberration.core.program import Language, Program
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.private_interface import stage_variables
from aberration.targets.front_end import compile_glsl

TEXT: Final = """#version 450
uniform float time;
layout(location = 0) out vec4 colour;
void main() {
  colour = vec4(time, 0.0, 0.0, 1.0);
}
"""


def fit(given: str, text: str, language: Language = "glsl") -> Fitted:
    program = Program(language, "fragment", text.encode(), name="x")
    return with_inputs(program, read_file(given, "x.json"), "x")


@pytest.mark.parametrize(
    ("new", "used"),
    [
        ("uniform sampler2DRect image;", "texture(image, vec2(0.0)).x + time"),
        ("in vec2 image;", "image.x + time"),
    ],
)
def test_functions_stand_for_textures_and_inputs_where_they_are_used(new: str, used: str) -> None:
    text = TEXT.replace("uniform float time;", f"uniform float time; {new}")
    unused = fit("{}", text)
    assert unused.program.source == text.encode()
    found = fit("{}", text.replace("vec4(time", f"vec4({used}"))
    assert "functions of the pixel stand for image, which nobody gives" in found.notes
    assert b"sampler2DRect" not in found.program.source
    assert b"in vec2 image" not in found.program.source
    assert {one.name for one in found.program.inputs.uniforms} == {
        one.name for one in unused.program.inputs.uniforms
    }


def test_functions_stand_for_blocks_of_inputs() -> None:
    text = TEXT.replace("uniform float time;", "uniform float time; in Passed { vec2 uv; } passed;")
    found = fit("{}", text.replace("vec4(time", "vec4(passed.uv.x"))
    assert "functions of the pixel stand for Passed, which nobody gives" in found.notes
    assert b"in Passed" not in found.program.source


def test_functions_stand_for_inputs_of_a_module_beside_its_pictures() -> None:
    inputs = "layout(location = 3) in vec2 uv; layout(location = 4) in B { vec2 st; };"
    image = "layout(binding = 0) uniform sampler2D image;"
    text = TEXT.replace("uniform float time;", f"{inputs} {image}")
    text = text.replace("vec4(time", "texelFetch(image, ivec2(0), 0) * vec4(uv.x * st.y")
    module = compile_glsl(Program("glsl", "fragment", text.encode(), name="x"))
    found = with_inputs(module, None, "x")
    assert found.notes == (
        "pictures of ours are given for image",
        "functions of the pixel stand for uv, B, which nobody gives",
    )
    assert not stage_variables(Module.parse(found.program.source), StorageClass.INPUT)
    assert found.program.inputs.textures


def test_a_module_whose_inputs_are_more_than_loaded_is_refused() -> None:
    text = TEXT.replace("uniform float time;", "layout(location = 3) in vec2 uv;")
    text = text.replace("vec4(time", "vec4(interpolateAtCentroid(uv).x")
    module = compile_glsl(Program("glsl", "fragment", text.encode(), name="x"))
    with pytest.raises(BadInput, match="expected an input or output that is loaded"):
        with_inputs(module, None, "x")


def test_a_texture_of_the_file_is_one_that_the_shader_declares() -> None:
    text = TEXT.replace("uniform float time;", "uniform float time; uniform sampler2D image;")
    assert fit('{"image": {"func": "sampler2D", "texture": "DEFAULT"}}', text).program


def test_what_nothing_can_stand_for_is_refused_by_name() -> None:
    text = "#version 450\nlayout(local_size_x = 1) in; uniform sampler2DRect image;\n"
    text += "layout(std430, binding = 0) buffer D { float d; };\n"
    text += "void main() { d = texture(image, vec2(0.0)).x; }\n"
    with pytest.raises(BadInput, match=r"it needs a texture or image \(image\)"):
        with_inputs(Program("glsl", "compute", text.encode()), None, "x")


def test_inputs_of_an_entry_point_of_wgsl_are_stood_for_used_or_not() -> None:
    text = "@fragment fn f(@location(0) uv: vec2f) -> @location(0) vec4f { return vec4f(); }"
    found = fit("{}", text, language="wgsl")
    assert "stand for uv" in found.notes[0]
    assert b"@location(0) uv" not in found.program.source
