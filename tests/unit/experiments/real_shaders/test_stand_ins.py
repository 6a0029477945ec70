"""Shaders with numbers for textures and inputs are shaders, and are interpreted."""

import pytest
from experiments.real_shaders.needs import needs_of
from experiments.real_shaders.stand_ins import with_stand_ins

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
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
  c = vec4(inner.x * texture(b[0], vec3(p, 0.5)), p.x, float(n.z) * w[1], m[1][1]);
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
void main() { gl_FragColor = texture3D(a, p) * gl_FragCoord.x; }
"""


@pytest.mark.parametrize(
    ("language", "text", "colour"),
    [
        ("essl", ESSL, (0.5, 0.5 / 256, 0.5 / 256, 1.0)),
        ("essl", OLD, (0.5, 0.5, 0.5, 0.5)),
        ("glsl", DESKTOP, (0.25, 0.25, 0.25, 0.25)),
    ],
)
def test_what_stands_in(
    language: LanguageName, text: str, colour: tuple[float, float, float, float]
) -> None:
    made = read(with_stand_ins(read(text, language)), language)
    assert not needs_of(made, "fragment").reasons
    image = execute(made, "fragment", Inputs(width=1, height=1))
    assert isinstance(image, Image)
    assert tuple(image.data) == tuple(int(one * 255 + 0.5) for one in colour)
