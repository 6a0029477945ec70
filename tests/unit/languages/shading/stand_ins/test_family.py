"""Shaders with numbers for textures and inputs are shaders, and are interpreted."""

import pytest
from experiments.real_shaders.needs import needs_of

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.languages.shading.stand_ins.family import with_stand_ins
from aberration.languages.shading.tree import LanguageName

ESSL = """#version 300 es
precision highp float;
precision highp sampler2DShadow;
uniform sampler2D a; uniform sampler2DShadow b[2];
in vec2 p; flat in ivec3 n; in float w[2]; in mat2 m;
out vec4 c;
vec4 sampled(sampler2D image, vec2 at) { return texture(image, at + texture(a, at).xy); }
void main() {
  vec4 inner = sampled(a, p) + texelFetch(a, textureSize(a, 0), 0);
  c = vec4(inner.x * texture(b[0], vec3(p, 0.5)), p.x, float(n.z) * w[1] - 1.0, m[1][1]);
}
"""
OLD = """precision highp float;
uniform sampler2D a;
varying vec2 p;
void main() { gl_FragColor = texture2D(a, p); }
"""
DESKTOP = """#version 330 compatibility
uniform sampler3D a;
varying vec3 p;
void main() { gl_FragColor = texture3D(a, p) * 0.5; }
"""


X, Y = 128.5 / 256, 0.5 / 256
"""Where the pixel lies, as the first input has it."""


@pytest.mark.parametrize(
    ("language", "text", "colour"),
    [
        # 2X is clamped, and times X; w[1] is the fourth input, and n.z is 2.
        ("essl", ESSL, (X, X, 2 * (0.5 + 128 + 96) / 256 - 1, 1.0)),
        ("essl", OLD, (X, Y, 0.5, 1.0)),
        ("glsl", DESKTOP, (X / 2, Y / 2, 0.25, 0.5)),
    ],
)
def test_what_stands_in(
    language: LanguageName, text: str, colour: tuple[float, float, float, float]
) -> None:
    made = read(with_stand_ins(read(text, language)), language)
    assert not needs_of(made, "fragment").reasons
    image = execute(made, "fragment", Inputs(width=256, height=1))
    assert isinstance(image, Image)
    assert tuple(image.data[128 * 4 : 129 * 4]) == tuple(int(one * 255 + 0.5) for one in colour)


def test_a_shader_without_functions_is_refused() -> None:
    text = "#version 330\nuniform sampler2D t; in vec2 p; out vec4 c; vec4 k = texture(t, p);\n"
    with pytest.raises(BadInput, match="expected a shader with functions"):
        with_stand_ins(read(text, "glsl"))


def test_names_that_are_there_are_not_taken() -> None:
    text = OLD.replace("void main", "float stand_in_1; void main")
    with pytest.raises(BadInput, match="expected a shader without names that begin with"):
        with_stand_ins(read(text, "essl"))


def test_textures_may_stay() -> None:
    text = """#version 450
uniform sampler2D image; in vec2 uv; layout(location = 0) out vec4 colour;
void main() { colour = texture(image, uv); }
"""
    made = with_stand_ins(read(text, "glsl"), textures=False)
    assert "uniform sampler2D image;" in made
    assert "texture(image, uv)" in made
    assert "in vec2" not in made


def test_attributes_of_a_vertex_shader_stay() -> None:
    text = """uniform sampler2D image; attribute vec2 uv; varying vec4 passed;
void main() { passed = texture2DLod(image, uv, 0.0); gl_Position = passed; }
"""
    made = with_stand_ins(read(text, "essl"), stage="vertex")
    assert "attribute vec2 uv;\nvarying vec4 passed;" in made
    assert "passed = stand_in_vec2_vec4(uv);" in made
    assert "sampler2D" not in made


def test_a_place_within_a_point_is_an_input_like_another() -> None:
    text = """varying highp vec4 first; precision mediump float;
float far() { return gl_PointCoord.y; }
void main() { gl_FragColor = vec4(gl_PointCoord.x, far(), first.z, 1.0); }
"""
    made = with_stand_ins(read(text, "essl"))
    assert "gl_PointCoord" not in made
    image = execute(read(made, "essl"), "fragment", Inputs(width=1, height=1))
    assert isinstance(image, Image)
    assert tuple(image.data[:4]) == (32, 32, 128, 255)
