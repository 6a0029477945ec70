"""Vertex shaders as they are loaded: whose vertices are pixels, with attributes given."""

from __future__ import annotations

import json
from typing import Final

import pytest

from aberration.campaign.loading.fit import Fitted, with_inputs
from aberration.core.attributes import Attribute
from aberration.core.errors import BadInput
from aberration.core.inputs import write_inputs
from aberration.core.inputs_file import read_file
from aberration.core.program import Language, Program
from aberration.languages.spirv.assembler import assemble

TEXT: Final = """#version 330
in vec3 position; in mat2 turn; in vec4 unused;
uniform float time; uniform vec2 resolution;
out vec2 uv;
void main() { uv = turn * position.xy + resolution; gl_Position = vec4(position, time); }
"""
PLACE: Final = Attribute("aberration_place", 3, "float", 2, place=True)
MODULE: Final = """OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main" %result %n %at %position
OpDecorate %result Location 0
OpDecorate %n Location 4
OpDecorate %at Location 1
OpDecorate %position BuiltIn Position
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%vec2 = OpTypeVector %float 2
%vec4 = OpTypeVector %float 4
%to = OpTypePointer Output %vec4
%from_n = OpTypePointer Input %int
%from_at = OpTypePointer Input %vec2
%result = OpVariable %to Output
%position = OpVariable %to Output
%n = OpVariable %from_n Input
%at = OpVariable %from_at Input
%zero = OpConstantNull %vec4
%main = OpFunction %void None %function
%start = OpLabel
OpStore %result %zero
OpStore %position %zero
OpReturn
OpFunctionEnd
"""


def fit(given: object, text: str | bytes = TEXT, language: Language = "glsl") -> Fitted:
    source = text if isinstance(text, bytes) else text.encode()
    program = Program(language, "vertex", source, name="x")
    file = None if given is None else read_file(json.dumps(given), "x.json")
    return with_inputs(program, file, "x.vert")


def test_each_vertex_is_a_pixel_of_a_small_image() -> None:
    found = fit(None)
    assert found.notes == (
        "each vertex is a pixel; attributes of ours are given for position, turn",
        "nothing gives time = float(0.0); resolution = vec2(16.0), the size of the image",
    )
    inputs = found.program.inputs
    assert (inputs.width, inputs.height) == (16, 16)
    assert inputs.attributes == (
        Attribute("position", 0, "float", 3, 1, 1),
        Attribute("turn", 1, "float", 2, 2, 2),
        PLACE,
    )
    assert b"in vec2 aberration_place;" in found.program.source


def test_the_file_gives_attributes_and_the_size() -> None:
    found = fit(
        {
            "position": {"func": "glVertexAttrib3f", "attribute": 9, "location": 7},
            "unused": {"func": "glVertexAttrib4f", "attribute": 1},
            "$render": {"width": 8, "height": 4},
        }
    )
    inputs = found.program.inputs
    assert (inputs.width, inputs.height) == (8, 4)
    assert [(one.name, one.location, one.number) for one in inputs.attributes] == [
        ("position", 0, 9),
        ("turn", 1, 2),
        ("aberration_place", 3, 0),
    ]
    assert found.notes[:2] == (
        "each vertex is a pixel; attributes of ours are given for turn",
        "unused of the file is an attribute that nothing in the shader uses",
    )


def test_what_is_made_and_written_is_read_as_it_is() -> None:
    found = fit(None).program
    file = json.loads(write_inputs(found.inputs))
    again = fit(file, found.source)
    assert again.program == found
    assert again.notes == ()
    # Without a file, the attributes of its form are ours.
    assert fit(None, found.source).program.inputs.attributes == found.inputs.attributes


def test_another_attribute_may_say_where_a_vertex_lies() -> None:
    text = """#version 330
in vec2 corner; flat out vec4 aberration_result;
void main() { aberration_result = vec4(1.0); gl_Position = vec4(corner, 0.0, 1.0); }
"""
    found = fit({"corner": {"func": "glVertexAttrib2f", "attribute": "PLACE"}}, text)
    assert found.program.source == text.encode()
    assert found.program.inputs.attributes == (Attribute("corner", 0, "float", 2, place=True),)
    with pytest.raises(BadInput, match="an attribute that says where a vertex lies") as caught:
        fit({}, text)
    assert caught.value.where == "x.vert"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (
            {"position": {"func": "glVertexAttrib2f", "attribute": 1}},
            "attribute 'position': expected glVertexAttrib3f, but glVertexAttrib2f came",
        ),
        (
            {"turn": {"func": "glVertexAttrib2f", "attribute": 1, "columns": 3}},
            "expected 2 columns of glVertexAttrib2f, but 3 columns of glVertexAttrib2f came",
        ),
        (
            {"normal": {"func": "glVertexAttrib3f", "attribute": 1}},
            "'normal' is an attribute of the file, and none of the shader: it has position "
            r"\(glVertexAttrib3f\), turn \(2 columns of glVertexAttrib2f\), aberration_place",
        ),
        (
            {"$drive": {"ways": ["SubmitTwice"]}},
            "expected no ways to drive it for the vertex stage",
        ),
        (
            {"$render": {"tiles": [[0, 0, 8, 8]]}},
            "expected no tiles for the vertex stage",
        ),
        ({"tint": {"func": "glUniform1f", "args": [1.0]}}, "no uniform of this name"),
    ],
)
def test_what_the_file_may_not_say(given: object, says: str) -> None:
    with pytest.raises(BadInput, match=says) as caught:
        fit(given)
    assert caught.value.where.startswith("x.json:1")


def test_attributes_are_of_vertex_shaders_alone() -> None:
    text = "#version 330\nout vec4 c; void main() { c = vec4(1.0); }"
    given = '{"a": {"func": "glVertexAttrib1f", "attribute": 1}}'
    with pytest.raises(BadInput, match="'a' is an attribute of vertices, and this is no vertex"):
        with_inputs(Program("glsl", "fragment", text.encode()), read_file(given, "x.json"), "x")


def test_what_cannot_be_such_a_program_is_refused_with_its_place() -> None:
    with pytest.raises(BadInput, match="expected a vertex shader that gives something") as caught:
        fit(None, "#version 330\nvoid main() {}")
    assert caught.value.where == "x.vert"
    with pytest.raises(BadInput) as caught:
        fit(None, "#version 330\nvoid main() { x = 1; }")
    assert caught.value.where.startswith("x.vert:2")


def test_functions_stand_for_textures() -> None:
    text = TEXT.replace("uniform float time;", "uniform float time; uniform sampler2DRect image;")
    found = fit(None, text.replace("* position.xy", "* texture(image, position.xy).xy"))
    assert "functions of the pixel stand for image, which nobody gives" in found.notes
    assert b"sampler2DRect" not in found.program.source
    assert b"in vec3 position;" in found.program.source
    assert len(found.program.inputs.attributes) == 3


def test_functions_stand_for_textures_of_wgsl() -> None:
    text = """@group(0) @binding(0) var image: texture_depth_2d;
@group(0) @binding(1) var wraps: sampler;
@vertex fn v(@location(0) position: vec3f) -> @builtin(position) vec4f {
  return vec4f(textureSampleLevel(image, wraps, position.xy, 0)); }"""
    found = fit(None, text, "wgsl")
    assert "functions of the pixel stand for image, wraps, which nobody gives" in found.notes
    assert b"texture_depth_2d" not in found.program.source
    assert b"@location(0) position: vec3f" in found.program.source
    assert len(found.program.inputs.attributes) == 2


def test_textures_of_vertex_shaders_get_pictures() -> None:
    text = TEXT.replace("uniform float time;", "uniform float time; uniform sampler2D image;")
    found = fit(None, text.replace("* position.xy", "* texture(image, position.xy).xy"))
    assert "pictures of ours are given for image" in found.notes
    assert b"sampler2D" in found.program.source
    (texture,) = found.program.inputs.textures
    assert texture.number == 1


def test_buffers_without_a_length_have_an_element_for_each_vertex() -> None:
    text = """#version 430
layout(std430, binding = 0) readonly buffer D { float d[]; };
void main() { gl_Position = vec4(d[gl_VertexID]); }
"""
    (buffer,) = fit(None, text).program.inputs.buffers
    assert len(buffer.data) == 4 * 256


# ---- modules


def test_attributes_of_a_module_are_found_by_location() -> None:
    given = {
        "number": {"func": "glVertexAttribI1i", "attribute": 5, "location": 4},
        "place": {"func": "glVertexAttrib2f", "attribute": "PLACE", "location": 1},
        "gone": {"func": "glVertexAttrib2f", "attribute": 3, "location": 2},
    }
    found = fit(given, assemble(MODULE, (1, 0)), "spirv")
    assert found.program.inputs.attributes == (
        Attribute("place", 1, "float", 2, place=True),
        Attribute("number", 4, "int", 1, 1, 5),
    )
    assert found.notes == ("gone of the file is an attribute that nothing in the module uses",)


@pytest.mark.parametrize(
    ("module", "says"),
    [
        (MODULE, "expected an attribute that says where a vertex lies"),
        (MODULE.replace("%result Location 0", "%result Location 1"), "four floats at location 0"),
    ],
)
def test_modules_that_are_no_such_program(module: str, says: str) -> None:
    place = {"p": {"func": "glVertexAttrib2f", "attribute": "PLACE", "location": 1}}
    with pytest.raises(BadInput, match=says):
        fit(None if module is MODULE else place, assemble(module, (1, 0)), "spirv")


GEOMETRY: Final = """#version 330
layout(points) in; layout(points, max_vertices = 1) out;
in vec3 normal[]; in mat2 turn[];
uniform float time; flat out vec4 aberration_result;
void main() { aberration_result = vec4(normal[0] * time, 1.0);
  gl_Position = gl_in[0].gl_Position; EmitVertex(); }
"""


def geometry(given: object, text: str = GEOMETRY) -> Fitted:
    program = Program("glsl", "geometry", text.encode(), name="x")
    file = None if given is None else read_file(json.dumps(given), "x.json")
    return with_inputs(program, file, "x.geom")


def test_a_geometry_shader_takes_points_with_attributes() -> None:
    fitted = geometry({"normal": {"func": "glVertexAttrib3f", "attribute": 9}})
    assert fitted.program.source == GEOMETRY.encode()
    assert fitted.program.inputs.attributes == (
        Attribute("normal", 0, "float", 3, number=9),
        Attribute("turn", 1, "float", 2, 2, number=2),
        Attribute("aberration_place", 3, "float", 2, place=True),
    )
    assert (fitted.program.inputs.width, fitted.program.inputs.height) == (16, 16)


def test_a_geometry_shader_has_its_place_as_an_input_too() -> None:
    text = GEOMETRY.replace("in mat2 turn[]", "in vec2 aberration_place[1]")
    assert [one.name for one in geometry(None, text).program.inputs.attributes] == [
        "normal",
        "aberration_place",
    ]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("aberration_result", "colour", "expected aberration_result as the only output"),
        ("flat out", "out", "expected aberration_result to be flat"),
        ("layout(points) in;", "", "primitives"),
    ],
)
def test_another_geometry_shader_is_refused_by_name(old: str, new: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        geometry(None, GEOMETRY.replace(old, new))
    with pytest.raises(BadInput, match="expected no tiles for the vertex stage"):
        geometry({"$render": {"width": 4, "height": 4, "tiles": [[0, 0, 2, 2]]}})
