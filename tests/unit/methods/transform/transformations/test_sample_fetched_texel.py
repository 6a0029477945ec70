from __future__ import annotations

import pytest
from helpers.known_images import known_images, linear, unknown
from helpers.proved import proved
from helpers.transform import Prepare, at, expect, ident, refuse, soundness

from aberration.core.textures import Sampler, Texture
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.sample_fetched_texel import SampleFetchedTexel

BODY = """
    %u2 = OpBitcast %v2uint %p2
    %plain = OpImageFetch %v4float %flat_plain %p2 Lod %int_0
    %layer = OpImageFetch %v4float %layers_plain %p3 Lod %int_0
    %moved = OpImageFetch %v4float %flat_plain %p2 Lod|ConstOffset %int_0 %five_m3
    %unsigned = OpImageFetch %v4float %flat_plain %u2 Lod %int_0
    %second = OpImageFetch %v4float %flat_plain %p2 Lod %int_1
    %near = OpImageSampleImplicitLod %v4float %flat_value %at2
"""
FRESH = (50, 51, 52)


def step(name: str, fresh: tuple[int, ...] = FRESH) -> SampleFetchedTexel:
    return SampleFetchedTexel(at(name), fresh)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "%plain",
            """%50 = OpConvertSToF %v2float %p2
            %51 = OpFAdd %v2float %50 %middle2
            %52 = OpFMul %v2float %51 %of_flat
            %plain = OpImageSampleExplicitLod %v4float %flat_value %52 Lod %float_0""",
        ),
        (
            "%layer",
            """%50 = OpConvertSToF %v3float %p3
            %51 = OpFAdd %v3float %50 %middle3
            %52 = OpFMul %v3float %51 %of_layers
            %layer = OpImageSampleExplicitLod %v4float %layers_value %52 Lod %float_0""",
        ),
        (
            "%moved",
            "%52 = OpFMul %v2float %51 %of_flat\n%moved = OpImageSampleExplicitLod "
            "%v4float %flat_value %52 Lod|ConstOffset %float_0 %five_m3",
        ),
        ("%unsigned", "%50 = OpConvertUToF %v2float %u2"),
    ],
)
def test_the_middle_of_the_texel_is_sampled(name: str, lines: str) -> None:
    expect(known_images(BODY), step(name), lines)


def compared(module: Module) -> None:
    module.facts.textures[ident("%flat")] = Texture("flat", "2DShadow", size=(4, 8, 1))


def blended(module: Module) -> None:
    texture = Texture("flat", "2D", size=(4, 8, 1), levels=2, mip="linear")
    module.facts.textures[ident("%flat")] = texture


def irrelevant_offset(module: Module) -> None:
    module.facts.add_irrelevant(ident("%int_m3"))


@pytest.mark.parametrize(
    ("reason", "refused", "prepare"),
    [
        ("a linear filter mixes texels", step("%plain"), linear),
        ("a sample may take a little of the next level", step("%plain"), blended),
        ("the texture is not known", step("%plain"), unknown),
        ("what is compared is not fetched", step("%plain"), compared),
        ("the offset may become another one", step("%moved"), irrelevant_offset),
        ("it has no second level", step("%second"), None),
        ("a sample is no fetch", step("%near"), None),
        ("ids are missing", step("%plain", (50, 51)), None),
        ("an id is taken", step("%plain", (50, 51, ident("%p2"))), None),
        ("there is no such instruction", step("%no_such_read"), None),
    ],
)
def test_refuses(reason: str, refused: SampleFetchedTexel, prepare: Prepare | None) -> None:
    refuse(known_images(BODY), refused, reason, prepare)


def test_without_the_constants_there_is_no_coordinate() -> None:
    def other_size(module: Module) -> None:
        texture = module.facts.textures[ident("%flat")]
        module.facts.textures[ident("%flat")] = type(texture)("flat", size=(5, 8, 1))

    refuse(known_images(BODY), step("%plain"), "a fifth is no constant", other_size)


ALONE = """
    %s_type = OpTypeSampler
    %s_pointer = OpTypePointer UniformConstant %s_type
    %alone = OpVariable %s_pointer UniformConstant
"""
JOINED = """
    %s_value = OpLoad %s_type %alone
    %joined = OpSampledImage %flat_sampled %flat_plain %s_value
    %image = OpImage %flat_image %joined
    %plain = OpImageFetch %v4float %image %p2 Lod %int_0
"""


@pytest.mark.parametrize("linear_too", [False, True])
def test_the_filter_is_that_of_a_sampler_that_stands_alone(linear_too: bool) -> None:
    module = known_images(JOINED, ALONE, others=["%alone"])
    refuse(module, step("%plain"), "the sampler is not known")
    sampler = Sampler("alone", filter="linear") if linear_too else Sampler("alone", mip="linear")
    module.facts.samplers[ident("%alone")] = sampler
    if linear_too:
        refuse(module, step("%plain"), "its filter is linear")
    else:
        expect(module, step("%plain"), "OpImageSampleExplicitLod %v4float %joined %52 Lod %float_0")


def test_a_pair_of_image_and_sampler_stays_in_its_block() -> None:
    other_block = JOINED.replace("%plain =", "OpBranch %next\n%next = OpLabel\n%plain =")
    module = known_images(other_block, ALONE, others=["%alone"])
    module.facts.samplers[ident("%alone")] = Sampler("alone")
    refuse(module, step("%plain"), "the pair is of another block")


test_sound = soundness(SampleFetchedTexel)
test_proved = proved(SampleFetchedTexel)
