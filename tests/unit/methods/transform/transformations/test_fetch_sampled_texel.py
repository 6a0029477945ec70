from __future__ import annotations

import pytest
from helpers.known_images import known_images, linear, unknown
from helpers.proved import proved
from helpers.transform import Prepare, at, expect, ident, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.fetch_sampled_texel import FetchSampledTexel

GLOBALS = """
    %int_2 = OpConstant %int 2
    %int_3 = OpConstant %int 3
    %int_4 = OpConstant %int 4
    %float_2 = OpConstant %float 2
    %float_m4 = OpConstant %float -4
    %float_11_2 = OpConstant %float 11.2
    %float_0_7 = OpConstant %float 0.7
    %float_0_6 = OpConstant %float 0.6
    %float_1_2 = OpConstant %float 1.2
    %inside = OpConstantComposite %v2float %float_0_7 %float_0_6
    %divided = OpConstantComposite %v3float %float_0_7 %float_0_6 %float_1
    %doubled = OpConstantComposite %v3float %float_1_2 %float_1_2 %float_2
    %between = OpConstantComposite %v2float %half %float_0_6
    %layer = OpConstantComposite %v3float %float_0_7 %float_0_6 %float_11_2
    %two_four = OpConstantComposite %v2int %int_2 %int_4
    %three_one = OpConstantComposite %v2int %int_3 %int_1
    %five_four_four = OpConstantComposite %v3int %int_5 %int_4 %int_4
"""
BODY = """
    %near = OpImageSampleImplicitLod %v4float %flat_value %inside
    %proj = OpImageSampleProjImplicitLod %v4float %flat_value %divided
    %half_of = OpImageSampleProjExplicitLod %v4float %flat_value %doubled Lod %float_0
    %moved = OpImageSampleExplicitLod %v4float %flat_value %inside Lod|ConstOffset %float_1 %five_m3
    %edge = OpImageSampleImplicitLod %v4float %flat_value %between
    %far = OpImageSampleImplicitLod %v4float %layers_value %layer
    %open = OpImageSampleImplicitLod %v4float %flat_value %at2
    %gather = OpImageGather %v4float %flat_value %inside %int_0
"""


def step(name: str, image: int = 50) -> FetchSampledTexel:
    return FetchSampledTexel(at(name), image)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("%near", "%two_four"),
        ("%proj", "%two_four"),
        ("%half_of", "%two_four"),
        ("%moved", "%three_one"),
    ],
)
def test_the_texel_is_fetched(name: str, place: str) -> None:
    """An offset goes, and what it leads to is wrapped: 2 + 5 is 3 of four."""
    expect(
        known_images(BODY, GLOBALS),
        step(name),
        f"""%50 = OpImage %flat_image %flat_value
        {name} = OpImageFetch %v4float %50 {place} Lod %int_0""",
    )


def test_a_layer_beyond_the_last_one_is_that() -> None:
    lines = "%far = OpImageFetch %v4float %50 %five_four_four Lod %int_0"
    expect(known_images(BODY, GLOBALS), step("%far"), lines)


def irrelevant(module: Module) -> None:
    module.facts.add_irrelevant(ident("%float_0_7"))


@pytest.mark.parametrize(
    ("reason", "refused", "prepare"),
    [
        ("it lies between two texels", step("%edge"), None),
        ("the coordinate is no constant", step("%open"), None),
        ("a part of it may become another one", step("%near"), irrelevant),
        ("a linear filter mixes texels", step("%near"), linear),
        ("the texture is not known", step("%near"), unknown),
        ("a gather gives four", step("%gather"), None),
        ("the id is taken", step("%near", ident("%f")), None),
        ("there is no such instruction", step("%no_such_read"), None),
    ],
)
def test_refuses(reason: str, refused: FetchSampledTexel, prepare: Prepare | None) -> None:
    refuse(known_images(BODY, GLOBALS), refused, reason, prepare)


def test_the_place_has_to_be_a_constant() -> None:
    other = GLOBALS.replace("%v2int %int_2 %int_4", "%v2int %int_2 %int_3")
    refuse(known_images(BODY, other), step("%near"), "no such place")


test_sound = soundness(FetchSampledTexel)
test_proved = proved(FetchSampledTexel)
