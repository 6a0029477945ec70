"""Shaders that have `mainImage` and no `main`: what is added, and what is not."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

import msgspec
import pytest

from aberration.campaign.loading.files import load_file
from aberration.campaign.loading.shadertoy import complete_shadertoy, is_shadertoy
from aberration.core.errors import BadInput
from aberration.core.outcome import Image
from aberration.methods.shaders.executed import Executed

RIPPLES: Final = """// void main() is added
#define T iTime
void mainImage(out vec4 O, vec2 U) {
    vec2 p = (U - 0.5) / iResolution.xy;
    O = vec4(p, T - 1.0, 0.25) + float(iFrame - 96) + iMouse.x;
}
"""


def write(folder: Path, text: str, name: str = "toy.frag") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_a_body_becomes_a_whole_shader_with_values_for_its_uniforms(tmp_path: Path) -> None:
    found = load_file(write(tmp_path, RIPPLES))
    (program,) = found.programs
    assert (program.language, program.stage) == ("essl", "fragment")
    values = {one.name: one.data for one in program.inputs.uniforms}
    size = (program.inputs.width, program.inputs.height)
    assert values == {
        "iResolution": struct.pack("<3f", *size, 1.0),
        "iTime": struct.pack("<f", 1.5),
        "iFrame": struct.pack("<i", 96),
        "iMouse": bytes(16),
    }
    assert "added as Shadertoy does" in found.notes[0]
    assert "iResolution = vec3(" in found.notes[1]


def test_each_pixel_gets_its_place_and_full_alpha(tmp_path: Path) -> None:
    (program,) = load_file(write(tmp_path, RIPPLES)).programs
    source = program.source.decode()
    assert source.index("uniform vec3 iResolution;") < source.index("#define T iTime")
    result = Executed(program).result(msgspec.structs.replace(program.inputs, width=4, height=2))
    assert isinstance(result, Image)
    # (U - 0.5) / iResolution is exact in 256ths; blue is 0.5.
    assert [result.data[4 * k : 4 * k + 4] for k in range(8)] == [
        bytes((x, y, 128, 255)) for y in range(2) for x in range(4)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "void main() {}",
        "void mainImage(out vec4 c, vec2 p) {} void main() { mainImage(a, b); }",
        "// void mainImage(\nfloat f() { return 1.0; }",
        "void mainImages(out vec4 c) {}",
    ],
)
def test_any_other_shader_stays_as_it_is(text: str) -> None:
    assert not is_shadertoy(text.encode())
    assert complete_shadertoy(text.encode(), "x").text == text.encode()


def test_its_own_version_and_uniforms_are_kept() -> None:
    text = (
        "#version 330\nuniform vec3 iResolution;\n"
        "void mainImage(out vec4 c, in vec2 p) { c = vec4(p / iResolution.xy, iTime, 1.0); }\n"
    )
    whole = complete_shadertoy(text.encode(), "x").text.decode()
    assert whole.startswith("#version 330\nuniform float iTime; layout(location = 0) out vec4")
    assert whole.count("uniform vec3 iResolution") == 1
    assert "precision" not in whole


def test_precisions_stand_before_the_uniforms() -> None:
    text = "precision mediump float;\nvoid mainImage(out vec4 c, vec2 p) { c = vec4(iTime); }"
    whole = complete_shadertoy(text.encode(), "x").text.decode()
    assert whole.splitlines()[1].startswith(
        "precision highp float; precision highp int; uniform float iTime;"
    )


def test_a_text_that_has_the_name_of_the_colour_gets_another() -> None:
    text = b"float pixelColour; void mainImage(out vec4 c, vec2 p) { c = vec4(1.0); }"
    assert b"out vec4 pixelColour_1;" in complete_shadertoy(text, "x").text


def test_the_stage_need_not_be_in_the_name(tmp_path: Path) -> None:
    (program,) = load_file(write(tmp_path, RIPPLES, "toy.glsl")).programs
    assert program.stage == "fragment"


def test_a_channel_is_a_texture_with_a_picture(tmp_path: Path) -> None:
    text = "void mainImage(out vec4 c, vec2 p) { c = texture(iChannel0, p); }"
    loaded = load_file(write(tmp_path, text))
    assert "pictures of ours are given for iChannel0" in loaded.notes


def test_a_text_that_is_no_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "toy.frag"
    path.write_bytes(b"// \xff\nvoid mainImage(out vec4 c, vec2 p) { c = vec4(1.0); }")
    with pytest.raises(BadInput, match="expected a shader as UTF-8 text, but byte 3 is none"):
        load_file(path)
