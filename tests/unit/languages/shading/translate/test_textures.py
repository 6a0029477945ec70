"""Textures of GLSL and ESSL: the same texels in every version, and in WGSL a texture and a sampler
for each.
"""

from __future__ import annotations

from typing import Final

import pytest
from helpers.translated import everywhere, fragment, proved, refused, same, wgsl
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.program import Language, Program
from aberration.core.textures import Sampler, Texture
from aberration.languages.shading.translate import translate

PICTURES: Final[dict[str, Texture]] = {
    "sampler2D": Texture("image", size=(8, 4, 1), number=3, levels=3),
    "sampler3D": Texture("image", "3D", size=(4, 4, 4), number=5, wrap="clamp"),
    "sampler2DArray": Texture("image", "2DArray", size=(8, 4, 3), number=7, wrap="mirror"),
    "samplerCube": Texture("image", "Cube", size=(8, 8, 6), number=2),
    "samplerCubeArray": Texture("image", "CubeArray", size=(8, 8, 12), number=2),
    "samplerCubeShadow": Texture("image", "CubeShadow", size=(8, 8, 6), number=2),
    "isampler2D": Texture("image", numbers="int", size=(8, 8, 1), number=9),
    "usampler2DArray": Texture("image", "2DArray", "uint", (4, 4, 5), 11),
    "sampler2DShadow": Texture("image", "2DShadow", size=(8, 4, 1), number=4, compare="greater"),
    "sampler2DArrayShadow": Texture("image", "2DArrayShadow", size=(8, 4, 2), number=6),
}
PLACE: Final = "(floor(gl_FragCoord.xy) + 0.5) / vec2(8.0, 4.0)"
FETCHED: Final = "ivec2(gl_FragCoord.xy)"


def sampled(language: Language, type: str, value: str, **changed: object) -> Program:
    """Return a shader whose colour is made of a texture named `image`."""
    precision = f"uniform highp {type} image;" if language == "essl" else f"uniform {type} image;"
    text = f"{precision}\nvoid main() {{ vec2 at = {PLACE}; colour = vec4({value}); }}"
    picture = replace(PICTURES[type], **changed)
    return replace(fragment(language, text), inputs=Inputs(textures=(picture,), width=4, height=4))


SAMPLES: Final = [
    ("sampler2D", "textureLod(image, at, 1.0)"),
    ("sampler2D", "textureLodOffset(image, at, 0.0, ivec2(1, -1))"),
    ("sampler2D", f"texelFetch(image, {FETCHED} / 2, 1)"),
    ("sampler2D", f"texelFetchOffset(image, {FETCHED} + 1, 0, ivec2(-1))"),
    ("sampler2D", "textureSize(image, 1), textureSize(image, 0)"),
    ("sampler3D", "texture(image, vec3(at, 0.375))"),
    ("sampler3D", "texelFetch(image, ivec3(gl_FragCoord.xy, 2), 0)"),
    ("sampler2DArray", "texture(image, vec3(at, 1.9))"),
    ("sampler2DArray", "textureOffset(image, vec3(at, 0.0), ivec2(2, 3))"),
    ("sampler2DArray", "textureSize(image, 0), 1.0"),
    ("samplerCube", "textureLod(image, vec3(1.0, at - 0.6), 0.0)"),
    ("isampler2D", f"texelFetch(image, {FETCHED}, 0)"),
    ("usampler2DArray", f"texelFetch(image, ivec3({FETCHED}, 4), 0)"),
    ("samplerCubeShadow", "texture(image, vec4(1.0, at - 0.6, 0.4321))"),
    ("sampler2DShadow", "texture(image, vec3(at, 0.4321))"),
    ("sampler2DArrayShadow", "texture(image, vec4(at, 1.2, 0.4321))"),
]


@pytest.mark.parametrize(("type", "value"), SAMPLES)
@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_texels_are_the_same_everywhere(language: Language, type: str, value: str) -> None:
    everywhere(sampled(language, type, value), least=7)


@pytest.mark.parametrize(
    ("type", "value"),
    [
        ("sampler2D", "textureGather(image, at + CORNER)"),
        ("sampler2D", "textureGather(image, at + CORNER, 2)"),
        ("sampler2DArray", "textureGatherOffset(image, vec3(at + CORNER, 1.0), ivec2(1, 0), 3)"),
        ("samplerCubeArray", "textureLod(image, vec4(1.0, at - 0.6, 1.2), 0.0)"),
        ("samplerCubeArray", "textureSize(image, 0), 1.0"),
        ("sampler2DShadow", "textureGather(image, at + CORNER, 0.4321)"),
    ],
)
def test_newer_functions_are_the_same_in_versions_that_have_them(type: str, value: str) -> None:
    value = value.replace("CORNER", "0.5 / vec2(8.0, 4.0)")
    given = sampled("glsl", type, value, **({"levels": 1} if type == "sampler2D" else {}))
    for language, version in (("glsl", 430), ("essl", 320), ("wgsl", 0)):
        same(given, language, version)


def test_the_number_of_levels_is_the_same() -> None:
    text = wgsl(sampled("glsl", "sampler2D", "textureQueryLevels(image)"))
    assert "i32(textureNumLevels(image))" in text


def test_a_texture_of_one_level_is_sampled_by_that() -> None:
    given = sampled("glsl", "sampler3D", "texture(image, vec3(at, 0.375), 1.5)")
    assert "textureSampleLevel(image, image_sampler, place, 0.0)" in wgsl(given)


def test_an_implicit_level_stays_implicit() -> None:
    made = translate(sampled("glsl", "sampler2D", "texture(image, at, 0.5)"), "wgsl", "")
    assert b"textureSampleBias(image, image_sampler, place, 0.5f)" in made.source
    assert made.source.startswith(b"diagnostic(off, derivative_uniformity);")


def test_a_texture_of_wgsl_has_bindings_of_its_own() -> None:
    made = translate(
        sampled("essl", "sampler2DShadow", "texture(image, vec3(at, 0.4))"), "wgsl", ""
    )
    assert made.inputs.textures == (replace(PICTURES["sampler2DShadow"], binding=0),)
    (sampler,) = made.inputs.samplers
    assert sampler == Sampler("image_sampler", binding=1, compare="greater")


def test_functions_that_name_the_shape_get_their_newer_names() -> None:
    text = (
        "#version 100\nprecision highp float;\nuniform sampler2D image;\nuniform samplerCube sky;\n"
        f"void main() {{ vec2 at = {PLACE}; gl_FragColor = texture2D(image, at, 1.0) "
        "+ texture2DProj(image, vec3(at, 1.0)) * textureCube(sky, vec3(1.0, at - 0.6)); }"
    )
    pictures = (Texture("image", size=(8, 4, 1), number=3), Texture("sky", "Cube", size=(8, 8, 6)))
    given = Program("essl", "fragment", text.encode(), Inputs(textures=pictures, width=4, height=4))
    for language, version in (("glsl", 330), ("essl", 320)):
        made = proved(given, translate(given, language, version))
        assert b"textureProj(image, vec3(at, 1.0))" in made.source
        assert made.inputs.textures == pictures
    assert refused(given, "wgsl").reason == "textures"


def test_a_sampler_is_passed_to_functions_but_in_wgsl() -> None:
    text = (
        "uniform sampler2D first;\n"
        "vec4 twice(sampler2D of, vec2 at) { return textureLod(of, at, 0.0) * 0.5; }\n"
        "void main() { vec2 at = (floor(gl_FragCoord.xy) + 0.5) / 8.0; "
        "colour = twice(first, at) + twice(first, at.yx); }"
    )
    pictures = (Texture("first", number=1, size=(8, 8, 1)),)
    given = replace(fragment("glsl", text), inputs=Inputs(textures=pictures, width=4, height=4))
    assert "precision highp sampler2D;" in same(given, "essl", 300).source.decode()
    assert refused(given, "wgsl").reason == "textures"


def test_a_name_that_the_target_takes_changes_with_the_texture() -> None:
    text = (
        "#version 100\nprecision highp float;\nuniform sampler2D texture;\n"
        "void main() { gl_FragColor = texture2D(texture, vec2(0.53)); }"
    )
    inputs = Inputs(textures=(Texture("texture", number=1),), width=4, height=4)
    made = same(Program("essl", "fragment", text.encode(), inputs), "glsl", 450)
    assert [one.name for one in made.inputs.textures] == ["texture_2"]
    assert "uniform sampler2D texture_2;" in made.source.decode()


@pytest.mark.parametrize(
    ("type", "value", "target"),
    [
        ("isampler2D image", "texture(image, vec2(0.53))", ("wgsl", 0)),
        ("sampler2D image[2]", "texture(image[1], vec2(0.5))", ("essl", 320)),
        ("sampler2D other", "texture(other, vec2(0.5))", ("essl", 320)),
    ],
)
def test_what_has_no_form_is_refused_by_name(
    type: str, value: str, target: tuple[str, int]
) -> None:
    text = f"uniform {type};\nvoid main() {{ colour = vec4({value}); }}"
    picture = Texture("image", numbers="int" if type[0] == "i" else "float")
    given = replace(fragment("glsl", text), inputs=Inputs(textures=(picture,)))
    assert refused(given, *target).reason == "textures"
