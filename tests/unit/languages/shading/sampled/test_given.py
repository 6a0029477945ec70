"""Which of the given textures an argument is."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.textures import Sampler, Texture
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.sampled.given import GivenTextures, Sources
from aberration.languages.shading.tree import Call, Expression, LanguageName
from aberration.languages.shading.tree.walk import find

TEXT = """#version 450
uniform sampler2D one; uniform sampler2D other;
vec4 inner(sampler2D a, vec2 p) {{ return texture(a, p); }}
vec4 outer(vec2 p, sampler2D b) {{ return inner(b, p); }}
void main() {{ vec2 p = vec2(0.5); {calls} }}
"""
WGSL = """
@group(0) @binding(0) var one: texture_2d<f32>; @group(0) @binding(1) var wraps: sampler;
fn inner(s: sampler, t: texture_2d<f32>) -> vec4f { return textureSample(t, s, vec2f()); }
@fragment fn main() -> @location(0) vec4f { return inner(wraps, one); }
"""
GIVEN = GivenTextures((Texture("one"), Texture("other", number=2)), (Sampler("wraps", "clamp"),))


def sampling(text: str, language: LanguageName = "glsl") -> tuple[Sources, list[Expression]]:
    """Return the sources, and the arguments of the call that samples."""
    shader = read(text, language)
    sources = Sources(check(shader.module, "fragment", shader.source), GIVEN)
    calls = (one for one in find(shader.module, Call) if _name(one).startswith("texture"))
    return sources, list(next(calls).args)


def _name(call: Call) -> str:
    return getattr(call.callee, "name", "")


def test_they_are_those_of_the_inputs() -> None:
    inputs = Inputs(textures=GIVEN.textures, samplers=GIVEN.samplers)
    assert GivenTextures.by(inputs) == GIVEN


@pytest.mark.parametrize(
    ("calls", "name"),
    [("outer(p, one);", "one"), ("outer(p, other); inner(other, p); outer(p, other);", "other")],
)
def test_a_parameter_is_followed_through_calls(calls: str, name: str) -> None:
    sources, arguments = sampling(TEXT.format(calls=calls))
    found = sources.texture(arguments[0])
    assert found.name == name
    assert sources.sampler(found, None).wrap == "repeat"


@pytest.mark.parametrize(
    ("calls", "says"),
    [
        ("outer(p, one); inner(other, p);", "not the same in all calls"),
        ("", "not the same in all calls"),
    ],
)
def test_a_parameter_that_may_be_several_is_refused(calls: str, says: str) -> None:
    sources, arguments = sampling(TEXT.format(calls=calls))
    with pytest.raises(BadInput, match=says):
        sources.texture(arguments[0])


def test_samplers_of_wgsl_say_how_textures_are_wrapped() -> None:
    sources, (texture, sampler, _) = sampling(WGSL, "wgsl")
    found = sources.texture(texture)
    assert found.name == "one"
    assert sources.sampler(found, sampler).wrap == "clamp"
    with pytest.raises(BadInput, match="the sampler one, which the inputs do not give"):
        sources.sampler(found, texture)
