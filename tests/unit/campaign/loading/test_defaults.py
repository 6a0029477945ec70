"""Values for the uniforms that nobody gives."""

from __future__ import annotations

import struct

import pytest
from helpers.fitted import TEXT, entry, fit, given

from aberration.core.errors import BadInput


def test_what_nobody_gives_is_told_with_its_value() -> None:
    text = TEXT.replace("uniform float time;", "uniform float time = 2.5; uniform int never;")
    inputs = '{"$framebuffer": {"width": 64, "height": 32}}'
    (note,) = fit(inputs, text).notes
    assert note == (
        "nothing gives time = float(2.5), its own initial value; resolution = vec2(0.0); "
        "place = vec2[2](0.0); "
        "on = bool(false); lamps[0].colour = vec3(0.0); lamps[0].reach = float(0.0); "
        "lamps[1].colour = vec3(0.0); "
        "lamps[1].reach = float(0.0); the block Free (in block Free) = 96 bytes of zeros; "
        "the block Bound (binding 3) = 16 bytes of zeros"
    )
    assert given(fit(inputs, text).program.inputs, "time").data == struct.pack("<f", 2.5)


def test_without_a_file_square_matrices_are_the_identity() -> None:
    text = """#version 320 es
    precision highp float;
    uniform mat3 turn;
    layout(binding = 2, std140) uniform Held { layout(row_major) mat2 bones[2]; mat3x2 other; };
    layout(location = 0) out vec4 colour;
    void main() { colour = vec4(turn[0] + vec3(bones[0][1], other[0][0]), 1.0); }"""
    fitted = fit(None, text, language="essl")
    assert given(fitted.program.inputs, "turn").data == struct.pack(
        "<12f", *(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
    )
    one = struct.pack("<8f", 1, 0, 0, 0, 0, 1, 0, 0)
    assert given(fitted.program.inputs, "bones").data == 2 * one
    assert not any(given(fitted.program.inputs, "other").data)
    assert (
        "turn = mat3(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), the identity" in fitted.notes[0]
    )


def test_without_a_file_well_known_names_have_values() -> None:
    text = """#version 320 es
    precision highp float;
    uniform vec2 injectionSwitch, resolution;
    uniform vec3 iResolution;
    uniform float time;
    out vec4 c;
    void main() { c = vec4(injectionSwitch, resolution.x + time, iResolution.z); }
    """
    found = fit(None, text, language="essl")
    values = {uniform.name: uniform.data for uniform in found.program.inputs.uniforms}
    assert values == {
        "injectionSwitch": struct.pack("<2f", 0, 1),
        "resolution": struct.pack("<2f", 256, 256),
        "iResolution": struct.pack("<3f", 256, 256, 1),
        "time": bytes(4),
    }
    assert "resolution = vec2(256.0), the size of the image" in found.notes[0]
    assert given(fit("{}", text, language="essl").program.inputs, "resolution").data == bytes(8)


def test_an_initial_value_that_we_do_not_know_has_to_be_given() -> None:
    text = TEXT.replace("uniform float time;", "uniform float time = float(gl_MaxDrawBuffers);")
    with pytest.raises(
        BadInput, match="the uniform time has an initial value that is not known here"
    ):
        fit("{}", text)
    assert given(
        fit(entry("time", "glUniform1f", 4), text).program.inputs, "time"
    ).data == struct.pack("<f", 4)
