from __future__ import annotations

import pytest
from helpers.known_images import known_images
from helpers.transform import at, expect, ident, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.rejoin_image_and_sampler import (
    RejoinImageAndSampler,
)

GLOBALS = """
    %sampler = OpTypeSampler
    %sampler_pointer = OpTypePointer UniformConstant %sampler
    %alone = OpVariable %sampler_pointer UniformConstant
"""
BODY = """
    %alone_value = OpLoad %sampler %alone
    %pair = OpSampledImage %flat_sampled %flat_plain %alone_value
    %near = OpImageSampleImplicitLod %v4float %pair %at2
    %gathered = OpImageGather %v4float %pair %at2 %int_0
    %loaded = OpImageSampleImplicitLod %v4float %flat_value %at2
    %fetched = OpImageFetch %v4float %flat_plain %p2 Lod %int_0
"""


def made() -> Module:
    return known_images(BODY, GLOBALS, others=("%alone",))


def step(name: str, image: int = 50, joined: int = 51) -> RejoinImageAndSampler:
    return RejoinImageAndSampler(at(name), image, joined)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("%near", "OpImageSampleImplicitLod %v4float %51 %at2"),
        ("%gathered", "OpImageGather %v4float %51 %at2 %int_0"),
    ],
)
def test_the_image_gets_the_same_sampler(name: str, line: str) -> None:
    lines = f"""
        %50 = OpImage %flat_image %pair
        %51 = OpSampledImage %flat_sampled %50 %alone_value
        {name} = {line}
    """
    expect(made(), step(name), lines)


@pytest.mark.parametrize(
    ("reason", "refused"),
    [
        ("no sampler stands alone", step("%loaded")),
        ("a fetch takes no sampler", step("%fetched")),
        ("an id is taken", step("%near", joined=ident("%pair"))),
        ("two ids are one", step("%near", 50, 50)),
        ("there is no such instruction", step("%no_such_read")),
    ],
)
def test_refuses(reason: str, refused: RejoinImageAndSampler) -> None:
    refuse(made(), refused, reason)


test_sound = soundness(RejoinImageAndSampler)
