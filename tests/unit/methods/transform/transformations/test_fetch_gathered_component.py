from __future__ import annotations

import pytest
from helpers.known_images import known_images, linear, unknown
from helpers.proved import proved
from helpers.transform import Prepare, at, expect, ident, refuse, soundness

from aberration.core.textures import Sampler
from aberration.methods.transform.transformations.fetch_gathered_component import (
    FetchGatheredComponent,
)

GLOBALS = """
    %int_3 = OpConstant %int 3
    %int_7 = OpConstant %int 7
    %corner = OpConstantComposite %v2float %half %eighth
    %amid = OpConstantComposite %v2float %eighth %eighth
    %one_one = OpConstantComposite %v2int %int_1 %int_1
    %one_zero = OpConstantComposite %v2int %int_1 %int_0
    %two_six = OpConstantComposite %v2int %int_3 %int_7
"""
BODY = """
    %four = OpImageGather %v4float %flat_value %corner %int_1
    %moved = OpImageGather %v4float %flat_value %corner %int_1 ConstOffset %five_m3
    %hidden = OpImageGather %v4float %flat_value %amid %int_1
    %open = OpImageGather %v4float %flat_value %at2 %int_1
    %first = OpCompositeExtract %float %four 0
    %last = OpCompositeExtract %float %four 3
    %wrapped = OpCompositeExtract %float %moved 2
    %unclear = OpCompositeExtract %float %hidden 0
    %somewhere = OpCompositeExtract %float %open 0
"""


def step(name: str, image: int = 50, fetch: int = 51) -> FetchGatheredComponent:
    return FetchGatheredComponent(at(name), image, fetch)


@pytest.mark.parametrize(("name", "place"), [("%first", "%one_one"), ("%last", "%one_zero")])
def test_the_texel_is_fetched(name: str, place: str) -> None:
    """The middle of the four is the border between texels 1 and 2, and that between 0 and 1."""
    expect(
        known_images(BODY, GLOBALS),
        step(name),
        f"""%50 = OpImage %flat_image %flat_value
        %51 = OpImageFetch %v4float %50 {place} Lod %int_0
        {name} = OpCompositeExtract %float %51 1""",
    )


def test_an_offset_is_wrapped() -> None:
    """The texel at 2 and 0, five to the right of four and three down of eight, is at 3 and 5."""
    other = GLOBALS.replace("%int_3 %int_7", "%int_3 %int_5")
    lines = "%51 = OpImageFetch %v4float %50 %two_six Lod %int_0"
    expect(known_images(BODY, other), step("%wrapped"), lines)


def test_a_gather_has_no_filter() -> None:
    expect(known_images(BODY, GLOBALS), step("%first"), "OpImageFetch", prepare=linear)


@pytest.mark.parametrize(
    ("reason", "refused", "prepare"),
    [
        ("other four begin there", step("%unclear"), None),
        ("the coordinate is no constant", step("%somewhere"), None),
        ("the place is no constant", step("%wrapped"), None),
        ("the texture is not known", step("%first"), unknown),
        ("it is no component", step("%four"), None),
        ("an id is taken", step("%first", fetch=ident("%f")), None),
        ("the ids are the same", step("%first", fetch=50), None),
        ("there is no such instruction", step("%no_such_part"), None),
    ],
)
def test_refuses(reason: str, refused: FetchGatheredComponent, prepare: Prepare | None) -> None:
    refuse(known_images(BODY, GLOBALS), refused, reason, prepare)


ALONE = """
    %s_type = OpTypeSampler
    %s_pointer = OpTypePointer UniformConstant %s_type
    %alone = OpVariable %s_pointer UniformConstant
"""
JOINED = """
    %s_value = OpLoad %s_type %alone
    %joined = OpSampledImage %flat_sampled %flat_plain %s_value
    %four = OpImageGather %v4float %joined %corner %int_1
    OpBranch %next
    %next = OpLabel
    %first = OpCompositeExtract %float %four 0
"""


def test_a_pair_of_image_and_sampler_stays_in_its_block() -> None:
    module = known_images(JOINED, GLOBALS + ALONE, others=["%alone"])
    module.facts.samplers[ident("%alone")] = Sampler("alone")
    refuse(module, step("%first"), "the pair is of another block")


test_sound = soundness(FetchGatheredComponent)
test_proved = proved(FetchGatheredComponent)
