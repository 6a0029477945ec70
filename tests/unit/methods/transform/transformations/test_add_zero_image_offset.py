from __future__ import annotations

import pytest
from helpers.known_images import known_images
from helpers.transform import at, expect, ident, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.add_zero_image_offset import AddZeroImageOffset

BODY = """
    %line_read = OpImageSampleImplicitLod %v4float %line_value %f
    %near = OpImageSampleImplicitLod %v4float %flat_value %at2 Bias %float_1
    %exact = OpImageSampleExplicitLod %v4float %layers_value %at3 Grad %at2 %at2
    %compared = OpImageSampleDrefImplicitLod %float %shadow_value %at2 %float_1
    %gathered = OpImageGather %v4float %flat_value %at2 %int_0
    %fetched = OpImageFetch %v4float %flat_plain %p2 Lod %int_0
    %bare = OpImageFetch %v4float %layers_plain %p3
    %moved = OpImageFetch %v4float %flat_plain %p2 ConstOffset %five_m3
    %round = OpImageSampleImplicitLod %v4float %cubes_value %at4
    %levels = OpCopyObject %v2int %p2
"""


def step(name: str) -> AddZeroImageOffset:
    return AddZeroImageOffset(at(name))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("%line_read", "OpImageSampleImplicitLod %v4float %line_value %f ConstOffset %int_0"),
        (
            "%near",
            "OpImageSampleImplicitLod %v4float %flat_value %at2 Bias|ConstOffset %float_1 %none1",
        ),
        (
            "%exact",
            "OpImageSampleExplicitLod %v4float %layers_value %at3 Grad|ConstOffset "
            "%at2 %at2 %none1",
        ),
        (
            "%compared",
            "OpImageSampleDrefImplicitLod %float %shadow_value %at2 %float_1 ConstOffset %none1",
        ),
        ("%gathered", "OpImageGather %v4float %flat_value %at2 %int_0 ConstOffset %none1"),
        ("%fetched", "OpImageFetch %v4float %flat_plain %p2 Lod|ConstOffset %int_0 %none1"),
        ("%bare", "OpImageFetch %v4float %layers_plain %p3 ConstOffset %none1"),
    ],
)
def test_the_place_is_moved_by_nothing(name: str, line: str) -> None:
    expect(known_images(BODY), step(name), f"{name} = {line}")


@pytest.mark.parametrize(
    ("reason", "name"),
    [
        ("it has an offset", "%moved"),
        ("a cube has no offsets", "%round"),
        ("it reads no image", "%levels"),
        ("there is no such instruction", "%no_such_read"),
    ],
)
def test_refuses(reason: str, name: str) -> None:
    refuse(known_images(BODY), step(name), reason)


def test_a_second_offset_is_refused() -> None:
    module = known_images(BODY)
    step("%near").apply(module)
    refuse(module, step("%near"), "it has one now")


def test_a_zero_that_may_become_another_number_is_no_zero() -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%none1"))

    refuse(known_images(BODY), step("%near"), "the zero does not matter", irrelevant)


test_sound = soundness(AddZeroImageOffset)
