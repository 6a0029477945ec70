from __future__ import annotations

import pytest
from helpers.known_images import known_images, linear, unknown
from helpers.proved import proved
from helpers.transform import Prepare, at, expect, ident, refuse, soundness

from aberration.core.textures import Texture
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.gather_fetched_component import (
    GatherFetchedComponent,
)

GLOBALS = """
    %float_5 = OpConstant %float 5
    %float_m2 = OpConstant %float -2
    %ones2 = OpConstantComposite %v2float %float_1 %float_1
    %right3 = OpConstantComposite %v3float %float_1 %float_0 %float_0
    %moved2 = OpConstantComposite %v2float %float_5 %float_m2
"""
BODY = """
    %plain = OpImageFetch %v4float %flat_plain %p2 Lod %int_0
    %layer = OpImageFetch %v4float %layers_plain %p3 Lod %int_0
    %moved = OpImageFetch %v4float %flat_plain %p2 Lod|ConstOffset %int_0 %five_m3
    %red = OpCompositeExtract %float %plain 0
    %green = OpCompositeExtract %float %layer 1
    %blue = OpCompositeExtract %float %plain 2
    %shifted = OpCompositeExtract %float %moved 1
    %near = OpImageSampleImplicitLod %v4float %flat_value %at2
    %sampled = OpCompositeExtract %float %near 0
"""
FRESH = (50, 51, 52)


def step(name: str, corner: int, gather: int = 53) -> GatherFetchedComponent:
    return GatherFetchedComponent(at(name), corner, FRESH, gather)


@pytest.mark.parametrize(
    ("name", "corner", "lines"),
    [
        (
            "%red",
            3,
            """%50 = OpConvertSToF %v2float %p2
            %51 = OpFAdd %v2float %50 %ones2
            %52 = OpFMul %v2float %51 %of_flat
            %53 = OpImageGather %v4float %flat_value %52 %int_0
            %red = OpCompositeExtract %float %53 3""",
        ),
        (
            "%green",
            0,
            """%51 = OpFAdd %v3float %50 %right3
            %52 = OpFMul %v3float %51 %of_layers
            %53 = OpImageGather %v4float %layers_value %52 %int_1
            %green = OpCompositeExtract %float %53 0""",
        ),
        ("%shifted", 2, "%51 = OpFAdd %v2float %50 %moved2"),
    ],
)
def test_the_texel_is_one_of_four(name: str, corner: int, lines: str) -> None:
    """The lower left one is the last, and the upper left one the first; an offset is a part of the
    coordinate.
    """
    expect(known_images(BODY, GLOBALS), step(name, corner), lines)


def test_a_gather_has_no_filter() -> None:
    expect(known_images(BODY, GLOBALS), step("%red", 3), "OpImageGather", prepare=linear)


def deep(module: Module) -> None:
    module.facts.textures[ident("%layers")] = Texture("layers", "3D", size=(8, 8, 5))


def compared(module: Module) -> None:
    module.facts.textures[ident("%flat")] = Texture("flat", "2DShadow", size=(4, 8, 1))


@pytest.mark.parametrize(
    ("reason", "refused", "prepare"),
    [
        ("there is no fifth corner", step("%red", 4), None),
        ("there is no such corner", step("%red", -1), None),
        ("2 is no constant", step("%blue", 3), None),
        ("it is sampled", step("%sampled", 3), None),
        ("it is no component", step("%plain", 3), None),
        ("the texture is not known", step("%red", 3), unknown),
        ("depths are not gathered", step("%green", 0), deep),
        ("what is compared is not fetched", step("%red", 3), compared),
        ("the shift is no constant", step("%shifted", 3), None),
        ("the id is taken", step("%red", 3, ident("%p2")), None),
        ("there is no such instruction", step("%no_such_part", 3), None),
    ],
)
def test_refuses(reason: str, refused: GatherFetchedComponent, prepare: Prepare | None) -> None:
    refuse(known_images(BODY, GLOBALS), refused, reason, prepare)


test_sound = soundness(GatherFetchedComponent)
test_proved = proved(GatherFetchedComponent)
