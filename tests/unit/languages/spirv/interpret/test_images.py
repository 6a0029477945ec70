"""Which texture an instruction asks, and what it asks; what is not known is refused by name."""

from __future__ import annotations

import pytest
from helpers.image_modules import DECLARED, PICTURE, drawn, image_module
from helpers.texture_runs import channels
from msgspec import UNSET

from aberration.core.program import Program
from aberration.core.textures import NO_BINDING, Sampler, Texture
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.interpret.analysis import Analysis
from aberration.languages.spirv.interpret.images import LOOKED_UP, Images, TexelRequest
from aberration.languages.spirv.interpret.interface import Interface
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.languages.spirv.module import Module

FLAT = "colour = {};"


def requests(program: Program) -> list[TexelRequest]:
    """What all instructions of a module ask."""
    module = Module.parse(program.source)
    leaves = Leaves(module)
    interface = Interface(module, leaves)
    analysis = Analysis(module, leaves, interface.entry_id)
    images = Images(leaves, analysis, interface.stage, program.inputs)
    return [
        images.request(found)
        for function in analysis.functions
        for block in analysis.blocks[function.id]
        for found in block.instructions
        if found.op in LOOKED_UP
    ]


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        ("texture(s, at)", TexelRequest("sample", PICTURE)),
        ("textureOffset(s, at, ivec2(-8, 7))", TexelRequest("sample", PICTURE, offset=(-8, 7, 0))),
        ("textureProj(s, vec3(at, 2.0))", TexelRequest("sample", PICTURE, divisor=2)),
        ("textureGather(s, at, 3)", TexelRequest("gather", PICTURE, channel=3)),
        (
            "textureGatherOffset(s, at, ivec2(1, 2), 1)",
            TexelRequest("gather", PICTURE, offset=(1, 2, 0), channel=1),
        ),
        ("texelFetch(s, ivec2(at), 0)", TexelRequest("fetch", PICTURE)),
        ("vec4(textureSize(s, 0).xyxy)", TexelRequest("size", PICTURE)),
        ("vec4(textureQueryLevels(s))", TexelRequest("levels", PICTURE)),
    ],
)
def test_what_is_asked(call: str, wanted: TexelRequest) -> None:
    (found,) = requests(image_module(FLAT.format(call)))
    assert bool(found.place) is (found.kind not in ("size", "levels"))
    assert bool(found.level) is (found.kind in ("fetch", "size"))
    assert found == TexelRequest(
        wanted.kind,
        wanted.texture,
        found.place,
        wanted.divisor,
        found.level,
        wanted.offset,
        wanted.channel,
    )


@pytest.mark.parametrize(
    ("call", "count"),
    [("texture(s, at, 0.5)", 1), ("textureLod(s, at, 1.0)", 1), ("textureGrad(s, at, at, at)", 2)],
)
def test_what_chooses_a_level_is_ignored(call: str, count: int) -> None:
    (found,) = requests(image_module(FLAT.format(call)))
    assert len(found.ignored) == count
    assert not found.level


def test_a_parameter_is_what_all_calls_give() -> None:
    declared = (
        f"{DECLARED} layout(binding = 1) uniform sampler2D t;"
        "vec4 via(sampler2D one, vec2 at) { return texture(one, at); }"
    )
    other = Texture("t", number=9, binding=1)
    same = image_module("colour = via(s, at) + via(s, at.yx);", declared, (PICTURE, other))
    assert [one.texture for one in requests(same)] == [PICTURE]
    apart = image_module("colour = via(s, at) + via(t, at);", declared, (PICTURE, other))
    with pytest.raises(Refused, match="not the same in all calls"):
        requests(apart)


def test_a_sampler_that_stands_alone_says_how_a_texture_is_wrapped() -> None:
    declared = (
        "layout(set = 1, binding = 3) uniform texture2D s; layout(binding = 5) uniform sampler w;"
    )
    texture = Texture("any", size=(4, 8, 1), binding=3, descriptor_set=1)
    module = image_module(
        "colour = texture(sampler2D(s, w), at) + texelFetch(sampler2D(s, w), ivec2(0), 0);",
        declared,
        (texture,),
        (Sampler("any", "mirror", 5),),
    )
    sample, fetch = requests(module)
    assert (sample.texture.wrap, fetch.texture.wrap) == ("mirror", "repeat")
    with pytest.raises(Refused, match="the sampler w, which the inputs do not give"):
        requests(image_module("colour = texture(sampler2D(s, w), at);", declared, (texture,)))


def test_textures_are_found_by_place_and_without_one_by_name() -> None:
    named = Texture("s", number=1, binding=NO_BINDING)
    placed = Texture("other", number=2, binding=0)
    for textures, wanted in (((named,), named), ((placed, named), placed)):
        (found,) = requests(image_module("colour = texture(s, at);", DECLARED, textures))
        assert found.texture == wanted


@pytest.mark.parametrize(
    ("textures", "says"),
    [
        ((), "the texture s, which the inputs do not give"),
        ((Texture("s", "3D", binding=0),), "expected 2D of float, but 3D of float came"),
        ((Texture("s", "2D", "uint", binding=0),), "expected 2D of float, but 2D of uint came"),
    ],
)
def test_textures_that_are_not_given_are_refused(textures: tuple[Texture, ...], says: str) -> None:
    with pytest.raises(Refused, match=says):
        requests(image_module("colour = texture(s, at);", DECLARED, textures))


@pytest.mark.parametrize(
    "kind",
    ["samplerCubeArrayShadow", "sampler2DMSArray", "sampler2DMS"],
)
def test_kinds_that_are_not_given_are_refused(kind: str) -> None:
    module = image_module("colour = vec4(1.0);", f"layout(binding = 0) uniform {kind} s;")
    with pytest.raises(Refused, match="sampled images of this kind"):
        Interface(parsed := Module.parse(module.source), Leaves(parsed))


MANY = tuple(Texture(f"s[{k}]", size=(4, 4, 1), number=k * 9, binding=0) for k in range(2))
ARRAY = "layout(binding = 0) uniform sampler2D s[2];"


def test_a_constant_names_an_element_of_an_array() -> None:
    body = "colour = texelFetch(s[1], ivec2(at), 0) + 2.0 * texture(s[0], at / 4.0);"
    program = image_module(body, ARRAY, MANY)
    wanted = [
        tuple(
            one + 2.0 * other
            for one, other in zip(
                channels(MANY[1], (x, y, 0)), channels(MANY[0], (x, y, 0)), strict=True
            )
        )
        for y in range(4)
        for x in range(4)
    ]
    assert drawn(program) == wanted


@pytest.mark.parametrize(
    ("body", "textures", "says"),
    [
        ("colour = texture(s[int(at.x)], at);", MANY, "by an index that is not a constant"),
        ("colour = texture(s[1], at);", MANY[:1], r"the texture s\[1\], which the inputs do not"),
    ],
)
def test_other_elements_are_refused(body: str, textures: tuple[Texture, ...], says: str) -> None:
    with pytest.raises(Refused, match=says):
        requests(image_module(body, ARRAY, textures))


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("textureGatherOffsets(s, at, ivec2[](ivec2(0), ivec2(1), ivec2(2), ivec2(3)))", "0x20"),
        ("textureGatherOffset(s, at, ivec2(at))", "an offset that is not a constant"),
    ],
)
def test_other_operands_are_refused(call: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        requests(image_module(FLAT.format(call)))


def test_instructions_on_images_that_are_not_known_are_no_requests() -> None:
    for op in (
        opcodes.OpImageQueryLod,
        opcodes.OpImageQuerySize,
        opcodes.OpImageSampleProjDrefImplicitLod,
        opcodes.OpImageRead,
    ):
        assert op not in LOOKED_UP


def test_implicit_levels_are_for_fragments() -> None:
    """A module that samples so in a compute shader is not valid; nobody is asked to run it."""
    shader = image_module("colour = texture(s, at);")
    module = Module.parse(shader.source)
    leaves = Leaves(module)
    analysis = Analysis(module, leaves, Interface(module, leaves).entry_id)
    images = Images(leaves, analysis, "compute", shader.inputs)
    (sample,) = module.by_opcode(opcodes.OpImageSampleImplicitLod)
    with pytest.raises(Refused, match="outside of fragment shaders"):
        images.request(sample)


def test_a_sampler_that_stands_alone_says_the_filter_of_floats() -> None:
    declared = "layout(binding = 3) uniform {}texture2D s; layout(binding = 5) uniform sampler w;"
    samplers = (Sampler("any", "clamp", 5, filter="linear"),)
    body = "colour = vec4(texture({}sampler2D(s, w), at));"
    floats = Texture("any", size=(4, 8, 1), binding=3)
    module = image_module(body.format(""), declared.format(""), (floats,), samplers)
    (sample,) = requests(module)
    assert sample.is_filtered
    whole = Texture("any", numbers="int", binding=3)
    with pytest.raises(Refused, match="a linear filter for the integers of any"):
        requests(image_module(body.format("i"), declared.format("i"), (whole,), samplers))


SHADOWS = """
layout(binding = 3) uniform texture2D s; layout(binding = 5) uniform sampler{} w;
"""


@pytest.mark.parametrize("compares", [False, True])
def test_a_sampler_that_stands_alone_has_to_compare_where_that_is_asked(compares: bool) -> None:
    texture = Texture("any", "2DShadow", binding=3)
    sampler = Sampler("any", "clamp", 5, compare="less" if compares else UNSET)
    body = "colour = vec4(texture(sampler2DShadow(s, w), vec3(at, 0.5)));"
    module = image_module(body, SHADOWS.format("Shadow"), (texture,), (sampler,))
    if compares:
        (found,) = requests(module)
        assert (found.kind, found.texture.compare) == ("compare", "less")
        assert found.reference
        return
    with pytest.raises(Refused, match="a comparison without the sampler of one"):
        requests(module)


def test_a_sampler_that_compares_does_nothing_else() -> None:
    texture, sampler = Texture("any", binding=3), Sampler("any", "clamp", 5, compare="less")
    body = "colour = texture(sampler2D(s, w), at);"
    module = image_module(body, SHADOWS.format(""), (texture,), (sampler,))
    with pytest.raises(Refused, match="or the reverse"):
        requests(module)


def test_a_gather_of_depths_has_a_reference() -> None:
    texture = Texture("s", "2DArrayShadow", size=(4, 4, 2), binding=0)
    declared = "layout(binding = 0) uniform sampler2DArrayShadow s;"
    (found,) = requests(
        image_module("colour = textureGather(s, vec3(at, 1.0), 0.3);", declared, (texture,))
    )
    assert (found.kind, found.axes, found.channel) == ("gather compare", (0, 1, 2), 0)
    assert found.reference


@pytest.mark.parametrize(
    ("texture", "call"),
    [
        (Texture("s", "Cube", size=(4, 4, 6), binding=0, levels=2), "texture(s, at.xyx)"),
        (
            Texture("s", "2DShadow", size=(4, 4, 1), binding=0, levels=2),
            "vec4(textureSize(s, 1), 0.0, texture(s, vec3(at, 0.5)))",
        ),
    ],
)
def test_several_levels_of_cubes_and_depths_are_refused(texture: Texture, call: str) -> None:
    declared = f"layout(binding = 0) uniform sampler{texture.shape} s;"
    with pytest.raises(Refused, match=f"several levels of s, a texture of shape {texture.shape}"):
        requests(image_module(f"colour = {call};", declared, (texture,)))
