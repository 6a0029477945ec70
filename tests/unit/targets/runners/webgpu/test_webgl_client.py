"""What is said to a device of WebGL."""

import msgspec
import pytest
from helpers import vertices
from helpers.pair_texts import named_pair
from helpers.webgl import ESSL_300

from aberration.core.attributes import Attribute, attribute_bytes
from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs, Uniform
from aberration.core.outcome import Rejected
from aberration.core.program import Program, ShaderStage
from aberration.core.textures import Texture, each_level, texel_bytes
from aberration.targets.runners.gl_attributes import result_shader
from aberration.targets.runners.gl_textures import gl_texture, wrong_sampler
from aberration.targets.runners.webgpu.webgl_client import webgl_frame


def test_a_frame_holds_the_text_and_the_uniforms_one_after_the_other() -> None:
    inputs = Inputs((Uniform("a", b"1234"), Uniform("b", b"567812345678")), width=3, height=2)
    answer = webgl_frame(msgspec.structs.replace(ESSL_300, inputs=inputs))
    assert not isinstance(answer, Rejected)
    header, payload = answer
    at = len(ESSL_300.source)
    assert payload == ESSL_300.source + b"1234" + b"567812345678"
    assert header == {
        "code": at,
        "uniforms": [
            {"name": "a", "offset": at, "length": 4},
            {"name": "b", "offset": at + 4, "length": 12},
        ],
        "textures": [],
        "width": 3,
        "height": 2,
        "areas": [[0, 0, 3, 2]],
        "ways": (),
        "margin": 0,
        "start": 0,
    }


def test_a_frame_holds_the_texels_behind_the_uniforms() -> None:
    texture = Texture("t", "3D", "int", (2, 3, 4), 5, levels=2)
    inputs = Inputs((Uniform("a", b"1234"),), textures=(texture,))
    answer = webgl_frame(msgspec.structs.replace(ESSL_300, inputs=inputs))
    assert not isinstance(answer, Rejected)
    header, payload = answer
    at = len(ESSL_300.source) + 4
    assert payload[at:] == b"".join(map(texel_bytes, each_level(texture)))
    known = gl_texture(texture)
    assert header["textures"] == [
        {
            "name": "t",
            "levels": [
                {"size": (2, 3, 4), "offset": at, "length": 2 * 3 * 4 * 16},
                {"size": (1, 1, 2), "offset": at + 2 * 3 * 4 * 16, "length": 2 * 16},
            ],
            "target": known.target,
            "stored": known.stored,
            "format": known.format,
            "type": known.type,
            "parameters": known.parameters,
            "sampler": known.sampler,
            "word": "isampler3D",
            "flat": (),
            "is_line": False,
            "refusal": wrong_sampler("t", "isampler3D"),
        }
    ]


def test_shapes_that_webgl_lacks_are_not_asked_for() -> None:
    inputs = Inputs(textures=(Texture("t", "CubeArray", size=(4, 4, 6)),))
    assert webgl_frame(msgspec.structs.replace(ESSL_300, inputs=inputs)) == Rejected(
        "WebGL has no textures of shape CubeArray: t", unasked=True
    )


def test_what_no_browser_takes_is_not_asked_for() -> None:
    assert webgl_frame(Program("essl", "compute", b"")) == Rejected(
        "WebGL has no compute shaders", unasked=True
    )
    answer = webgl_frame(Program("essl", "fragment", b"\xff"))
    assert isinstance(answer, Rejected)
    assert answer.unasked
    with pytest.raises(BadInput, match="expected essl, but a glsl program came"):
        webgl_frame(Program("glsl", "fragment", b""))


def test_a_frame_says_how_the_shader_is_driven() -> None:
    ways = ("DrawInTiles", "EnlargeTarget", "BindWithinBuffer")
    inputs = Inputs(width=4, height=2, ways=ways)
    answer = webgl_frame(msgspec.structs.replace(ESSL_300, inputs=inputs))
    assert not isinstance(answer, Rejected)
    header = answer[0]
    assert (header["ways"], header["margin"], header["start"]) == (ways, 16, 256)
    assert header["areas"] == [[2, 0, 2, 2], [0, 0, 2, 2]]


def test_a_frame_holds_attributes_behind_the_rest() -> None:
    inputs = Inputs(
        width=2, height=1, attributes=(vertices.PLACE, Attribute("m", 3, "float", 2, 2))
    )
    program = vertices.shader("300 es", "", "aberration_result = vec4(m[0], m[1]);", inputs)
    answer = webgl_frame(program)
    assert not isinstance(answer, Rejected)
    header, payload = answer
    at = len(program.source)
    columns = [attribute_bytes(inputs.attributes[1], (2, 1), column) for column in (0, 1)]
    assert payload[at:] == b"".join([*columns, attribute_bytes(vertices.PLACE, (2, 1))])
    points = header["points"]
    assert isinstance(points, dict)
    assert (points["count"], points["fragment"]) == (2, result_shader(program))
    assert [(one["name"], one["type"]) for one in points["attributes"]] == [
        ("aberration_place", 0x8B50),
        ("m", 0x8B5A),
    ]
    assert points["columns"] == [
        {
            "location": location,
            "type": 0x1406,
            "components": 2,
            "offset": at + 16 * index,
            "length": 16,
        }
        for index, location in enumerate((3, 4, 11))
    ]


def test_a_vertex_shader_without_the_result_is_refused() -> None:
    program = Program("essl", "vertex", b"void main() { gl_Position = vec4(0.0); }")
    answer = webgl_frame(program)
    assert isinstance(answer, Rejected)
    assert answer.unasked
    assert "no aberration_result is handed on" in answer.message


@pytest.mark.parametrize("stage", ["fragment", "vertex"])
def test_a_pair_is_linked_with_its_other_stage(stage: ShaderStage) -> None:
    program = named_pair("300 es", "floats", stage)
    frame = webgl_frame(program)
    assert not isinstance(frame, Rejected)
    header, payload = frame
    points = header["points"]
    assert isinstance(points, dict)
    other = "vertex" if stage == "fragment" else "fragment"
    assert points[other] == program.companion.decode()
    assert stage not in points
    assert payload[: len(program.source)] == program.source
    assert points["count"] == 256


def test_a_pair_without_size_of_points_is_refused() -> None:
    program = named_pair("300 es", "floats")
    unsized = program.companion.replace(b"gl_PointSize = 1.0;", b"")
    told = webgl_frame(msgspec.structs.replace(program, companion=unsized))
    assert isinstance(told, Rejected)
    assert told.message == "no size of points is written"
